"""The copy that is made before every upgrade of the schema (design.md 6).

SQLite: an online copy, checked and renamed into place. PostgreSQL: ``pg_dump`` where the program
is installed and agrees with the server; otherwise the operator has to say that a copy exists.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Final

from core.kernel.clock import format_timestamp
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.durable_file import sync_folder
from core.kernel.store.database import Database
from core.kernel.store.online_copy import copy_database, disk_fault
from core.kernel.store.postgres import PostgresDatabase, plain_url
from core.kernel.store.sqlite import SqliteDatabase, connect_reader

DUMP_TIMEOUT_S: Final = 3_600


def copy_before_upgrade(
    database: Database, folder: Path, version: str, now_ms: int, *, confirmed: bool
) -> Path | None:
    """Make the copy; its path, or None where the operator confirmed to have one.

    Raises:
        EnvironmentFault: no room, no permission.
        IntegrityFault: ``banco.danificado``: what was copied does not hold together.
        UserFacingError: ``banco.copia_do_servidor_necessaria``.
    """
    stamp = file_stamp(now_ms)
    if isinstance(database, SqliteDatabase):
        target = folder / f"antes-da-atualizacao-{version}-{stamp}.sqlite"
        return _copy_file(database.path, target)
    if not isinstance(database, PostgresDatabase):
        raise TypeError(f"no copy of {type(database).__name__}")
    target = folder / f"antes-da-atualizacao-{version}-{stamp}.dump"
    if _dump(database, target):
        return target
    if not confirmed:
        raise UserFacingError("banco.copia_do_servidor_necessaria", onde=database.description)
    return None


def file_stamp(now_ms: int) -> str:
    """A moment as part of a file name: ``20261130-094103-123``, UTC."""
    text = format_timestamp(now_ms)
    return text[:19].replace("-", "").replace(":", "").replace("T", "-") + "-" + text[20:23]


def _copy_file(source: Path, target: Path) -> Path:
    partial = target.with_name(f".{target.name}.parcial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        copy_database(source, partial)
        _check(partial, target)
        partial.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise disk_fault(error, target) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()
    return target


def _check(partial: Path, target: Path) -> None:
    with contextlib.closing(connect_reader(partial)) as connection:
        try:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            raise IntegrityFault("banco.danificado", onde=str(target)) from error
    if found is None or found[0] != "ok":
        raise IntegrityFault("banco.danificado", onde=str(target))


def _dump(database: PostgresDatabase, target: Path) -> bool:
    """Whether ``pg_dump`` wrote a whole dump; it refuses a server newer than itself."""
    program = shutil.which("pg_dump")
    if program is None:
        return False
    from sqlalchemy import make_url  # noqa: PLC0415 # upgrades are rare, start-up is not

    url = make_url(plain_url(database.url))
    # The password travels by environment: arguments are seen by every user of the machine.
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    address = url.set(password=None).render_as_string(hide_password=False)
    partial = target.with_name(f".{target.name}.parcial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(  # noqa: S603 # a program found on PATH, arguments of our own
            [program, "--format=custom", "--no-password", f"--file={partial}", address],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=DUMP_TIMEOUT_S,
            check=False,
        )
        if done.returncode != 0 or not partial.exists() or partial.stat().st_size == 0:
            return False
        partial.chmod(0o600)
        with partial.open("r+b") as file:
            os.fsync(file.fileno())
        partial.replace(target)
        sync_folder(target.parent)
    except subprocess.TimeoutExpired:
        return False
    except OSError as error:
        raise disk_fault(error, target) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()
    return True
