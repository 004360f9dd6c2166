"""Disks that are full, read-only, shared or locked: a sentence, nothing lost, works again after.

Full disks come in three forms: SQLite's page limit, RLIMIT_FSIZE (a file may not grow), and where
the tests may mount one a tmpfs of a few hundred kilobytes, which fills database, WAL, guard and
log alike.
"""

from __future__ import annotations

import contextlib
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from core.kernel.backup.copying import create_copy
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.ids import SeededIds
from core.kernel.observability.log_file import LogFile
from core.kernel.store import network_share
from core.kernel.store.founding import NewOffice, found_office
from core.kernel.store.opening import open_office
from core.kernel.store.sqlite import SqliteDatabase, SqliteWriter
from tests.support.founded import Founded, found
from tests.support.office import entrou, pedido
from tests.support.unprivileged import run_as_nobody


def refused(act: object) -> str:
    """The code that a person would get a sentence for."""
    with pytest.raises(EnvironmentFault) as fault:
        act()  # type: ignore[operator] # a test's own callable
    return fault.value.code


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """No file of this process may grow beyond ``size`` bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def append_until_full(office: Founded) -> int:
    """Append until the disk says no; how many events were acknowledged."""
    acknowledged = 0

    def append_one() -> None:
        nonlocal acknowledged
        office.append(pedido(acknowledged, texto_bruto="x" * 4000))
        acknowledged += 1

    def append_all() -> None:
        while acknowledged < 10_000:
            append_one()

    assert refused(append_all) in {"banco.disco_cheio", "banco.disco_falhou"}
    return acknowledged


def check_whole(office: Founded, acknowledged: int) -> None:
    """Every acknowledged event is there, no other; and it goes on."""
    assert len(office.events()) == acknowledged
    assert office.verify().achados == []
    office.append(entrou(1))
    assert len(office.events()) == acknowledged + 1
    assert office.verify().achados == []


def test_the_page_limit_stops_and_nothing_is_lost(
    founded_sqlite: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SqliteWriter.__init__

    def limited(self: SqliteWriter, path: Path, *, checkpoints: bool) -> None:
        original(self, path, checkpoints=checkpoints)
        self.cursor.execute("PRAGMA max_page_count = 120")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteWriter, "__init__", limited)
        acknowledged = append_until_full(founded_sqlite)
    check_whole(founded_sqlite, acknowledged)


@pytest.mark.parametrize("kib", [400, 900])
def test_a_file_that_may_not_grow_stops_and_nothing_is_lost(
    founded_sqlite: Founded, kib: int
) -> None:
    """Hits the WAL or the database at its checkpoint, whichever is larger."""
    with no_file_beyond(kib * 1024):
        acknowledged = append_until_full(founded_sqlite)
    check_whole(founded_sqlite, acknowledged)


def test_the_guard_is_written_in_place_on_a_full_disk(founded_sqlite: Founded) -> None:
    founded_sqlite.append(entrou(1))
    founded_sqlite.write_guard()
    founded_sqlite.append(entrou(2))
    head = founded_sqlite.open().cabeca
    with no_file_beyond(0):
        assert refused(lambda: founded_sqlite.guard.write(head)) == "guarda.nao_gravada"
    opened = founded_sqlite.open()
    assert (opened.verdict.value, opened.recusa) == ("guarda_atras", None)
    founded_sqlite.write_guard()
    assert founded_sqlite.open().verdict.value == "ok"


def test_a_copy_that_does_not_fit_is_not_named_as_done(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    founded_sqlite.work()
    with no_file_beyond(100_000):
        code = refused(
            lambda: create_copy(
                founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock
            )
        )
    assert code in {"banco.disco_cheio", "banco.disco_falhou", "arquivo.recusado"}
    assert list((tmp_path / "c").iterdir()) == []
    made = create_copy(
        founded_sqlite.database, tmp_path / "c", founded_sqlite.scope, founded_sqlite.clock
    )
    assert made.arquivo.exists()


def test_an_office_that_does_not_fit_is_not_founded(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "dados")
    with no_file_beyond(50_000):
        code = refused(lambda: found(database, tmp_path / "ajustes"))
    assert code in {"banco.disco_cheio", "banco.disco_falhou"}
    assert list(tmp_path.iterdir()) == []
    assert found(database, tmp_path / "ajustes").open().recusa is None


def test_the_log_of_what_happens_never_stops_the_log_that_counts(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "registros")
    log(b'{"a":1}\n')
    with no_file_beyond(0):
        log(b'{"perdida":1}\n')
        log(b'{"perdida":2}\n')
    log(b'{"b":1}\n')
    log.close()
    text = (tmp_path / "registros" / "formigueiro.jsonl").read_text("utf-8")
    assert '{"a":1}' in text
    assert '{"b":1}' in text
    assert "perdida" not in text
    assert "2" in text  # how many were lost


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A tmpfs of 4 MiB, where the tests may mount one."""
    folder = tmp_path / "disco"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [str(mount), "-t", "tmpfs", "-o", "size=4m,mode=700", "tmpfs", str(folder)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("sem permissão de montar um tmpfs; RLIMIT_FSIZE mostra o mesmo")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    office = found(SqliteDatabase(small_disk / "dados"), small_disk / "ajustes")
    log = LogFile(small_disk / "registros")
    log(b'{"a":1}\n')
    acknowledged = append_until_full(office)
    head = office.open().cabeca
    filler = small_disk / "resto"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass
    log(b"x" * 8192 + b"\n")  # lost, and nothing is raised
    office.guard.write(head)  # in place: needs no room
    code = refused(
        lambda: create_copy(office.database, small_disk / "c", office.scope, office.clock)
    )
    assert code in {"banco.disco_cheio", "banco.disco_falhou", "arquivo.recusado"}
    filler.unlink()
    log.close()
    shutil.rmtree(small_disk / "registros")
    office.write_guard()
    assert office.open().verdict.value == "ok"
    assert len(office.events()) == acknowledged
    assert office.verify().achados == []


def _try_read_only(folder: Path) -> list[str]:
    """As nobody: what reading, writing and founding in a read-only folder say."""
    said = []
    database = SqliteDatabase(folder / "dados")
    keys = folder / "ajustes"
    new = NewOffice(folder / "novos", lambda _identity: None)  # type: ignore[arg-type,return-value] # never called
    for act in (
        database.open_reader,
        lambda: database.open_writer(checkpoints=True),
        lambda: database.engine_lock().acquire(),
        lambda: open_office(database, keys),
        lambda: found_office(SqliteDatabase(folder / "novo"), new, SeededIds(1)),
    ):
        try:
            act()
        except UserFacingError as fault:
            said.append(fault.code)
        else:
            said.append("nada")
    return said


def test_a_folder_that_may_only_be_read(nobody_path: Path) -> None:
    office = found(SqliteDatabase(nobody_path / "dados"), nobody_path / "ajustes")
    office.append(entrou(1))
    for path in (nobody_path, *nobody_path.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    said = run_as_nobody(_try_read_only, nobody_path)
    for path in (nobody_path, *nobody_path.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    assert said == [
        "banco.somente_leitura", "banco.somente_leitura", "banco.somente_leitura",
        "banco.somente_leitura", "arquivo.recusado",
    ]  # fmt: skip
    assert not (nobody_path / "novo").exists()
    office.append(entrou(2))
    assert len(office.events()) == 2


def test_a_database_locked_by_another_connection(
    founded_sqlite: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.kernel.store.sqlite.BUSY_MS", 50)
    other = founded_sqlite.database.open_writer(checkpoints=False)
    other.begin()
    assert refused(lambda: founded_sqlite.append(entrou(1))) == "banco.ocupado"
    assert founded_sqlite.events() == []
    other.rollback()
    other.close()
    founded_sqlite.append(entrou(1))
    assert founded_sqlite.verify().eventos == 1


def test_a_folder_on_a_network_share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_share, "filesystem_type", lambda _folder, _mounts: "cifs")
    assert refused(lambda: SqliteDatabase(tmp_path)) == "banco.pasta_de_rede"


def test_two_openers_one_engine(founded_sqlite: Founded) -> None:
    first = founded_sqlite.engine()
    second = founded_sqlite.engine()
    assert (first.state().estado, second.state().estado) == ("em_dia", "convidado")
    second.publicar("T-1", entrou(1))
    first.publicar("T-1", entrou(2))
    first.aguardar_ocioso(trabalhos=True)
    assert [event.seq for event in founded_sqlite.events()] == [0, 1]
    first.stop()
    second.stop()
    report = founded_sqlite.verify()
    assert (report.achados, report.eventos) == ([], 2)
