"""The throw-away cluster: fresh databases, copies of a template, nothing left running."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import psycopg
import pytest

from tests.support.postgres import PostgresServer, server_programs


def _dsn(url: str) -> str:
    return url.replace("postgresql+psycopg://", "postgresql://")


@pytest.mark.parametrize("_round", [1, 2])
def test_every_test_gets_an_empty_database(postgres_url: str, _round: int) -> None:
    with psycopg.connect(_dsn(postgres_url)) as connection:
        connection.execute("CREATE TABLE gente (nome text)")
        connection.execute("INSERT INTO gente VALUES ('João')")
        assert connection.execute("SELECT nome FROM gente").fetchall() == [("João",)]


def test_the_server_is_not_root_and_not_on_the_network(postgres_url: str) -> None:
    with psycopg.connect(_dsn(postgres_url)) as connection:
        row = connection.execute("SELECT pg_backend_pid(), inet_server_addr()").fetchone()
    assert row is not None
    assert row[1] is None
    assert Path(f"/proc/{row[0]}").exists() is False or Path(f"/proc/{row[0]}").stat().st_uid != 0


def test_a_template_is_built_once_and_copied(postgres_server: PostgresServer) -> None:
    built: list[str] = []

    def build(url: str) -> None:
        built.append(url)
        with psycopg.connect(_dsn(url)) as connection:
            connection.execute("CREATE TABLE modelo (n int)")
            connection.execute("INSERT INTO modelo VALUES (42)")

    for _ in range(2):
        name = postgres_server.create(postgres_server.template("modelo_de_teste", build))
        with psycopg.connect(postgres_server.dsn(name)) as connection:
            assert connection.execute("SELECT n FROM modelo").fetchall() == [(42,)]
            connection.execute("INSERT INTO modelo VALUES (43)")
        postgres_server.drop(name)
    assert len(built) == 1


@pytest.mark.skipif(server_programs() is None, reason="programas do PostgreSQL não encontrados")
def test_the_server_dies_with_a_killed_test_process() -> None:
    script = textwrap.dedent(
        """
        import os, signal
        from tests.support.postgres import PostgresServer, server_programs
        server = PostgresServer(server_programs())
        server.start()
        print(server.folder, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    folder = Path(done.stdout.strip())
    assert folder.name.startswith("fpg-"), done.stderr
    pid = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
    server = PostgresServer.__new__(PostgresServer)
    for _ in range(200):
        if not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text():
            break
        subprocess.run(["sleep", "0.05"], check=True)
    else:
        pytest.fail(f"postgres {pid} outlived its test process")
    server.folder = folder
    server._process = None
    server.stop()
    assert not folder.exists()
