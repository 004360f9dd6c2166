"""PostgreSQL's own: SQLSTATEs, notices between workstations, a server that goes away."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import make_url

from core.kernel.errors import EnvironmentFault
from core.kernel.store.postgres import PostgresDatabase, plain_url, postgres_fault
from tests.support.founded import Founded


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.LockNotAvailable(), "banco.ocupado"),
        (psycopg.errors.DiskFull(), "banco.disco_cheio"),
        (psycopg.errors.TooManyConnections(), "banco.conexoes_esgotadas"),
        (psycopg.errors.ReadOnlySqlTransaction(), "banco.somente_leitura"),
        (psycopg.errors.AdminShutdown(), "banco.servidor_parou"),
        (psycopg.errors.InvalidPassword(), "banco.senha_recusada"),
        (psycopg.errors.InvalidCatalogName(), "banco.nao_existe"),
        (psycopg.errors.ConnectionFailure(), "banco.servidor_nao_responde"),
        (psycopg.OperationalError("no route"), "banco.servidor_nao_responde"),
    ],
)
def test_server_states_become_faults(error: psycopg.Error, code: str) -> None:
    fault = postgres_fault(error, "aqui")
    assert isinstance(fault, EnvironmentFault)
    assert fault.code == code


def test_programming_errors_stay_what_they_are() -> None:
    assert postgres_fault(psycopg.errors.UndefinedTable(), "x") is None
    assert postgres_fault(psycopg.errors.UniqueViolation(), "x") is None
    assert postgres_fault(ValueError(), "x") is None


def test_the_password_is_never_shown() -> None:
    database = PostgresDatabase("postgresql+psycopg://ana:segredo@host/escritorio")
    assert "segredo" not in database.description
    assert "ana" in database.description
    assert plain_url("postgresql+psycopg://x") == plain_url("postgresql://x") == "postgresql://x"


def test_no_server_is_said_so() -> None:
    database = PostgresDatabase("postgresql://x@/y?host=/tmp/nada-aqui")
    with pytest.raises(EnvironmentFault) as fault:
        database.open_reader()
    assert fault.value.code == "banco.servidor_nao_responde"


def test_a_server_that_refuses_at_the_door_is_not_called_silent(postgres_url: str) -> None:
    """On a connection attempt the driver knows no SQLSTATE."""
    url = make_url(postgres_url)
    stranger = url.set(username="ninguem").render_as_string(hide_password=False)
    with pytest.raises(EnvironmentFault) as fault:
        PostgresDatabase(stranger).open_reader()
    assert fault.value.code == "banco.senha_recusada"
    nowhere = url.set(database="nao_existe").render_as_string(hide_password=False)
    with pytest.raises(EnvironmentFault) as fault:
        PostgresDatabase(nowhere).open_reader()
    assert fault.value.code == "banco.nao_existe"


def end_session(office: Founded, pid: int) -> None:
    assert isinstance(office.database, PostgresDatabase)
    other = office.database.connect()
    other.execute("SELECT pg_terminate_backend(%s)", (pid,))
    other.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", (pid,))
    other.close()


def test_a_session_that_was_ended_is_opened_again(founded_postgres: Founded) -> None:
    writer = founded_postgres.database.open_writer(checkpoints=True)
    writer.cursor.execute("SELECT pg_backend_pid()")
    end_session(founded_postgres, writer.cursor.fetchone()[0])
    with pytest.raises(EnvironmentFault) as fault:
        writer.begin()
    assert fault.value.code in {"banco.servidor_parou", "banco.servidor_nao_responde"}
    writer.begin()
    writer.cursor.execute("INSERT INTO kernel_redobra VALUES ('X', 'k')")
    writer.commit()
    writer.close()


def test_a_lock_whose_session_was_ended_is_no_longer_held(founded_postgres: Founded) -> None:
    assert isinstance(founded_postgres.database, PostgresDatabase)
    lock = founded_postgres.database.engine_lock()
    assert lock.acquire()
    assert lock._connection is not None
    end_session(founded_postgres, lock._connection.info.backend_pid)
    assert not lock.is_held()
    assert lock.acquire()
    lock.release()


def test_a_lock_given_back_is_free_at_once(founded_postgres: Founded) -> None:
    one = founded_postgres.database.engine_lock()
    other = founded_postgres.database.engine_lock()
    for _ in range(30):
        assert one.acquire()
        assert not other.acquire()
        one.release()
        assert other.acquire()
        other.release()
