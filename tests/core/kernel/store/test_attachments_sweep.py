from __future__ import annotations

import os
from pathlib import Path

from core.kernel.event import NewAttachment, NewEvent
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.attachments_sweep import GRACE_MS, Sweep, named_by_the_log, sweep
from tests.support.office import Office, demanda, unidade
from tests.support.toy_colonies import T1

NOW = 1_780_000_000_000


def store_of(folder: Path, *contents: bytes) -> tuple[AttachmentStore, list[str]]:
    """A store whose files are older than the grace."""
    store = AttachmentStore(folder)
    found = [store.put(content) for content in contents]
    old = (NOW - GRACE_MS) / 1000 - 60
    for sha256 in found:
        os.utime(store.path(sha256), (old, old))
    return store, found


def test_only_what_nothing_needs_goes(tmp_path: Path) -> None:
    store, files = store_of(tmp_path, b"usado", b"removido", b"nomeado", b"solto", b"voltou")
    used, removed, named, loose, back = files
    young = store.put(b"de hoje")
    came = sweep(
        store,
        em_uso=frozenset({used, back}),
        removidos=frozenset({removed, back}),
        nomeados=lambda: frozenset({named}),
        agora_ms=NOW,
    )
    assert came == Sweep(1, 1)
    assert set(store.all()) == {used, named, back, young}
    assert loose not in set(store.all())


def test_the_log_is_not_read_where_nothing_is_loose(tmp_path: Path) -> None:
    store, (used,) = store_of(tmp_path, b"usado")

    def asked() -> frozenset[str]:
        raise AssertionError

    came = sweep(
        store,
        em_uso=frozenset({used}),
        removidos=frozenset(),
        nomeados=asked,
        agora_ms=NOW,
    )
    assert came == Sweep(0, 0)


def test_what_events_commit_to_is_named(office: Office) -> None:
    engine = office.engine()
    for n, classe in enumerate(("publica", "restrita")):
        payload = {"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}
        attachment = NewAttachment(f"{n:064x}", 3, "text/plain", classe)
        engine.publicar(
            T1.id,
            NewEvent("brinquedo.pedido_feito", payload, sujeito=demanda(n), anexos=(attachment,)),
        )
    reader = office.database.open_reader()
    try:
        assert named_by_the_log(reader.cursor, reader.dialect) == {f"{n:064x}" for n in range(2)}
    finally:
        reader.close()
