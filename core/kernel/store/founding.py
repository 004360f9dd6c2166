"""A new office: database, network of one, keys, root key file, guard - all of it or nothing.

The database is built beside its place and renamed into it last (on PostgreSQL: committed last), so
that a folder with an office in it always holds a whole one. A marker in the settings folder tells
what a founding that died has left there; the next one clears it away. Source: design.md 4, 6.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.durable_file import sync_folder, write_private
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile, GuardRecord
from core.kernel.identity.keystore import LOG_KEY, OPEN_FILE, VAULT_FILE, KeyStore
from core.kernel.identity.node import NodeIdentity, found_network
from core.kernel.identity.root_key import ROOT_KEY_FILE, RootKey, write_root_key
from core.kernel.ids import Ids
from core.kernel.merkle import EMPTY_ROOT
from core.kernel.store import installation as facts
from core.kernel.store import schema
from core.kernel.store.database import Database
from core.kernel.store.file_lock import FileLock
from core.kernel.store.installation import Installation
from core.kernel.store.online_copy import disk_fault
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.store.statement import Cursor

MARKER_FILE: Final = ".fundacao-em-curso"
LOCK_FILE: Final = ".fundacao.trava"

# What a data folder may hold before there is an office in it: locks and logs of a first start.
_HARMLESS: Final = ("registros", ".trava")


@dataclass(frozen=True, slots=True)
class NewOffice:
    """What the operator chose for a new office.

    Args:
        settings_folder: outside the data folder; keys, root key and guard go there.
        make_key_store: an empty, unlocked store for this identity's log key; called once.
        root_password: of ``chave-raiz.cofre``; None marks it open (``--sem-senha``).
        demonstracao: a demonstration office stays one for ever.
        vault_params: cost of one attempt at the root key's password.
    """

    settings_folder: Path
    make_key_store: Callable[[NodeIdentity], KeyStore]
    root_password: bytes | None = None
    demonstracao: bool = False
    vault_params: VaultParams | None = None


@dataclass(frozen=True, slots=True)
class FoundedOffice:
    """What was founded; the private keys are in their places and no longer here."""

    installation: Installation
    identity: NodeIdentity
    root_key_file: Path
    guard_file: Path


def holds_office(database: Database) -> bool:
    """Whether there is a founded office already, of whatever schema.

    Raises:
        EnvironmentFault: the database cannot be asked.
        IntegrityFault: there is a file, and it is damaged or of another program.
    """
    if isinstance(database, SqliteDatabase) and not database.path.exists():
        return False
    return schema.current_version(database) is not None


def found_office(database: Database, new: NewOffice, ids: Ids) -> FoundedOffice:
    """Found an office in a place where there is none.

    Args:
        database: an empty PostgreSQL database, or a SQLite folder that is missing, empty or holds
            only logs and locks.
        new: the operator's choices.
        ids: randomness of keys, nonce and labels.

    Raises:
        UserFacingError: ``escritorio.ja_existe``, ``escritorio.pasta_ocupada``,
            ``banco.nao_vazio``, ``chaves.*``, ``chave_raiz.*``.
        EnvironmentFault: disk full, no permission, network share. Nothing is left behind.
    """
    if holds_office(database):
        raise UserFacingError("escritorio.ja_existe", onde=database.description)
    founding = found_network(ids.random_bytes)
    identity = founding.identity
    installation = Installation(
        rede=founding.identity.rede,
        no=identity.no,
        epoca=0,
        instancia=ids.new_label(),
        demonstracao=new.demonstracao,
        chave_raiz_confirmada=False,
    )
    root_key_file = new.settings_folder / ROOT_KEY_FILE
    guard_file = new.settings_folder / GUARD_FILE
    where = database.description
    with _settings(new.settings_folder, where), contextlib.ExitStack() as undo:
        with _building(database, ids) as cursor:
            facts.found(
                cursor, database.dialect, installation, founding.genesis, founding.signatures
            )
            keys = new.make_key_store(identity)
            undo.callback(_forget, keys)
            keys.put(LOG_KEY, founding.log_seed)
            write_root_key(
                root_key_file,
                RootKey(founding.root_seed, identity.rede),
                new.root_password,
                ids.random_bytes,
                new.vault_params,
            )
            GuardFile(guard_file).adopt(
                GuardRecord(installation.instancia, identity.no, 0, 0, EMPTY_ROOT)
            )
        undo.pop_all()
    return FoundedOffice(installation, identity, root_key_file, guard_file)


def _forget(keys: KeyStore) -> None:
    """The operating system's store is not cleared away with the settings folder."""
    with contextlib.suppress(UserFacingError):
        keys.forget(LOG_KEY)


@contextmanager
def _settings(folder: Path, where: str) -> Iterator[None]:
    """The settings folder, put back as it was where founding fails or failed before.

    The marker names the place that was being founded: only a founding of the same place, which
    holds no office, may clear what the dead one left.
    """
    marker = folder / MARKER_FILE
    lock = FileLock(folder / LOCK_FILE)
    try:
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        # A marker tells of a founding; only the lock tells a dead one from one that runs.
        if not lock.acquire():
            raise EnvironmentFault("escritorio.em_criacao", onde=where)
        if marker.exists() and marker.read_bytes() == where.encode():
            _clear_settings(folder)
    except OSError as error:
        raise disk_fault(error, folder) from error
    try:
        if any((folder / name).exists() for name in (VAULT_FILE, OPEN_FILE, ROOT_KEY_FILE)):
            raise UserFacingError("chaves.ja_existem", arquivo=str(folder))
        write_private(marker, where.encode(), code="arquivo.recusado")
        try:
            yield
        except BaseException:
            with contextlib.suppress(OSError):
                _clear_settings(folder)
                lock.remove()
                if is_new:
                    folder.rmdir()
            raise
        forget_marker(folder)
    finally:
        lock.remove()


def forget_marker(folder: Path) -> None:
    """The office stands: nothing of it may ever be cleared away as unfinished."""
    with contextlib.suppress(OSError):
        (folder / MARKER_FILE).unlink()


def _clear_settings(folder: Path) -> None:
    for name in (VAULT_FILE, OPEN_FILE, ROOT_KEY_FILE, GUARD_FILE, MARKER_FILE):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def _building(database: Database, ids: Ids) -> Iterator[Cursor]:
    """The cursor of an empty schema that becomes the office at the end of the block."""
    if not isinstance(database, SqliteDatabase):
        with schema.creating(database) as cursor:
            yield cursor
        return
    folder = database.folder
    _require_free(folder)
    building = folder.parent / f".{folder.name}.fundando-{ids.new_label()[:8]}"
    try:
        building.mkdir(parents=True, mode=0o700)
        with schema.creating(SqliteDatabase(building)) as cursor:
            yield cursor
        _move_into_place(building, folder)
    except OSError as error:
        raise disk_fault(error, folder) from error
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _require_free(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise UserFacingError("escritorio.pasta_ocupada", onde=str(folder))
    if any(not path.name.endswith(_HARMLESS) for path in folder.iterdir()):
        raise UserFacingError("escritorio.pasta_ocupada", onde=str(folder))


def _move_into_place(building: Path, folder: Path) -> None:
    """The last act: one rename, of the folder or into it."""
    leftovers = [path.name for path in building.iterdir() if path.name != FILE_NAME]
    if leftovers:  # the connection is closed: a WAL would mean pages that are not in the file
        raise EnvironmentFault("banco.nao_abre", onde=str(building / FILE_NAME))
    if folder.exists():
        (building / FILE_NAME).replace(folder / FILE_NAME)
        sync_folder(folder)
    else:
        building.rename(folder)
    sync_folder(folder.parent)
