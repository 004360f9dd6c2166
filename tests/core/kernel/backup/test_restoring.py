"""A restored office stands in a new epoch; what was there is kept; nothing else is changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.crypto import ed25519
from core.kernel.backup import restoring
from core.kernel.backup.copying import create_copy
from core.kernel.backup.enrolment import NewLogKey
from core.kernel.backup.restoring import Restored, RestoreKeys, restore_copy
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.guard import GuardVerdict
from core.kernel.identity.keystore import LOG_KEY, KeyStore, MemoryKeyStore
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.ids import SeededIds
from core.kernel.merkle import EMPTY_ROOT
from core.kernel.store import schema
from core.kernel.store.database import Database
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.schema_engine import open_engine
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database
from tests.support import toy_colonies
from tests.support.founded import Founded, found
from tests.support.office import entrou, pedido


class Backup:
    """An office, its copies, and the operator who restores them."""

    def __init__(self, office: Founded, folder: Path) -> None:
        self.office = office
        self.folder = folder
        self.ids = SeededIds("restauro")

    def scope(self, database: Database | None = None) -> Scope:
        is_server = (database or self.office.database).dialect == "postgresql"
        return Scope(self.office.registry) if is_server else self.office.scope

    def copy(self) -> Path:
        self.office.clock.advance(1000)
        return create_copy(
            self.office.database, self.folder, self.scope(), self.office.clock
        ).arquivo

    def restore(
        self,
        copy: Path,
        database: Database | None = None,
        settings: Path | None = None,
        new_key: MemoryKeyStore | None = None,
    ) -> Restored:
        self.office.clock.advance(1000)
        keys = RestoreKeys(
            settings or self.office.settings,
            self.office.office.root_key_file,
            new_log_key=None if new_key is None else NewLogKey(lambda _no: new_key, no_other_store),
        )
        target = database or self.office.database
        return restore_copy(target, copy, keys, self.scope(target), self.office.clock, self.ids)


def no_other_store(_no: str) -> KeyStore:
    raise AssertionError("there is one")


@pytest.fixture
def backup(founded_sqlite: Founded, tmp_path: Path) -> Backup:
    founded_sqlite.work()
    founded_sqlite.write_guard()
    return Backup(founded_sqlite, tmp_path / "copias")


def refusal(backup: Backup, copy: Path, **more: object) -> UserFacingError:
    with pytest.raises(UserFacingError) as fault:
        backup.restore(copy, **more)  # type: ignore[arg-type] # passed on as given
    return fault.value


def leftovers(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if "restaurando" in path.name]


def test_restoring_over_the_present_opens_a_new_epoch(backup: Backup) -> None:
    office = backup.office
    copy = backup.copy()
    size = len(office.events())
    old = office.open()
    office.append(pedido(50), pedido(51))
    office.write_guard()
    done = backup.restore(copy)

    opened = office.open()
    assert opened.verdict is GuardVerdict.OK
    opened.require_writable()
    assert opened.installation == done.installation
    assert opened.installation.epoca == 1
    assert opened.installation.instancia != old.installation.instancia
    assert (opened.identity, opened.rede.rede) == (old.identity, old.rede.rede)
    seal = opened.rede.current.seal(old.identity.no, 0)
    assert seal is not None
    assert (seal.tamanho, seal.raiz) == (size, done.evento.payload["raiz"])
    last = office.events()[-1]
    assert (last.tipo, last.epoca, last.seq, last.prev) == ("epoca.aberta", 1, 0, None)
    assert last.payload["epoca_anterior"] == 0
    assert (last.payload["tamanho_restaurado"], last.payload["tamanho_guarda"]) == (size, size + 2)
    assert done.perdidos == 2
    assert last.altura == office.events()[-2].altura + 1
    assert office.verify().achados == []
    assert leftovers(office.settings.parent / "dados") == []

    assert done.anterior is not None
    assert done.anterior.name.startswith(f"{FILE_NAME}.anterior-")
    aside = office.settings.parent / "aside"
    aside.mkdir()
    (aside / FILE_NAME).write_bytes(done.anterior.read_bytes())
    report = verify_database(SqliteDatabase(aside), backup.scope())
    assert (report.achados, report.eventos) == ([], size + 2)


def test_the_restored_office_goes_on_in_the_new_epoch(backup: Backup) -> None:
    office = backup.office
    backup.restore(backup.copy())
    engine = office.engine()
    engine.publicar("T-1", entrou(9))
    engine.aguardar_ocioso(trabalhos=True)
    engine.stop()
    new = [event for event in office.events() if event.epoca == 1]
    assert [event.seq for event in new] == list(range(len(new)))
    assert new[1].prev == new[0].event_hash
    assert new[1].tipo == "brinquedo.conselheiro_entrou"
    report = office.verify()
    assert (report.achados, report.ramos, report.nao_comparadas) == ([], 2, [])


def test_restoring_the_same_copy_twice_never_opens_an_epoch_twice(backup: Backup) -> None:
    office = backup.office
    copy = backup.copy()
    size = len(office.events())
    first = backup.restore(copy)
    office.append(entrou(8))
    office.write_guard()
    second = backup.restore(copy)
    assert (first.installation.epoca, second.installation.epoca) == (1, 2)
    opened = office.open()
    no = opened.identity.no
    seals = [opened.rede.current.seal(no, epoca) for epoca in (0, 1)]
    assert [(seal.tamanho, seal.raiz) for seal in seals if seal is not None] == [
        (size, second.evento.payload["raiz"]), (0, EMPTY_ROOT.hex()),
    ]  # fmt: skip
    assert opened.rede.current.versao == 3
    assert office.verify().achados == []
    third = backup.restore(backup.copy())
    assert third.installation.epoca == 3
    assert office.verify().achados == []


def test_a_better_copy_puts_a_wrong_restore_right(backup: Backup) -> None:
    office = backup.office
    older = backup.copy()
    office.append(entrou(7), entrou(8))
    office.write_guard()
    newer = backup.copy()
    size = len(office.events())
    backup.restore(older)
    done = backup.restore(newer)
    assert done.installation.epoca == 2
    assert [event.epoca for event in office.events()] == [0] * size + [2]
    assert office.verify().achados == []


def test_a_new_machine_gets_the_office_from_the_copy_alone(backup: Backup, tmp_path: Path) -> None:
    copy = backup.copy()
    database = SqliteDatabase(tmp_path / "outra maquina")
    settings = tmp_path / "outros ajustes"
    done = backup.restore(copy, database, settings)
    assert (done.anterior, done.perdidos) == (None, None)
    assert done.installation.epoca == 1
    assert verify_database(database, backup.scope()).achados == []
    assert replace(backup.office, database=database, settings=settings).open().recusa is None


def test_a_destroyed_database_is_no_obstacle(backup: Backup) -> None:
    office = backup.office
    copy = backup.copy()
    size = len(office.events())
    path = office.settings.parent / "dados" / FILE_NAME
    path.write_bytes(b"destruido" * 1000)
    done = backup.restore(copy)
    assert done.anterior is not None
    assert done.anterior.read_bytes() == b"destruido" * 1000
    assert (done.installation.epoca, done.perdidos) == (1, 0)
    assert len(office.events()) == size + 1
    assert office.verify().achados == []


def test_wrong_files_change_nothing(backup: Backup, tmp_path: Path) -> None:
    office = backup.office
    before = office.open()
    copy = backup.copy()
    data = copy.read_bytes()
    (tmp_path / "texto").write_bytes(b"isto nao e uma copia" * 500)
    (tmp_path / "vazio").write_bytes(b"")
    (tmp_path / "cortado").write_bytes(data[: len(data) // 2])
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    copy.write_bytes(flipped)
    for path in (tmp_path / "texto", tmp_path / "vazio", tmp_path / "cortado", copy):
        fault = refusal(backup, path)
        assert isinstance(fault, IntegrityFault)
        assert fault.code in {
            "copia.nao_confere",
            "banco.nao_e_banco",
            "banco.danificado",
        }
    assert refusal(backup, tmp_path / "nada").code == "banco.nao_existe"
    assert office.open().installation == before.installation
    assert office.verify().eventos == before.cabeca.tamanho
    assert leftovers(tmp_path / "dados") == []


def test_a_copy_of_another_network_is_refused(backup: Backup, tmp_path: Path) -> None:
    other = found(SqliteDatabase(tmp_path / "b" / "dados"), tmp_path / "b" / "ajustes", "outra")
    other.append(entrou(1))
    foreign = Backup(other, tmp_path / "b" / "copias").copy()
    assert refusal(backup, foreign).code == "copia.outra_rede"
    (tmp_path / "dados" / FILE_NAME).unlink()
    assert refusal(backup, foreign).code == "copia.outra_rede"  # the guard remembers
    elsewhere = SqliteDatabase(tmp_path / "c")
    fault = refusal(backup, foreign, database=elsewhere, settings=tmp_path / "c ajustes")
    assert fault.code == "chave_raiz.outra_rede"


def test_a_copy_of_a_newer_release_is_refused(backup: Backup) -> None:
    backup.office.sql("UPDATE alembic_version SET version_num = '0777'")
    path = backup.office.settings.parent / "dados" / FILE_NAME
    copy = backup.folder / "nova.copia"
    backup.folder.mkdir()
    copy.write_bytes(path.read_bytes())
    backup.office.sql(f"UPDATE alembic_version SET version_num = '{schema.SCHEMA_VERSION}'")
    fault = refusal(backup, copy)
    assert isinstance(fault, EnvironmentFault)
    assert fault.code == "banco.esquema_mais_novo"
    assert backup.office.open().installation.epoca == 0


def test_an_office_in_use_is_not_replaced(backup: Backup) -> None:
    copy = backup.copy()
    lock = backup.office.database.engine_lock()
    assert lock.acquire()
    assert refusal(backup, copy).code == "banco.em_uso"
    lock.release()
    assert backup.restore(copy).installation.epoca == 1


def test_what_a_killed_restore_left_goes_with_the_next_one(backup: Backup) -> None:
    copy = backup.copy()
    assert isinstance(backup.office.database, SqliteDatabase)
    dead = backup.office.database.folder / ".restaurando-0badf00d"
    dead.mkdir()
    (dead / "formigueiro.sqlite").write_bytes(b"an office nobody looks after")
    backup.restore(copy)
    assert leftovers(backup.office.database.folder) == []


def test_the_wrong_root_key_changes_nothing(backup: Backup, tmp_path: Path) -> None:
    copy = backup.copy()
    backup.office.office.root_key_file.unlink()
    assert refusal(backup, copy).code == "chave_raiz.ausente"
    assert backup.office.open().installation.epoca == 0
    assert leftovers(tmp_path / "dados") == []


def note(office: Founded, seed: bytes) -> None:
    """What closing the program does, signed by whoever has that key."""
    opened = office.open()
    head = opened.cabeca
    checkpoint = Checkpoint(opened.identity.origin(head.epoca), head.tamanho, head.raiz)
    signed = sign_checkpoint(checkpoint, seed).hex()
    office.sql(
        f"INSERT INTO kernel_checkpoints VALUES (x'{head.no}', {head.epoca}, {head.tamanho},"
        f" x'{head.raiz.hex()}', x'{signed}')"
    )


def test_a_lost_log_key_is_followed_by_one_that_the_root_key_lists(backup: Backup) -> None:
    office = backup.office
    first, old = office.open().identity, office.keys.get(LOG_KEY)
    note(office, old)
    store = MemoryKeyStore()
    done = backup.restore(backup.copy(), new_key=store)
    new = store.get(LOG_KEY)
    assert done.chave_nova == ed25519.public_key(new)
    opened = office.open()
    assert (opened.identity.no, opened.identity.rede) == (first.no, first.rede)
    assert opened.identity.log_public_key == done.chave_nova != first.log_public_key
    note(office, new)
    report = office.verify()
    assert report.achados == []
    # Whoever finds the old key signs nothing of the new epoch.
    office.sql("DELETE FROM kernel_checkpoints WHERE epoca = 1")
    note(office, old)
    assert [found.codigo for found in office.verify().achados] == ["ponto.nota_invalida"]


def test_a_restore_that_fails_takes_its_new_key_back(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, store = backup.copy(), MemoryKeyStore()

    def die(*_words: object, **_more: object) -> None:
        raise OSError(28, "cheio")

    with monkeypatch.context() as patch:
        patch.setattr(restoring, "_put_in_place", die)
        assert isinstance(refusal(backup, copy, new_key=store), EnvironmentFault)
    assert not store.has(LOG_KEY)
    assert backup.office.open().installation.epoca == 0


def test_an_older_copy_takes_up_the_key_that_is_here(backup: Backup, tmp_path: Path) -> None:
    """Nothing is left but a copy from before the first key was lost, and the second key."""
    old_copy, store = backup.copy(), MemoryKeyStore()
    second = backup.restore(backup.copy(), new_key=store).chave_nova
    elsewhere = SqliteDatabase(tmp_path / "outro")
    done = backup.restore(old_copy, elsewhere, tmp_path / "outros ajustes", new_key=store)
    assert done.chave_nova == second
    assert verify_database(elsewhere, backup.scope()).achados == []


def test_a_server_office_comes_back_on_a_server_and_on_a_laptop(
    founded_postgres: Founded, postgres_url: str, tmp_path: Path
) -> None:
    backup = Backup(founded_postgres, tmp_path / "copias")
    founded_postgres.work()
    founded_postgres.write_guard()
    copy = backup.copy()
    size = len(founded_postgres.events())
    assert refusal(backup, copy).code == "banco.nao_vazio"

    server = PostgresDatabase(postgres_url)
    assert backup.restore(copy, server).installation.epoca == 1
    laptop = SqliteDatabase(tmp_path / "laptop")
    done = restore_copy(
        laptop,
        copy,
        RestoreKeys(tmp_path / "novos", founded_postgres.office.root_key_file),
        Scope(founded_postgres.registry),
        founded_postgres.clock,
        backup.ids,
    )
    assert done.installation.epoca == 1
    for database, settings in ((server, founded_postgres.settings), (laptop, tmp_path / "novos")):
        with open_engine(database, create=False) as connection:
            toy_colonies.metadata.create_all(connection)
        office = replace(founded_postgres, database=database, settings=settings)
        engine = office.engine()
        engine.aguardar_ocioso(trabalhos=True)
        engine.stop()
        events = office.events()
        assert [event.tipo for event in events[size:]][:1] == ["epoca.aberta"]
        report = office.verify()
        assert (report.achados, report.nao_comparadas) == ([], [])


def test_a_laptop_office_moves_to_a_server(
    backup: Backup, postgres_url: str, tmp_path: Path
) -> None:
    copy = backup.copy()
    server = PostgresDatabase(postgres_url)
    done = restore_copy(
        server,
        copy,
        RestoreKeys(tmp_path / "novos", backup.office.office.root_key_file),
        Scope(backup.office.registry),
        backup.office.clock,
        backup.ids,
    )
    assert done.installation.epoca == 1
    report = verify_database(server, Scope(backup.office.registry))
    assert report.achados == []
    assert report.eventos == len(backup.office.events()) + 1
