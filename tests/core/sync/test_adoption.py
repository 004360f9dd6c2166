"""Joining: one transaction, the old epoch kept as it was, nothing half done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import FormerNetwork
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.identity.root_key import read_root_key
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.opening import own_head
from core.kernel.store.statement import Statement
from core.sync.admission import admit
from core.sync.adoption import Joining, join, require_invited
from core.sync.entry_files import EntryRequest, Version, Wanted, make_entry_request
from core.sync.entry_files import read_entry_request as read
from core.sync.exchange_keys import (
    TRANSPORT_KEY,
    held_exchange_keys,
    list_exchange_keys,
    store_versions,
)
from tests.support.entradas import Sozinho, sozinho
from tests.support.founded import Founded
from tests.support.office import unidade

CENTRO = sozinho("Centro")


def exchanging(office: Founded) -> None:
    """As after ``rede criar``, with a day's work and its note."""
    opened = office.open()
    keys = held_exchange_keys(office.keys, office.ids.random_bytes)
    root = read_root_key(office.office.root_key_file, None, opened.rede.current.raizes)
    longer, signatures = list_exchange_keys(
        opened.rede, opened.installation.no, keys, "Norte", root.seed
    )
    store_versions(office.database, opened.rede, [(longer.current.raw, signatures)])
    office.work()
    note(office)


def note(office: Founded) -> bytes:
    """Sign the head, as closing does."""
    opened = office.open()
    head, installation = opened.cabeca, opened.installation
    origin = feed_origin(installation.rede, installation.no, installation.epoca)
    signed = sign_checkpoint(Checkpoint(origin, head.tamanho, head.raiz), office.keys.get("log"))
    writer = office.database.open_writer(checkpoints=True)
    writer.begin()
    row = {
        "no": bytes.fromhex(installation.no), "epoca": installation.epoca,
        "tamanho": head.tamanho, "raiz": head.raiz, "nota": signed,
    }  # fmt: skip
    Statement(insert(t.kernel_checkpoints), list(row)).run(writer.cursor, writer.dialect, row)
    writer.commit()
    writer.close()
    return signed


def request_of(office: Founded, epoca: int = 0) -> EntryRequest:
    """Its request to join."""
    opened = office.open()
    reader = office.database.open_reader()
    versions = facts.network_versions(reader.cursor, reader.dialect)
    reader.cursor.execute("SELECT nota FROM kernel_checkpoints ORDER BY tamanho DESC")
    signed = bytes(reader.cursor.fetchone()[0])
    reader.close()
    no, rede = opened.installation.no, opened.installation.rede
    wanted = Wanted(no, epoca, "Norte", (unidade(1),), signed, versions)
    return read(make_entry_request(wanted, rede, office.keys.get(TRANSPORT_KEY)))


def joining(office: Founded, tmp_path: Path, centro: Sozinho = CENTRO, epoca: int = 0) -> Joining:
    """All that joining takes."""
    admitted = admit(centro.chain, request_of(office, epoca), centro.founding.root_seed)
    opened = office.open()
    versions: list[Version] = [*centro.versions, *admitted.added]
    return Joining(
        installation=opened.installation,
        former=opened.rede,
        chain=admitted.chain,
        versions=versions,
        registry=office.registry,
        clock=office.clock,
        ids=office.ids,
        attachments=AttachmentStore(tmp_path / "anexos"),
    )


@pytest.fixture
def office(founded: Founded) -> Founded:
    """Ready to ask."""
    exchanging(founded)
    return founded


def rows(office: Founded) -> dict[str, list[tuple[Any, ...]]]:
    """All of the log's tables and the facts."""
    reader = office.database.open_reader()
    try:
        found = {}
        for table in t.metadata.sorted_tables:
            if table.name == "kernel_escrita":
                continue
            reader.cursor.execute(f"SELECT * FROM {table.name} ORDER BY 1, 2")
            found[table.name] = [tuple(row) for row in reader.cursor.fetchall()]
        return found
    finally:
        reader.close()


def test_the_old_epoch_stays_and_the_next_one_begins(office: Founded, tmp_path: Path) -> None:
    before = office.events()
    what = joining(office, tmp_path)
    installation, event = join(office.database, what)
    assert office.events()[:-1] == before
    assert office.events()[-1] == event
    assert (installation.rede, installation.epoca) == (CENTRO.chain.rede, 1)
    assert (event.no, event.epoca, event.seq, event.prev) == (installation.no, 1, 0, None)
    assert event.altura == before[-1].altura + 1
    said = event.payload
    assert (said["motivo"], said["epoca_anterior"]) == ("entrada_em_rede", 0)
    assert said["tamanho_restaurado"] == len(before)
    (attachment,) = event.anexos
    kept = AttachmentStore(tmp_path / "anexos").get(attachment.sha256 or "")
    assert kept is not None
    documents = json.loads(kept)["documentos"]
    assert documents == [one.raw.decode() for one in what.former.documents]
    opened = office.open()
    assert opened.recusa is None
    assert [one.raw for one in opened.rede.documents] == [raw for raw, _ in what.versions]
    assert office.verify().ok


def test_it_works_on_and_the_old_notes_hold(office: Founded, tmp_path: Path) -> None:
    join(office.database, joining(office, tmp_path))
    office.work()
    note(office)
    report = office.verify()
    assert report.ok, [one.codigo for one in report.achados]
    assert {event.epoca for event in office.events()} == {0, 1}


def test_an_epoch_may_be_left_out(office: Founded, tmp_path: Path) -> None:
    installation, event = join(office.database, joining(office, tmp_path, epoca=2))
    assert (installation.epoca, event.epoca) == (3, 3)
    assert office.verify().ok


def test_what_is_not_signed_is_not_left_behind(office: Founded, tmp_path: Path) -> None:
    what = joining(office, tmp_path)
    office.work()
    before = rows(office)
    with pytest.raises(UserFacingError, match="falta_assinar"):
        join(office.database, what)
    assert rows(office) == before
    note(office)
    join(office.database, what)


def test_a_network_that_moved_on_is_decided_anew(office: Founded, tmp_path: Path) -> None:
    what = joining(office, tmp_path)
    writer = office.database.open_writer(checkpoints=True)
    writer.begin()
    facts.set_fact(writer.cursor, writer.dialect, "instancia", "ab" * 16)
    writer.commit()
    writer.close()
    with pytest.raises(UserFacingError, match=r"rede\.mudou"):
        join(office.database, what)


def test_nobody_joins_while_the_office_is_open(founded_sqlite: Founded, tmp_path: Path) -> None:
    exchanging(founded_sqlite)
    what = joining(founded_sqlite, tmp_path)
    engine = founded_sqlite.engine()
    try:
        with pytest.raises(EnvironmentFault, match="em_uso"):
            join(founded_sqlite.database, what)
    finally:
        engine.stop()


def test_a_process_that_stayed_open_writes_nothing_more(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    """A guest without the engine lock learns it at its next transaction."""
    exchanging(founded_sqlite)
    what = joining(founded_sqlite, tmp_path)
    engine = founded_sqlite.engine()
    engine.cycle.begin()
    engine.cycle.commit()
    lock = founded_sqlite.database.engine_lock
    free = type("Free", (), {"acquire": lambda self: True, "release": lambda self: None})
    try:
        founded_sqlite.database.engine_lock = free  # type: ignore[method-assign] # a guest
        join(founded_sqlite.database, what)
        with pytest.raises(EnvironmentFault, match="epoca_encerrada"):
            engine.cycle.begin()
    finally:
        founded_sqlite.database.engine_lock = lock  # type: ignore[method-assign] # as it was
        engine.stop()


class Failing:
    """A cursor whose n-th statement fails."""

    def __init__(self, cursor: Any, left: int) -> None:
        self._cursor = cursor
        self.left = left

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)

    def execute(self, *args: Any) -> Any:
        self._count()
        return self._cursor.execute(*args)

    def executemany(self, *args: Any) -> Any:
        self._count()
        return self._cursor.executemany(*args)

    def _count(self) -> None:
        self.left -= 1
        if self.left == -1:
            raise OSError(28, "No space left on device")


def test_a_fault_at_any_statement_changes_nothing(
    founded_sqlite: Founded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exchanging(founded_sqlite)
    what = joining(founded_sqlite, tmp_path)
    before = rows(founded_sqlite)
    whole = founded_sqlite.database.open_writer
    for count in range(100):
        with monkeypatch.context() as patch:

            def failing(*, checkpoints: bool, left: int = count) -> Any:
                writer = whole(checkpoints=checkpoints)
                begin = writer.begin

                def then() -> bool:
                    changed = begin()
                    setattr(writer, "cursor", Failing(writer.cursor, left))  # noqa: B010 # read-only by its type
                    return changed

                writer.begin = then  # type: ignore[method-assign] # counted from here on
                return writer

            patch.setattr(founded_sqlite.database, "open_writer", failing)
            try:
                join(founded_sqlite.database, what)
            except OSError:
                assert rows(founded_sqlite) == before, count
                continue
        break
    assert 10 < count < 99
    assert founded_sqlite.open().installation.rede == CENTRO.chain.rede
    assert founded_sqlite.verify().ok


def test_who_is_invited(founded_sqlite: Founded, tmp_path: Path) -> None:
    exchanging(founded_sqlite)
    what = joining(founded_sqlite, tmp_path)
    entry = require_invited(what.chain, what.former, what.installation)
    assert entry.antes == FormerNetwork(0, what.former.rede)

    def code(
        chain: NetworkChain = what.chain, own: NetworkChain = what.former, **change: Any
    ) -> str:
        with pytest.raises(UserFacingError) as fault:
            require_invited(chain, own, replace(what.installation, **change))
        return fault.value.code

    def saying(**change: Any) -> NetworkChain:
        nodes = tuple(
            replace(one, **change) if one.no == entry.no else one for one in what.chain.current.nos
        )
        return NetworkChain((*what.chain.documents, replace(what.chain.current, nos=nodes)))

    assert code(epoca=1) == "convite.epoca_passou"
    assert code(CENTRO.chain) == "convite.de_outro"
    assert code(saying(chave_log="11" * 32)) == "convite.de_outro"
    assert code(saying(chave_transporte="11" * 32)) == "convite.de_outro"
    assert code(saying(destinatario_age="age1" + "q" * 58)) == "convite.de_outro"
    assert code(saying(antes=None)) == "convite.de_outro"
    assert code(saying(antes=FormerNetwork(0, "11" * 32))) == "convite.de_outro"
    assert code(what.chain, what.chain) == "convite.ja_em_rede"


def test_the_guard_is_behind_and_not_against_it(office: Founded, tmp_path: Path) -> None:
    """A crash between the commit and the guard is what an opening takes as it is."""
    office.write_guard()
    join(office.database, joining(office, tmp_path))
    opened = office.open()
    assert opened.recusa is None
    reader = office.database.open_reader()
    try:
        office.guard.write(own_head(reader, opened.installation))
    finally:
        reader.close()
    assert office.open().recusa is None
