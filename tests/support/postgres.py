"""Pytest plugin: a throw-away PostgreSQL cluster, and a fresh database for every test.

One cluster per test process, made by ``initdb`` in a short folder under /tmp, reachable through a
unix socket only, never through the network. It runs as an unprivileged user (PostgreSQL refuses
root) and dies with the process that started it, even by ``kill -9``. Durability is switched off:
what these tests show about durability is shown on SQLite.
"""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.support.unprivileged import UserSwitch

OWNER = "formigueiro"
START_S = 60.0
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "timezone": "UTC",
    "log_min_messages": "fatal",
}


def server_programs() -> Path | None:
    """The folder with initdb and postgres, the newest where Debian has several; or None."""
    installed = sorted(
        (path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        key=lambda folder: int(folder.parent.name) if folder.parent.name.isdigit() else 0,
    )
    if installed:
        return installed[-1]
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found and shutil.which("postgres") else None


def server_user() -> UserSwitch:
    """Whom the server runs as: ourselves, or where we are root ``postgres``, else ``nobody``."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class PostgresServer:
    """A running cluster. ``url(name)`` addresses a database of it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = server_user()
        self._counter = itertools.count(1)
        self._templates: set[str] = set()
        self._process: subprocess.Popen[bytes] | None = None
        # A unix socket's path holds 107 bytes: pytest's own folders are too deep.
        self.folder = Path(tempfile.mkdtemp(prefix="fpg-", dir="/tmp"))
        if "user" in self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])

    def start(self) -> None:
        """Make the cluster and wait until it answers.

        Raises:
            RuntimeError: initdb or the server failed; the message holds its own words.
        """
        data = self.folder / "data"
        options = f"--username={OWNER} --auth=trust --encoding=UTF8 --locale=C --no-sync"
        made = subprocess.run(
            [str(self._programs / "initdb"), f"--pgdata={data}", *options.split()],
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
            **self._user,
        )
        if made.returncode != 0:
            raise RuntimeError(f"initdb: {made.stdout}{made.stderr}")
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder)}
        with (data / "postgresql.auto.conf").open("a", encoding="ascii") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        command = [str(self._programs / "postgres"), "-D", str(data)]
        if shutil.which("setpriv"):
            command = ["setpriv", "--pdeathsig", "QUIT", *command]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
                **self._user,
            )
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + START_S
        while True:
            try:
                psycopg.connect(self.dsn("postgres")).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    log = (self.folder / "log").read_text("utf-8", "replace")
                    raise RuntimeError(f"PostgreSQL did not start: {log}") from error
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """End the server at once and remove every trace."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def dsn(self, database: str) -> str:
        """For ``psycopg.connect``."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    def url(self, database: str) -> str:
        """For SQLAlchemy, and for the application's ``--banco``."""
        return f"postgresql+psycopg://{OWNER}@/{database}?host={self.folder}"

    def execute(self, statement: sql.Composed) -> None:
        """One administrative statement, outside any transaction."""
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def create(self, template: str = "template1") -> str:
        """A fresh database, copied from ``template``; its name."""
        name = f"t{os.getpid()}_{next(self._counter)}"
        self.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is still connected to it."""
        self.execute(
            sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
        )

    def template(self, name: str, build: Callable[[str], None]) -> str:
        """A database made once per cluster, to copy from: migrations run once, not per test.

        Args:
            name: of the template database.
            build: called with its URL the first time; must leave no connection open.
        """
        if name not in self._templates:
            self.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
            build(self.url(name))
            self._templates.add(name)
        return name


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The cluster of this test process; the test is skipped where the programs are missing."""
    programs = server_programs()
    if programs is None:
        reason = "programas do servidor PostgreSQL não encontrados (apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(f"{reason}: .ci/run deveria tê-los instalado", pytrace=False)
        pytest.skip(reason)
    server = PostgresServer(programs)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """URL of an empty database that only this test uses."""
    name = postgres_server.create()
    yield postgres_server.url(name)
    postgres_server.drop(name)
