"""``copia restaurar``: a verified copy becomes the office, in a new epoch.

Everything is prepared in a folder beside the database - copied, brought to the present schema,
verified, sealed, next epoch opened - and moved into place at the end; the database that was there
is kept aside. The old epoch is never continued. Source: sync.md 2.12, decision 9.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from core.kernel.backup.carrying import carry
from core.kernel.backup.checking import compare_bytes
from core.kernel.backup.copying import Progress, no_progress, require_whole
from core.kernel.backup.enrolment import NewLogKey, enrol
from core.kernel.backup.epoch import Restart, open_next_epoch
from core.kernel.backup.left_network import has_left
from core.kernel.backup.present import PresentOffice, look_at_present
from core.kernel.clock import Clock
from core.kernel.engine.suspension import critical_unknown
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.event import Event
from core.kernel.identity.durable_file import sync_folder
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.root_key import read_root_key
from core.kernel.ids import Ids
from core.kernel.registry import Registry
from core.kernel.store import installation as facts
from core.kernel.store import schema
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.database import Database
from core.kernel.store.installation import Installation
from core.kernel.store.online_copy import disk_fault
from core.kernel.store.opening import own_head
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.safety_copy import file_stamp
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.verification.chain import verify_chain
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database

ASIDE: Final = ".anterior-"
_WORKSHOP: Final = ".restaurando-"


@dataclass(frozen=True, slots=True)
class RestoreKeys:
    """Where the office's secrets and its guard are.

    Args:
        settings_folder: holds the guard.
        root_key_file: ``chave-raiz.cofre``, from wherever it is kept.
        root_password: None where that file is open.
        new_log_key: the log key is lost: go on with another one.
    """

    settings_folder: Path
    root_key_file: Path
    root_password: bytes | None = None
    new_log_key: NewLogKey | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """What was done.

    Args:
        installation: with the new epoch and ``instancia``.
        evento: ``epoca.aberta``.
        anterior: the database that was there before; None where there was none.
        perdidos: events of the old epoch that the guard remembers and the copy has not; None
            where nothing remembers.
        chave_nova: 32 bytes of the log key that the network document lists from now on; None
            where it is the one of before.
    """

    installation: Installation
    evento: Event
    anterior: Path | None
    perdidos: int | None
    chave_nova: bytes | None = None


def restore_copy(
    database: Database,
    copy: Path,
    keys: RestoreKeys,
    scope: Scope,
    clock: Clock,
    ids: Ids,
    progress: Progress = no_progress,
) -> Restored:
    """Make the office of a copy the present one.

    Args:
        database: SQLite: its folder may hold an office or not. PostgreSQL: an empty database.
        copy: a copy, with its manifest and attachments beside it where it has them.
        keys: the root key signs the seal.
        scope: registry, tables, and the attachment store of the restored office.
        clock: names what is kept aside.
        ids: the new ``instancia``.
        progress: as for ``create_copy``; raising it stops before anything has changed.

    Raises:
        UserFacingError: ``copia.outra_rede``, ``copia.antes_da_entrada``, ``chave_raiz.*``, ``chaves.senha_errada``,
            ``restaurar.*``, ``banco.nao_vazio``; with a new log key also those of ``enrol``.
        EnvironmentFault: ``banco.em_uso``, ``banco.esquema_mais_novo``, ``banco.nao_existe``,
            disk full. Nothing has changed.
        IntegrityFault: ``copia.nao_confere``: not a copy, or damaged. Nothing has changed.
    """
    registry = scope.registry
    if registry is None:
        raise ValueError("restoring publishes an event: it needs the registry")
    with _alone(database), _workshop(database, keys, ids) as workshop:
        work = _prepare(copy, workshop, scope, clock, progress)
        _require_may_seal(work)
        installation, present = _same_network(work, database, keys)
        with ExitStack() as undo:
            restart = _restart(work, installation, present, keys, ids, undo)
            restored, event = _new_epoch(work, installation, restart, registry, clock, ids)
            _bring_attachments(copy, scope, progress)
            aside = _put_in_place(work, database, scope, clock, progress)
            undo.pop_all()
        _write_guard(database, restored, keys)
    old_size = event.payload["tamanho_restaurado"]
    guarded = event.payload["tamanho_guarda"]
    lost = None if guarded is None else max(0, guarded - old_size)
    return Restored(restored, event, aside, lost, restart.log_key)


@contextmanager
def _alone(database: Database) -> Iterator[None]:
    """Nobody else's engine may run while the database is replaced."""
    if isinstance(database, SqliteDatabase):
        try:
            database.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise disk_fault(error, database.folder) from error
    lock = database.engine_lock()
    if not lock.acquire():
        raise EnvironmentFault("banco.em_uso", onde=database.description)
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _workshop(database: Database, keys: RestoreKeys, ids: Ids) -> Iterator[Path]:
    """A folder on the same disk as the place where the database will stand.

    The guard's folder is made here too: it is written last, when there is no way back.
    """
    near = database.folder if isinstance(database, SqliteDatabase) else keys.settings_folder
    folder = near / f"{_WORKSHOP}{ids.new_label()[:8]}"
    # The engine lock is ours: what lies here is of restores that died, and holds a whole office.
    for left in near.glob(f"{_WORKSHOP}*"):
        shutil.rmtree(left, ignore_errors=True)
    try:
        keys.settings_folder.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True, mode=0o700)
        yield folder
    except OSError as error:
        raise disk_fault(error, near) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepare(
    copy: Path, workshop: Path, scope: Scope, clock: Clock, progress: Progress
) -> SqliteDatabase:
    """The copy's bytes, checked, in the present schema, verified whole."""
    if not copy.is_file():
        raise EnvironmentFault("banco.nao_existe", onde=str(copy))
    _, findings = compare_bytes(copy)
    require_whole(findings, copy)
    work = SqliteDatabase(workshop)
    shutil.copyfile(copy, work.path)
    work.path.chmod(0o600)
    progress("copiando", 1, 1)
    try:
        schema.upgrade(work, workshop / "antes", clock)
    except IntegrityFault as fault:
        raise IntegrityFault(
            "copia.nao_confere", arquivo=str(copy), achado=fault.code, numero=0, achados=1
        ) from fault
    folder = copy.parent / FOLDER
    store = AttachmentStore(folder) if folder.is_dir() else None
    report = verify_database(
        work,
        replace(scope, attachments=store),
        progress=lambda done, total: progress("conferindo", done, total),
    )
    require_whole(report, copy)
    return work


def _require_may_seal(work: SqliteDatabase) -> None:
    """A seal says what counts for good, so it waits for who understands the copy (sync.md 2.10).

    A newer program restores the same copy; nothing is lost by waiting for it.

    Raises:
        UserFacingError: ``restaurar.decisoes_suspensas``.
    """
    reader = work.open_reader()
    try:
        if critical_unknown(reader.cursor, reader.dialect):
            raise UserFacingError("restaurar.decisoes_suspensas")
    finally:
        reader.close()


def _same_network(
    work: SqliteDatabase, database: Database, keys: RestoreKeys
) -> tuple[Installation, PresentOffice]:
    """The copy must be of the office whose place it takes, where there is one."""
    reader = work.open_reader()
    try:
        installation = facts.read(reader.cursor, reader.dialect)
    finally:
        reader.close()
    if has_left(keys.settings_folder, installation.no, installation.rede):
        raise UserFacingError("copia.antes_da_entrada")
    present = look_at_present(database, keys.settings_folder, installation.no)
    known = {present.no, present.guard.no if present.guard else None} - {None}
    if known - {installation.no} or present.rede not in {None, installation.rede}:
        raise UserFacingError("copia.outra_rede")
    return installation, present


def _restart(
    work: SqliteDatabase,
    installation: Installation,
    present: PresentOffice,
    keys: RestoreKeys,
    ids: Ids,
    undo: ExitStack,
) -> Restart:
    """Who signs what; a new log key is made last, and taken back by ``undo``."""
    reader = work.open_reader()
    try:
        own = facts.network_versions(reader.cursor, reader.dialect)
        size = own_head(reader, installation).tamanho
    finally:
        reader.close()
    versions = present.versions_beyond(own, installation, size)
    chain = NetworkChain.load([*own, *versions], installation.rede)
    root = read_root_key(keys.root_key_file, keys.root_password, chain.current.raizes)
    log_key: bytes | None = None
    if keys.new_log_key is not None:
        enrolled = enrol(keys.new_log_key, chain, installation.no, ids.random_bytes)
        undo.callback(enrolled.take_back)
        log_key = enrolled.public_key
    return Restart(
        chain=chain,
        newer=versions,
        last_epoch=max(installation.epoca, present.last_epoch),
        guarded_size=present.size_of(installation.epoca),
        root_seed=root.seed,
        log_key=log_key,
    )


def _new_epoch(
    work: SqliteDatabase,
    installation: Installation,
    restart: Restart,
    registry: Registry,
    clock: Clock,
    ids: Ids,
) -> tuple[Installation, Event]:
    writer = work.open_writer(checkpoints=True)
    try:
        writer.begin()
        restored, event = open_next_epoch(
            writer.cursor, writer.dialect, installation, restart, registry, clock, ids
        )
        writer.commit()
    except Exception as error:
        raise work.fault(error) or error from error
    finally:
        writer.close()
    reader = work.open_reader()
    try:
        require_whole(verify_chain(reader), work.path)
    finally:
        reader.close()
    return restored, event


def _bring_attachments(copy: Path, scope: Scope, progress: Progress) -> None:
    """Add what the copy has; a store only grows, so that what is kept aside stays whole too."""
    folder = copy.parent / FOLDER
    if scope.attachments is None or not folder.is_dir():
        return
    source = AttachmentStore(folder)
    for done, sha256 in enumerate(source.all(), start=1):
        content = source.get(sha256)
        if content is not None:
            scope.attachments.put(content)
        progress("anexos", done, 0)


def _put_in_place(
    work: SqliteDatabase, database: Database, scope: Scope, clock: Clock, progress: Progress
) -> Path | None:
    if isinstance(database, PostgresDatabase):
        reader = work.open_reader()
        try:
            reader.hold()
            with schema.creating(database) as cursor:
                carry(
                    reader,
                    cursor,
                    database.dialect,
                    scope.tables,
                    lambda rows: progress("copiando", rows, 0),
                )
        finally:
            reader.close()
        return None
    if not isinstance(database, SqliteDatabase):
        raise TypeError(f"no way to restore into {type(database).__name__}")
    with work.path.open("r+b") as file:
        os.fsync(file.fileno())
    aside = _set_aside(database, clock.now_ms())
    try:
        work.path.replace(database.path)
        sync_folder(database.folder)
    except OSError:
        if aside is not None:
            with contextlib.suppress(OSError):
                _rename_database(aside, database.path)
        raise
    return aside


def _set_aside(database: SqliteDatabase, now_ms: int) -> Path | None:
    if not database.path.exists():
        return None
    aside = database.path.with_name(f"{FILE_NAME}{ASIDE}{file_stamp(now_ms)}")
    if aside.exists():
        raise FileExistsError(17, os.strerror(17), str(aside))
    _rename_database(database.path, aside)
    return aside


def _rename_database(source: Path, target: Path) -> None:
    """With its WAL, which may hold committed pages."""
    for suffix in ("-wal", "-shm", ""):
        part = source.with_name(source.name + suffix)
        if part.exists():
            part.rename(target.with_name(target.name + suffix))


def _write_guard(database: Database, restored: Installation, keys: RestoreKeys) -> None:
    reader = database.open_reader()
    try:
        head = own_head(reader, restored)
    finally:
        reader.close()
    GuardFile(keys.settings_folder / GUARD_FILE).adopt(head)
