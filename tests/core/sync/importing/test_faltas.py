"""What the world does in the middle of an exchange: power, disk, stick, a second hand.

Killed processes are real ones (``kill -9`` of a child); a full disk is SQLite's own, page by page,
and the system's refusal of an attachment. After each, nothing is half there, and the same file goes
in at the next try. Source: sync.md 4, rows 36, 55 to 58, 65.
"""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from core.kernel.errors import EnvironmentFault
from core.kernel.store import attachments
from core.kernel.store.attachments import AttachmentStore
from core.sync import export
from core.sync.importing import importer
from tests.support.office import demanda, entrou, pedido, unidade
from tests.support.pacotes import Feed, Pacote
from tests.support.postos import Posto

FEITO = "brinquedo.pedido_feito"
PHOTOS = [bytes([n]) * 400 for n in range(1, 4)]
needs_kill = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL, no fork")


def bundle_of(posto: Posto) -> bytes:
    """Three demands, each with a file."""
    feed = Feed("eco", posto.rede.rede)
    for n, photo in enumerate(PHOTOS, start=1):
        said = {"demanda_id": demanda(n), "unidade_civica_id": unidade(1)}
        feed.mais(said, tipo=FEITO, anexo=photo)
    return Pacote.de(posto.forja(), "eco", feed).bytes()


def killed(work: Callable[[], object]) -> None:
    """Do it in a child, which has to end by SIGKILL; what it patches is patched there alone."""
    child = multiprocessing.get_context("fork").Process(target=work)
    child.start()
    child.join(60)
    assert child.exitcode == -signal.SIGKILL


def die(*_args: object) -> None:
    """The power goes."""
    os.kill(os.getpid(), signal.SIGKILL)


def files(posto: Posto) -> list[Path]:
    """What lies in its attachments, unfinished files included."""
    return sorted(path for path in (posto.pasta / "anexos").rglob("*") if path.is_file())


def takes_it_whole(posto: Posto, raw: bytes) -> None:
    """The same file goes in now, and all is as if nothing had been."""
    assert posto.importa(raw).estado == "importado"
    assert posto.linhas("SELECT count(*) FROM t1_pedidos") == [(3,)]
    stored = AttachmentStore(posto.pasta / "anexos")
    assert sorted(content for one in stored.all() if (content := stored.get(one))) == PHOTOS
    assert posto.escritorio.verify().achados == []


@needs_kill
@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_a_kill_between_the_files_of_an_import_leaves_no_event(
    tres: list[Posto], place: int
) -> None:
    """Row 57: before each of three files, and between the last one and the transaction."""
    sul = tres[1]
    raw, before = bundle_of(sul), sul.tabelas()
    put = AttachmentStore.put
    count = 0

    def dying_put(store: AttachmentStore, content: bytes) -> str:
        nonlocal count
        count += 1
        if count == place:
            die()
        return put(store, content)

    def work() -> None:
        patch.object(AttachmentStore, "put", dying_put).start()
        if place > len(PHOTOS):
            patch.object(importer, "run_import", die).start()
        sul.importa(raw)

    killed(work)
    assert sul.tabelas() == before
    assert len(files(sul)) == place - 1
    assert list((sul.pasta / "bastidor").iterdir()) != []
    takes_it_whole(sul, raw)
    assert list((sul.pasta / "bastidor").iterdir()) == [], "the dead import's copy is gone"


@needs_kill
def test_a_kill_while_a_file_is_written_leaves_no_file_under_its_name(tres: list[Posto]) -> None:
    sul = tres[1]
    raw = bundle_of(sul)

    def work() -> None:
        patch.object(os, "fsync", die).start()
        sul.importa(raw)

    killed(work)
    assert list(AttachmentStore(sul.pasta / "anexos").all()) == []
    takes_it_whole(sul, raw)


@pytest.mark.parametrize("place", [1, 2, 3])
def test_no_room_for_a_file_is_said_and_leaves_nothing_half_written(
    tres: list[Posto], monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    """Row 56."""
    sul = tres[1]
    raw, before = bundle_of(sul), sul.tabelas()
    write = attachments._write  # the one place that writes a file
    count = 0

    def full(path: Path, content: bytes) -> None:
        nonlocal count
        count += 1
        if count == place:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content[:100])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(path, content)

    with monkeypatch.context() as patched:
        patched.setattr(attachments, "_write", full)
        with pytest.raises(EnvironmentFault, match=r"anexo\.nao_gravado"):
            sul.importa(raw)
    assert sul.tabelas() == before
    assert len(files(sul)) == place - 1
    takes_it_whole(sul, raw)


def test_a_disk_that_fills_at_any_page_of_the_transaction(tres: list[Posto]) -> None:
    """Row 56: SQLite itself says that it is full, one page later at each try."""
    norte, sul, _leste = tres
    norte.publica(entrou(1), *(pedido(n, titulo="longo " * 300) for n in range(1, 30)))
    bundle, before = norte.exporta(), sul.tabelas()
    refused: list[tuple[str, bool]] = []
    with sul.aberto() as engine:
        cursor = engine.writer.cursor
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        for room in range(40):
            cursor.execute(f"PRAGMA max_page_count={pages + 4 * room}")
            try:
                outcome = sul.importador(engine).import_bundle(bundle)
            except EnvironmentFault as fault:
                refused.append((fault.code, sul.tabelas() == before))
                continue
            assert outcome.estado == "importado"
            break
        cursor.execute("PRAGMA max_page_count=1073741823")
    assert len(refused) > 3
    assert set(refused) == {("banco.disco_cheio", True)}
    assert sul.retrato() == norte.retrato()
    assert sul.escritorio.verify().achados == []


@needs_kill
@pytest.mark.parametrize("step", ["antes", "depois"])
def test_a_kill_around_the_moment_when_a_bundle_gets_its_name(tres: list[Posto], step: str) -> None:
    """Row 58: before it, only what nobody imports; after it, the file is whole."""
    norte, sul, _leste = tres
    norte.publica(pedido(1))

    def work() -> None:
        if step == "antes":
            patch.object(Path, "replace", die).start()
        else:
            patch.object(export, "sync_folder", die).start()
        norte.exporta()

    killed(work)
    folder = norte.pasta / "saida-1"
    whole = list(folder.glob("civico_*"))
    assert len(whole) == (step == "depois")
    assert len(list(folder.glob(".civico-*"))) == (step == "antes")
    norte.saidas = 0
    again = norte.exporta()
    assert list(folder.glob(".civico-*")) == []
    for made in {*whole, again}:
        assert sul.importa(made).estado in ("importado", "ja_importado")
    assert sul.retrato() == norte.retrato()


@needs_kill
def test_two_processes_that_import_at_once_come_to_one_log(tres: list[Posto]) -> None:
    """Row 65: each waits for the other, or says that the office is busy; nothing comes twice."""
    norte, sul, _leste = tres
    norte.publica(entrou(1), *(pedido(n) for n in range(1, 15)))
    first = norte.exporta()
    norte.publica(*(pedido(n) for n in range(15, 30)))
    second = norte.exporta()
    context = multiprocessing.get_context("fork")
    start = context.Event()

    def work(bundle: Path) -> None:
        start.wait(30)
        try:
            outcome = sul.importa(bundle)
        except EnvironmentFault as fault:
            os._exit(3 if fault.code == "banco.ocupado" else 9)
        os._exit(0 if outcome.estado == "importado" else 8)

    children = [context.Process(target=work, args=(one,)) for one in (first, second, second)]
    for child in children:
        child.start()
    start.set()
    for child in children:
        child.join(120)
    codes = [child.exitcode for child in children]
    assert set(codes) <= {0, 3, 8}, codes
    assert 0 in codes
    for bundle in (first, second):
        assert sul.importa(bundle).estado in ("importado", "ja_importado")
    assert sul.retrato() == norte.retrato()
    held = f"SELECT count(*), count(DISTINCT event_hash) FROM event_log WHERE hex(no) = '{norte.no.upper()}'"
    assert sul.linhas(held) == [norte.linhas(held)[0]]
    assert sul.escritorio.verify().achados == []


def test_a_bundle_that_exposes_restricted_parts_leaves_no_trace_of_them(
    tres: list[Posto],
) -> None:
    """Row 36: whoever made it is to be told; the bytes are kept nowhere, quarantine included."""
    sul = tres[1]
    secret = "telefone da dona Maria"
    feed = Feed("eco", sul.rede.rede)
    said = {"demanda_id": demanda(1), "unidade_civica_id": unidade(1)}
    feed.mais(said, {"texto_bruto": secret}, tipo=FEITO)
    sealed = Pacote.de(sul.forja(), "eco", feed, classe="restrito", destinatarios=("alva",))
    raw = sealed.dizendo(classe="publico").bytes()
    stick = sul.pasta.parent / "pendrive.zip"
    stick.write_bytes(raw)
    before = sul.tabelas()
    outcome = sul.importa(stick)
    assert (outcome.estado, outcome.motivo) == ("recusado", "pacote.restrito_exposto")
    assert {**sul.tabelas(), "kernel_quarentena": 0} == before
    for path in sul.pasta.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        assert secret.encode() not in content, path
        assert raw[:64] not in content, path
