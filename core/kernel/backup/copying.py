"""``copia criar``: an online copy, reopened and verified before anybody is told of it.

The file appears under its name only when everything held: written beside it, fsynced, whole chain
verified, attachments there and checked, manifest written, renamed. Private keys are never in the
database, so never in a copy. Source: design.md 6; issue "Ground floor", Backup and restore.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sqlalchemy import func, insert, select

from core.kernel.backup.carrying import carry
from core.kernel.backup.manifest import Manifest, file_sha256, manifest_path, write_manifest
from core.kernel.clock import Clock, format_timestamp
from core.kernel.errors import IntegrityFault
from core.kernel.identity.durable_file import sync_folder
from core.kernel.store import installation as facts
from core.kernel.store import schema
from core.kernel.store import tables as t
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.database import Database
from core.kernel.store.online_copy import copy_database, disk_fault
from core.kernel.store.opening import own_head
from core.kernel.store.safety_copy import file_stamp
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase, SqliteReader
from core.kernel.store.statement import Statement
from core.kernel.verification.report import Report
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_file

SUFFIX: Final = ".copia"
_ABANDONED_MS: Final = 3_600_000

_EVENTS: Final = Statement(select(func.count()).select_from(t.event_log))
_RECORD: Final = Statement(insert(t.kernel_copias), [c.name for c in t.kernel_copias.columns])

Progress = Callable[[str, int, int], None]
"""Called with (stage, done, total); stages ``copiando``, ``anexos``, ``conferindo``; raises to
stop. ``total`` is 0 where it is not known."""


def no_progress(stage: str, done: int, total: int) -> None:
    """For callers that show nothing."""


@dataclass(frozen=True, slots=True)
class CopyMade:
    """A copy that was reopened and verified.

    Args:
        arquivo: the copy; its manifest and the folder ``anexos`` lie beside it.
        manifesto: what it is.
        criada_em_ms: claimed moment.
    """

    arquivo: Path
    manifesto: Manifest
    criada_em_ms: int


def create_copy(
    database: Database,
    folder: Path,
    scope: Scope,
    clock: Clock,
    progress: Progress = no_progress,
) -> CopyMade:
    """Copy an office that may be in use; writers are not held up.

    Args:
        database: on PostgreSQL the copy is a portable SQLite file of the log and local tables.
        folder: made where missing; usually a stick or another disk.
        scope: what the copy is verified against; its attachment store is copied too.
        clock: names the copy.
        progress: see ``Progress``.

    Raises:
        EnvironmentFault: disk full, folder not writable; nothing is left under the copy's name.
        IntegrityFault: ``copia.nao_confere``: what was copied, that is the log itself or the
            medium, does not verify. As above.
    """
    now_ms = clock.now_ms()
    partial: Path | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        name = _name(database, now_ms)
        target = folder / name
        partial = folder / f".{name}.parcial"
        partial.unlink(missing_ok=True)
        _clear_abandoned(folder, name, now_ms)
        _write(database, partial, scope, progress)
        store = _copy_attachments(scope, folder, progress)
        report = verify_file(
            partial,
            replace(scope, attachments=store),
            progress=lambda done, total: progress("conferindo", done, total),
        )
        require_whole(report, target)
        manifest = _manifest(partial, target, database.dialect, now_ms, store)
        write_manifest(target, manifest)
        _publish(partial, target)
    except OSError as error:
        raise disk_fault(error, folder) from error
    finally:
        if partial is not None:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
    return CopyMade(target, manifest, now_ms)


def _clear_abandoned(folder: Path, name: str, now_ms: int) -> None:
    """Remove what copies of this office that died have left, as large as the office each.

    Another process may be at its own copy right now: only what has long not grown goes.
    """
    office = name.rsplit("-", 3)[0]
    for left in folder.glob(f".{office}-*.copia.parcial*"):
        with contextlib.suppress(OSError):
            if now_ms - left.stat().st_mtime * 1000 > _ABANDONED_MS:
                left.unlink()


def record_copy(database: Database, made: CopyMade) -> None:
    """Remember the copy in the office's own list, in a short transaction of its own.

    Raises:
        EnvironmentFault: the database is locked or full; the copy stands all the same.
    """
    writer = database.open_writer(checkpoints=False)
    try:
        writer.begin()
        _RECORD.run(
            writer.cursor,
            writer.dialect,
            {
                "criada_em_ms": made.criada_em_ms,
                "arquivo": str(made.arquivo),
                "eventos": made.manifesto.eventos,
                "sha256": bytes.fromhex(made.manifesto.sha256),
                "verificada": 1,
            },
        )
        writer.commit()
    except Exception as error:
        raise database.fault(error) or error from error
    finally:
        writer.close()


def require_whole(report: Report, path: Path) -> None:
    """Raise where a verification found anything.

    Raises:
        IntegrityFault: ``copia.nao_confere`` with the first finding.
    """
    if report.ok:
        return
    first = report.primeiro_evento or report.achados[0]
    raise IntegrityFault(
        "copia.nao_confere",
        arquivo=str(path),
        achado=first.codigo,
        numero=first.sequence_number or 0,
        achados=report.total_achados,
    )


def _name(database: Database, now_ms: int) -> str:
    reader = database.open_reader()
    try:
        version = schema.version_of(reader.cursor, reader.dialect)
        schema.require_current(version, database.description)
        rede = facts.read(reader.cursor, reader.dialect).rede
    except Exception as error:
        raise database.fault(error) or error from error
    finally:
        reader.close()
    return f"formigueiro-{rede[:8]}-{file_stamp(now_ms)}{SUFFIX}"


def _write(database: Database, partial: Path, scope: Scope, progress: Progress) -> None:
    if isinstance(database, SqliteDatabase):
        copy_database(database.path, partial, lambda done, total: progress("copiando", done, total))
        return
    building = partial.with_name(partial.name + ".montando")
    try:
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(mode=0o700)
        _carry_out(database, SqliteDatabase(building), scope, progress)
        copy_database(building / FILE_NAME, partial)
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _carry_out(
    database: Database, target: SqliteDatabase, scope: Scope, progress: Progress
) -> None:
    reader = database.open_reader()
    try:
        reader.hold()
        with schema.creating(target) as cursor:
            carry(
                reader,
                cursor,
                "sqlite",
                scope.tables,
                lambda rows: progress("copiando", rows, 0),
            )
    except Exception as error:
        raise database.fault(error) or target.fault(error) or error from error
    finally:
        reader.close()


def _copy_attachments(scope: Scope, folder: Path, progress: Progress) -> AttachmentStore | None:
    """Every attachment of the office, once per folder of copies: equal bytes are one file."""
    source = scope.attachments
    if not isinstance(source, AttachmentStore):
        return None
    target = AttachmentStore(folder / FOLDER)
    for done, sha256 in enumerate(source.all(), start=1):
        if not target.path(sha256).exists():
            content = source.get(sha256)
            if content is not None:
                target.put(content)
        progress("anexos", done, 0)
    return target


def _manifest(
    partial: Path, target: Path, origin: str, now_ms: int, store: AttachmentStore | None
) -> Manifest:
    reader = SqliteReader(partial)
    try:
        installation = facts.read(reader.cursor, reader.dialect)
        head = own_head(reader, installation)
        events = int(_EVENTS.run(reader.cursor, reader.dialect).fetchone()[0])
        version = schema.version_of(reader.cursor, reader.dialect)
    finally:
        reader.close()
    return Manifest(
        arquivo=target.name,
        criada_em=format_timestamp(now_ms),
        origem=origin,
        esquema=str(version),
        rede=installation.rede,
        no=installation.no,
        epoca=installation.epoca,
        eventos=events,
        tamanho=head.tamanho,
        raiz=head.raiz.hex(),
        bytes=partial.stat().st_size,
        sha256=file_sha256(partial),
        anexos=0 if store is None else sum(1 for _ in store.all()),
    )


def _publish(partial: Path, target: Path) -> None:
    """Give the verified file its name; without that the manifest goes too."""
    try:
        if target.exists():
            raise FileExistsError(17, os.strerror(17), str(target))
        partial.replace(target)
        sync_folder(target.parent)
    except OSError:
        with contextlib.suppress(OSError):
            manifest_path(target).unlink(missing_ok=True)
        raise
