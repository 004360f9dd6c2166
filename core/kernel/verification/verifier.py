"""The whole log verified over a read-only connection: constant memory, progress, cancel.

Order: the file and its pages, the facts of the installation, the network document, then one pass
over every event with its feed and its parts, then stored ends, notes and indexes. Nothing is ever
changed. A database that cannot be read any further ends the pass with a finding, never a traceback.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import bindparam, func, select, tuple_

from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.guard import GuardVerdict, compare
from core.kernel.identity.guard_file import GuardReading
from core.kernel.identity.network import NetworkChain
from core.kernel.store import installation as facts
from core.kernel.store import schema
from core.kernel.store import tables as t
from core.kernel.store.database import Database, Reader
from core.kernel.store.installation import Installation
from core.kernel.store.log_read import TypedScan
from core.kernel.store.opening import own_head, refusal, root_at
from core.kernel.store.sqlite import SqliteDatabase, SqliteReader, sqlite_fault
from core.kernel.store.statement import Statement
from core.kernel.verification import local_check, structure, wal_check
from core.kernel.verification.event_check import EventCheck
from core.kernel.verification.feed_check import FeedCheck
from core.kernel.verification.projections import check_projections
from core.kernel.verification.report import Progress, Report, no_progress
from core.kernel.verification.scope import NOTHING_KNOWN, Scope
from core.kernel.verification.walk import CHUNK, Walk

ERASURE: Final = "titular.eliminado"

_ODD_VALUES: Final = (AttributeError, TypeError, ValueError, LookupError)

_NUMBERS: Final = Statement(select(t.kernel_rede.c.versao).order_by(t.kernel_rede.c.versao))
_SUBJECTS: Final = Statement(select(func.count()).select_from(t.event_assuntos))
_EFFECTS: Final = Statement(select(func.count()).select_from(t.event_efeitos))
_PERSONS: Final = Statement(
    select(
        t.kernel_titulares.c.sujeito,
        t.kernel_titulares.c.rotulo,
        t.kernel_titulares.c.sequence_number,
        t.event_log.c.header,
    )
    .select_from(
        t.kernel_titulares.outerjoin(
            t.event_log, t.event_log.c.sequence_number == t.kernel_titulares.c.sequence_number
        )
    )
    .where(
        tuple_(t.kernel_titulares.c.sujeito, t.kernel_titulares.c.rotulo)
        > tuple_(bindparam("sujeito"), bindparam("rotulo"))
    )
    .order_by(t.kernel_titulares.c.sujeito, t.kernel_titulares.c.rotulo)
    .limit(bindparam("limite"))
)


def verify_database(
    database: Database, scope: Scope = NOTHING_KNOWN, *, progress: Progress = no_progress
) -> Report:
    """Verify an office's database, while it may be in use.

    Args:
        database: read only; on SQLite the file itself is looked at as well where nobody writes.
        scope: what it is held against.
        progress: called about once a thousand events; what it raises ends the verification.

    Raises:
        EnvironmentFault: ``banco.nao_existe``, ``banco.ocupado``, ``banco.esquema_mais_novo`` …
        UserFacingError: ``banco.esquema_antigo``.
    """
    report = Report()
    try:
        reader = database.open_reader()
    except IntegrityFault as fault:
        report.add(fault.code, **fault.params)
        return report
    try:
        if isinstance(database, SqliteDatabase):
            wal_check.check_wal(database.path, report)
            if not _has_wal(database.path):
                structure.check_file(database.path, report)
        _Verification(reader, scope, report, progress).run()
    except Exception as error:  # noqa: BLE001 # sorted into damage and the rest, which is raised
        _note_fault(report, error, database.fault(error))
    finally:
        reader.close()
    return report


def verify_file(
    path: Path, scope: Scope = NOTHING_KNOWN, *, progress: Progress = no_progress
) -> Report:
    """Verify a copy, which is a SQLite file under any name; as ``verify_database``."""
    report = Report()
    try:
        reader = SqliteReader(path)
    except IntegrityFault as fault:
        report.add(fault.code, **fault.params)
        return report
    try:
        structure.check_file(path, report)
        _Verification(reader, scope, report, progress).run()
    except Exception as error:  # noqa: BLE001 # sorted into damage and the rest, which is raised
        _note_fault(report, error, sqlite_fault(error, str(path)))
    finally:
        reader.close()
    return report


def _note_fault(report: Report, error: Exception, fault: Exception | None) -> None:
    """Damage is a finding; whatever else stopped the pass is the caller's."""
    if isinstance(error, EnvironmentFault):
        raise error
    if isinstance(error, IntegrityFault):
        report.add(error.code, **error.params)
    elif isinstance(fault, IntegrityFault):
        report.add(fault.code, **fault.params)
    elif isinstance(error, UnicodeError):
        report.add("banco.paginas_danificadas", detalhe="UTF-8")
    elif isinstance(error, _ODD_VALUES) and not report.ok:
        # A value that ``check_values`` has named already came where another kind was expected.
        report.add("banco.paginas_danificadas", detalhe=type(error).__name__)
    elif isinstance(fault, EnvironmentFault) and fault.code == "banco.disco_falhou":
        # A file that ends before its last page is reported by SQLite as a failing disk.
        report.add("banco.paginas_danificadas", detalhe=fault.code)
    else:
        raise fault or error from error


def _has_wal(path: Path) -> bool:
    """Whether pages may stand outside the file; then its header is not the newest."""
    wal = path.with_name(path.name + "-wal")
    return wal.exists() and wal.stat().st_size > 0


def _rede_of(chain: NetworkChain | None, rede: str | None) -> Callable[[str, int], str | None]:
    """The network of a feed: another one for epochs from before its node joined."""

    def of(no: str, epoca: int) -> str | None:
        entry = None if chain is None else chain.current.node(no)
        return rede if entry is None or rede is None else entry.network_of(epoca, rede)

    return of


class _Verification:
    """One run over one connection."""

    def __init__(self, reader: Reader, scope: Scope, report: Report, progress: Progress) -> None:
        self._reader = reader
        self._scope = scope
        self._report = report
        self._progress = progress

    def run(self) -> None:
        """Everything, in order."""
        reader, report = self._reader, self._report
        version = schema.version_of(reader.cursor, reader.dialect)
        if version is not None:
            structure.check_pages(reader, report)
        if not report.ok and version != schema.SCHEMA_VERSION:
            return  # a damaged version is damage, not another program's database
        schema.require_current(version, "")
        structure.check_server(reader, report)
        # Before the snapshot: the log only grows, so the guard of now is never ahead of it.
        guard = None if self._scope.guard is None else self._scope.guard.read()
        reader.hold()
        if not structure.check_shape(reader, report, self._scope.tables):
            return
        structure.check_values(reader, report, self._scope.tables)
        installation = local_check.check_installation(reader, report)
        chain = self._network(installation)
        own = None if installation is None else installation.no
        feeds = FeedCheck(reader, report, own)
        feeds.expect_checkpoints(chain)
        events = EventCheck(
            reader,
            self._scope,
            report,
            rede_of=_rede_of(chain, None if installation is None else installation.rede),
            own=own,
            erased=self._erased(),
        )
        head = self._walk(events, feeds)
        feeds.finish(chain)
        self._indexes(events, feeds)
        if guard is not None and installation is not None:
            self._guard(guard, installation)
        colonies, registry = self._scope.colonies, self._scope.registry
        types = registry.tipos() if registry is not None and colonies else ()
        local_check.check_local_rows(reader, report, head, {one.id for one in colonies}, types)
        if report.ok and colonies:
            check_projections(reader, report, self._scope, self._progress)

    def _network(self, installation: Installation | None) -> NetworkChain | None:
        versions = facts.network_versions(self._reader.cursor, self._reader.dialect)
        try:
            chain = NetworkChain.load(versions, installation.rede if installation else None)
        except IntegrityFault as fault:
            self._report.add(fault.code, **fault.params)
            return None
        numbers = [
            row[0] for row in _NUMBERS.run(self._reader.cursor, self._reader.dialect).fetchall()
        ]
        if numbers != [document.versao for document in chain.documents]:
            self._report.add("banco.valores_danificados", tabela="kernel_rede", linhas=1)
        if installation is not None and chain.log_key(installation.no) is None:
            self._report.add("instalacao.no_desconhecido", no=installation.no[:8])
        return chain

    def _guard(self, guard: GuardReading, installation: Installation) -> None:
        """Whole and too short is what a lost end of the write-ahead log leaves."""
        head = own_head(self._reader, installation)
        verdict = compare(guard, head, lambda size: root_at(self._reader, installation, size))
        fault = refusal(verdict, guard, head)
        if fault is not None and verdict is not GuardVerdict.OTHER_INSTANCE:
            self._report.add(fault.code, **fault.params)

    def _erased(self) -> dict[str, dict[str, int]]:
        """Event hash -> part that an erasure event names -> that event's number, the first one's."""
        found: dict[str, dict[str, int]] = {}
        scan = TypedScan([ERASURE], 0)
        try:
            last = 0
            while events := scan.chunk(self._reader.cursor, self._reader.dialect):
                if events[-1].sequence_number <= last:
                    break  # a broken index may lead in circles; the pass will say so
                last = events[-1].sequence_number
                for event in events:
                    for item in event.payload.get("eventos", ()):
                        parts = found.setdefault(item["event_hash"], {})
                        for name in item["partes"]:
                            parts.setdefault(name, event.sequence_number)
        except (KeyError, TypeError, ValueError, UserFacingError):
            pass  # a damaged erasure event: the pass itself will name it
        return found

    def _walk(self, events: EventCheck, feeds: FeedCheck) -> int:
        report = self._report
        walk = Walk(self._reader, [])
        total = walk.size()
        position = 0
        for record, parts in walk.events():
            position += 1
            if record.sequence_number != position:
                report.add("registro.lacuna", record.sequence_number, esperado=position)
                position = record.sequence_number
            try:
                header, digest = events.check(record, parts)
                feeds.check(record, header, digest)
            except (AttributeError, TypeError, ValueError):
                # A damaged row, here or at its cause, may hold any kind of value anywhere.
                report.add("evento.linha_ilegivel", record.sequence_number, campo="valores")
            report.eventos += 1
            if report.eventos % 1_000 == 0:
                self._progress(report.eventos, total)
        for stray in walk.strays:
            report.add("parte.sem_evento", stray)
        self._progress(report.eventos, total)
        return position

    def _indexes(self, events: EventCheck, feeds: FeedCheck) -> None:
        """Rows of the indexes that no event asked for."""
        cursor, dialect = self._reader.cursor, self._reader.dialect
        if self._report.ok:  # else rows of events that could not be judged are in the count
            count = _EFFECTS.run(cursor, dialect).fetchone()[0]
            if count != feeds.effects:
                self._report.add("indice.efeitos_demais", linhas=count, esperadas=feeds.effects)
        if events.is_whole and self._scope.registry is not None:
            count = _SUBJECTS.run(cursor, dialect).fetchone()[0]
            if count != events.subjects:
                self._report.add("indice.assuntos_demais", linhas=count, esperadas=events.subjects)
        after: dict[str, Any] = {"sujeito": "", "rotulo": b"", "limite": CHUNK}
        while rows := _PERSONS.run(cursor, dialect, after).fetchall():
            for _person, rotulo, sequence, header in rows:
                if header is None or bytes(rotulo).hex().encode() not in bytes(header):
                    self._report.add("indice.titular_sem_evento", sequence)
            last = (rows[-1][0], bytes(rows[-1][1]))
            if last <= (after["sujeito"], after["rotulo"]):
                raise IntegrityFault("banco.paginas_danificadas", detalhe="ordem")
            after["sujeito"], after["rotulo"] = last
