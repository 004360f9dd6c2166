"""What a start says of an office that was moved, put back, cloned, outdated or broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.guard import GuardVerdict
from core.kernel.identity.guard_file import GuardFile, GuardRecord
from core.kernel.store import opening
from core.kernel.store.database import Database
from core.kernel.store.founding import MARKER_FILE
from core.kernel.store.opening import open_office
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.founded import Founded
from tests.support.office import entrou, pedido


def refused(database: Database, settings: Path) -> UserFacingError:
    with pytest.raises(UserFacingError) as refusal:
        open_office(database, settings)
    return refusal.value


def test_a_guard_one_commit_behind_is_an_ordinary_crash(founded: Founded) -> None:
    founded.append(entrou(1))
    founded.write_guard()
    assert founded.open().verdict is GuardVerdict.OK
    founded.append(pedido(1), pedido(2))
    opened = founded.open()
    assert opened.verdict is GuardVerdict.GUARD_BEHIND
    assert opened.recusa is None
    assert opened.cabeca.tamanho == 3


def test_a_database_put_back_by_hand_opens_for_reading_only(
    founded_sqlite: Founded, tmp_path: Path
) -> None:
    founded_sqlite.append(entrou(1))
    kept = tmp_path / "copia.sqlite"
    path = tmp_path / "dados" / FILE_NAME
    shutil.copy(path, kept)
    founded_sqlite.append(pedido(1), pedido(2))
    founded_sqlite.write_guard()
    shutil.copy(kept, path)
    opened = founded_sqlite.open()
    assert opened.verdict is GuardVerdict.DATABASE_BEHIND
    assert opened.recusa is not None
    assert opened.recusa.code == "guarda.banco_atras"
    assert (opened.recusa.params["guardado"], opened.recusa.params["banco"]) == (3, 1)
    for act in (opened.require_writable, opened.adopt_guard):
        with pytest.raises(IntegrityFault) as refusal:
            act()
        assert refusal.value.code == "guarda.banco_atras"


def test_another_history_of_the_same_length_or_longer_is_seen(founded: Founded) -> None:
    founded.append(entrou(1))
    instancia = founded.office.installation.instancia
    no = founded.office.identity.no
    founded.guard.adopt(GuardRecord(instancia, no, 0, 1, b"\x01" * 32))
    opened = founded.open()
    assert opened.verdict is GuardVerdict.DIVERGED
    assert opened.recusa is not None
    assert opened.recusa.code == "guarda.divergente"
    founded.append(entrou(2))
    assert founded.open().verdict is GuardVerdict.DIVERGED


def test_a_guard_of_another_installation_is_seen(founded: Founded) -> None:
    founded.guard.adopt(GuardRecord("9" * 32, founded.office.identity.no, 0, 0, b"\x01" * 32))
    opened = founded.open()
    assert opened.recusa is not None
    assert opened.recusa.code == "guarda.outra_instancia"


def test_a_lost_guard_warns_and_is_written_anew_when_told(founded: Founded) -> None:
    founded.append(entrou(1))
    founded.office.guard_file.unlink()
    opened = founded.open()
    assert (opened.verdict, opened.avisos) == (GuardVerdict.MISSING, ("guarda.ausente",))
    opened.require_writable()
    founded.office.guard_file.write_bytes(b"lixo")
    opened = founded.open()
    assert opened.avisos == ("guarda.ilegivel",)
    opened.adopt_guard()
    again = founded.open()
    assert (again.verdict, again.avisos) == (GuardVerdict.OK, ())


def test_the_root_at_a_size_is_read_in_chunks(
    founded: Founded, monkeypatch: pytest.MonkeyPatch
) -> None:
    founded.append(*[pedido(n) for n in range(7)])
    founded.write_guard()
    expected = founded.open().cabeca.raiz
    founded.append(pedido(8))
    monkeypatch.setattr(opening, "_CHUNK", 3)
    reader = founded.database.open_reader()
    assert opening.root_at(reader, founded.office.installation, 7) == expected
    reader.close()


def test_opening_removes_the_marker_of_a_founding_that_died_after_its_last_act(
    founded: Founded,
) -> None:
    marker = founded.settings / MARKER_FILE
    marker.write_bytes(founded.database.description.encode())
    founded.open()
    assert not marker.exists()


def test_no_database_is_said_so(tmp_path: Path) -> None:
    assert refused(SqliteDatabase(tmp_path / "nada"), tmp_path).code == "banco.nao_existe"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "banco.sem_esquema"),
        (b"isto nao e um banco" * 100, "banco.nao_e_banco"),
    ],
)
def test_a_file_that_is_no_database_is_said_so(tmp_path: Path, content: bytes, code: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    fault = refused(SqliteDatabase(tmp_path), tmp_path)
    assert isinstance(fault, IntegrityFault)
    assert fault.code == code


def test_a_truncated_database_is_said_so(founded_sqlite: Founded, tmp_path: Path) -> None:
    path = tmp_path / "dados" / FILE_NAME
    data = path.read_bytes()
    for size in (5000, len(data) // 2, len(data) - 4096):
        path.write_bytes(data[:size])
        fault = refused(founded_sqlite.database, founded_sqlite.settings)
        assert fault.code == "banco.danificado", size


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("DELETE FROM kernel_instalacao WHERE chave = 'no'", "instalacao.incompleta"),
        ("DELETE FROM kernel_feeds", "instalacao.ramo_danificado"),
        ("UPDATE kernel_feeds SET tamanho = 7", "instalacao.ramo_danificado"),
        ("DELETE FROM kernel_rede", "rede.ausente"),
        (f"UPDATE kernel_instalacao SET valor = '{'ab' * 16}' WHERE chave = 'no'",
         "instalacao.ramo_danificado"),
        (f"UPDATE kernel_instalacao SET valor = '{'ab' * 32}' WHERE chave = 'rede'",
         "rede.outra_rede"),
    ],
)  # fmt: skip
def test_rows_that_do_not_fit_are_damage(founded: Founded, sql: str, code: str) -> None:
    writer = founded.database.open_writer(checkpoints=True)
    writer.begin()
    writer.cursor.execute(sql)
    writer.commit()
    writer.close()
    fault = refused(founded.database, founded.settings)
    assert isinstance(fault, IntegrityFault)
    assert fault.code in {code, "instalacao.no_desconhecido"}


def test_the_guard_file_is_named(founded: Founded) -> None:
    assert GuardFile(founded.office.guard_file).read() == founded.open().guard.read()
