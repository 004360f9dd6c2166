"""A new office is whole or not there at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.guard import GuardVerdict
from core.kernel.identity.guard_file import GuardFile
from core.kernel.identity.keystore import LOG_KEY, KeyStore, MemoryKeyStore, PlainKeyStore
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node import NodeIdentity
from core.kernel.identity.root_key import read_root_key
from core.kernel.ids import SeededIds
from core.kernel.store import founding, schema
from core.kernel.store.database import Database
from core.kernel.store.founding import MARKER_FILE, NewOffice, found_office, holds_office
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support.founded import CHEAP, Founded, found
from tests.support.office import entrou


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


def new_office(settings: Path, make: object = None) -> NewOffice:
    def plain(_identity: NodeIdentity) -> KeyStore:
        return PlainKeyStore(settings)

    return NewOffice(settings, plain if make is None else make, vault_params=CHEAP)  # type: ignore[arg-type] # a test's own callable


def refused(database: Database, new: NewOffice) -> str:
    with pytest.raises(UserFacingError) as refusal:
        found_office(database, new, SeededIds(1))
    return refusal.value.code


def test_a_founded_office_opens_and_its_genesis_is_its_own(founded: Founded) -> None:
    opened = founded.open()
    assert opened.installation == founded.office.installation
    assert opened.identity == founded.office.identity
    assert opened.verdict is GuardVerdict.OK
    assert opened.recusa is None
    assert opened.avisos == ()
    opened.require_writable()
    assert isinstance(opened.rede, NetworkChain)
    assert opened.rede.rede == founded.office.installation.rede
    assert founded.keys.has(LOG_KEY)
    root = read_root_key(founded.office.root_key_file, None, opened.rede.current.raizes)
    assert root.rede == opened.rede.rede
    assert root.seed != founded.keys.get(LOG_KEY)
    assert not (founded.settings / MARKER_FILE).exists()


def test_a_founded_office_takes_events(founded: Founded) -> None:
    founded.append(entrou(1))
    assert [(event.seq, event.prev) for event in founded.events()] == [(0, None)]


def test_the_same_seed_founds_the_same_network(tmp_path: Path) -> None:
    one = found(SqliteDatabase(tmp_path / "um"), tmp_path / "a")
    two = found(SqliteDatabase(tmp_path / "dois"), tmp_path / "b")
    other = found(SqliteDatabase(tmp_path / "outro"), tmp_path / "c", seed="outra")
    assert one.office.identity == two.office.identity
    assert one.office.identity.rede != other.office.identity.rede


def test_a_place_with_an_office_is_refused_and_untouched(founded: Founded) -> None:
    before = founded.open().installation
    assert holds_office(founded.database)
    assert refused(founded.database, new_office(founded.settings.parent / "x")) == (
        "escritorio.ja_existe"
    )
    assert founded.open().installation == before
    assert not (founded.settings.parent / "x").exists()


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "dados"
    folder.mkdir()
    (folder / "fotos.zip").write_bytes(b"x")
    assert refused(SqliteDatabase(folder), new_office(tmp_path / "a")) == "escritorio.pasta_ocupada"
    (tmp_path / "arquivo").write_bytes(b"x")
    at_a_file = SqliteDatabase(tmp_path / "arquivo")
    assert refused(at_a_file, new_office(tmp_path / "a")) == "escritorio.pasta_ocupada"
    assert names(tmp_path) == ["arquivo", "dados", "fotos.zip"]


def test_locks_and_logs_of_a_first_start_are_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / "dados"
    (folder / "registros").mkdir(parents=True)
    (folder / "janela.trava").write_bytes(b"")
    found(SqliteDatabase(folder), tmp_path / "ajustes")
    assert sorted(path.name for path in folder.iterdir() if path.suffix != ".sqlite-shm") == [
        FILE_NAME, "janela.trava", "registros",
    ]  # fmt: skip


def test_foreign_keys_of_another_installation_are_never_overwritten(tmp_path: Path) -> None:
    settings = tmp_path / "ajustes"
    first = PlainKeyStore(settings)
    settings.mkdir()
    first.put(LOG_KEY, b"7" * 32)
    assert refused(SqliteDatabase(tmp_path / "dados"), new_office(settings)) == "chaves.ja_existem"
    assert first.get(LOG_KEY) == b"7" * 32
    assert not (tmp_path / "dados").exists()


@pytest.mark.parametrize("moment", ["chaves", "chave_raiz", "guarda", "lugar"])
def test_a_failure_leaves_nothing_behind(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = EnvironmentFault("teste.disco_cheio")

    def fail(*_args: object, **_more: object) -> None:
        raise fault

    new = new_office(tmp_path / "ajustes", fail if moment == "chaves" else None)
    if moment == "chave_raiz":
        monkeypatch.setattr(founding, "write_root_key", fail)
    elif moment == "guarda":
        monkeypatch.setattr(GuardFile, "adopt", fail)
    elif moment == "lugar":
        monkeypatch.setattr(founding, "_move_into_place", fail)
    database = SqliteDatabase(tmp_path / "dados")
    assert refused(database, new) == "teste.disco_cheio"
    assert names(tmp_path) == []
    monkeypatch.undo()
    found(database, tmp_path / "ajustes")
    assert holds_office(database)


def test_a_failure_on_the_server_leaves_an_empty_database(
    postgres_url: str, tmp_path: Path
) -> None:
    def fail(_identity: NodeIdentity) -> KeyStore:
        raise EnvironmentFault("teste.disco_cheio")

    database = PostgresDatabase(postgres_url)
    assert refused(database, new_office(tmp_path / "a", fail)) == "teste.disco_cheio"
    assert schema.current_version(database) is None
    assert names(tmp_path) == []
    found(database, tmp_path / "a")
    assert holds_office(database)


def test_a_server_database_of_somebody_else_is_refused(postgres_url: str, tmp_path: Path) -> None:
    database = PostgresDatabase(postgres_url)
    connection = database.connect()
    connection.execute("CREATE TABLE folha (x integer)")
    connection.close()
    assert refused(database, new_office(tmp_path / "a")) == "banco.nao_vazio"


def test_what_a_dead_founding_left_is_cleared_by_the_next_one_of_the_same_place(
    tmp_path: Path,
) -> None:
    settings = tmp_path / "ajustes"
    settings.mkdir()
    database = SqliteDatabase(tmp_path / "dados")
    (settings / MARKER_FILE).write_bytes(database.description.encode())
    PlainKeyStore(settings).put(LOG_KEY, b"7" * 32)
    (settings / "chave-raiz.cofre").write_bytes(b"half")
    elsewhere = SqliteDatabase(tmp_path / "outra")
    assert refused(elsewhere, new_office(settings)) == "chaves.ja_existem"
    found_office(database, new_office(settings), SeededIds(1))
    assert PlainKeyStore(settings).get(LOG_KEY) != b"7" * 32


def test_the_database_holds_no_private_key(founded_sqlite: Founded) -> None:
    store = founded_sqlite.keys
    root = read_root_key(
        founded_sqlite.office.root_key_file, None, founded_sqlite.open().rede.current.raizes
    )
    data = (founded_sqlite.settings.parent / "dados" / FILE_NAME).read_bytes()
    for seed in (store.get(LOG_KEY), root.seed):
        assert seed not in data
        assert seed.hex().encode() not in data


def test_the_file_is_the_owners_alone_and_in_wal_mode(founded_sqlite: Founded) -> None:
    path = founded_sqlite.settings.parent / "dados" / FILE_NAME
    assert path.stat().st_mode & 0o077 == 0
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_locked_store_refuses_before_anything_stands(tmp_path: Path) -> None:
    locked = MemoryKeyStore(password=b"x")
    new = new_office(tmp_path / "ajustes", lambda _identity: locked)
    assert refused(SqliteDatabase(tmp_path / "dados"), new) == "chaves.trancadas"
    assert names(tmp_path) == []


def test_two_foundings_of_one_place_at_once_make_one_whole_office(tmp_path: Path) -> None:
    """The second must not take the first's marker for a dead founding and clear its keys."""
    settings = tmp_path / "configuracao"
    database = SqliteDatabase(tmp_path / "dados")
    refused: list[EnvironmentFault] = []

    def make(identity: NodeIdentity) -> KeyStore:
        with pytest.raises(EnvironmentFault) as fault:
            found_office(database, new_office(settings), SeededIds(2))
        refused.append(fault.value)
        return PlainKeyStore(settings)

    found_office(database, new_office(settings, make), SeededIds(1))
    assert [fault.code for fault in refused] == ["escritorio.em_criacao"]
    assert PlainKeyStore(settings).has(LOG_KEY)
    assert sorted(path.name for path in settings.iterdir()) == [
        "chave-raiz.cofre",
        "chaves.aberta",
        "guarda.bin",
    ]
