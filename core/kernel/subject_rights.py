"""Rights of persons: erase what the log and the projections hold of one, or a removed content.

A part's content and salt are deleted; every hash, proof and position stays valid. What is said
publicly is ``titular.eliminado``: which parts of which events, on which legal basis, never whose.
Source: design.md 4.
Copies made before still hold the parts and are named; files of a PostgreSQL server's own
write-ahead log are out of this program's reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, delete, select, update

from core.kernel.colony import EVERYTHING, Context, Decisao, Recibo
from core.kernel.engine.commands import Command
from core.kernel.engine.engine import Engine
from core.kernel.engine.nucleo import N0D
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.header import ACTOR_PART, PartEntry, decode_header
from core.kernel.ids import uuid_bytes
from core.kernel.store import installation
from core.kernel.store import tables as t
from core.kernel.store.statement import Statement

# Events named by one ``titular.eliminado``: its public part holds 262,144 bytes.
EVENTS_AT_ONCE: Final = 500
PENDING: Final = "direitos.limpeza_pendente"

_LABELS: Final = Statement(
    select(t.kernel_titulares.c.rotulo, t.kernel_titulares.c.sequence_number)
    .where(t.kernel_titulares.c.sujeito == bindparam("k_sujeito"))
    .order_by(t.kernel_titulares.c.sequence_number)
)
_OF_SUBJECT: Final = Statement(
    select(t.event_assuntos.c.sequence_number)
    .where(t.event_assuntos.c.assunto == bindparam("k_assunto"))
    .order_by(t.event_assuntos.c.sequence_number)
)
_HEADER: Final = Statement(
    select(t.event_log.c.header).where(t.event_log.c.sequence_number == bindparam("k_sequencia"))
)
_PRESENT: Final = Statement(
    select(t.event_parts.c.parte_id).where(
        t.event_parts.c.parte_id >= bindparam("de"), t.event_parts.c.parte_id < bindparam("antes")
    )
)
_ERASE: Final = Statement(
    delete(t.event_parts).where(t.event_parts.c.parte_id == bindparam("k_parte"))
)
_FORGET_PERSON: Final = Statement(
    delete(t.kernel_titulares).where(t.kernel_titulares.c.sujeito == bindparam("k_sujeito"))
)
_FORGET_SUBJECT: Final = Statement(
    delete(t.event_assuntos).where(t.event_assuntos.c.assunto == bindparam("k_assunto"))
)
_COPIES: Final = Statement(select(t.kernel_copias.c.arquivo).order_by(t.kernel_copias.c.arquivo))
_IS_PENDING: Final = Statement(
    select(t.kernel_instalacao.c.valor).where(t.kernel_instalacao.c.chave == PENDING)
)


@dataclass(frozen=True, slots=True)
class Eliminacao:
    """What an erasure came to.

    Args:
        recibo: of the first ``titular.eliminado``.
        eventos: how many events lost parts.
        partes: how many parts are gone.
        copias: backups, made before, that still hold them.
        is_limpo: the freed pages are overwritten, too; False while a reader holds them back.
    """

    recibo: Recibo
    eventos: int
    partes: int
    copias: tuple[str, ...]
    is_limpo: bool


@dataclass(frozen=True, slots=True)
class _Act:
    """Why, and who says so."""

    base_legal: str
    motivo: str
    ator: Mapping[str, str]
    segunda_conta: str


@dataclass(frozen=True, slots=True)
class _Found:
    """Parts of one event that speak of the person: place in the header's list -> name."""

    event: Event
    parts: Mapping[int, str]


class SubjectRights:
    """Acts of the office's operator on a person's behalf, over a running engine.

    Every method waits for the engine's thread: call it from a worker or the command line.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stepper = engine.cycle.stepper
        self._writer = engine.writer

    def eliminar(
        self,
        pessoa: str,
        base_legal: str,
        motivo: str,
        ator: Mapping[str, str],
        segunda_conta: str,
    ) -> Eliminacao:
        """Erase every part that speaks of a person.

        Args:
            pessoa: the identifier that events name it by, e.g. ``cidadao_id``.
            base_legal: public, e.g. ``LGPD art. 18, VI``.
            motivo: sealed restricted.
            ator: ``{"conta_id", "papel"}`` of whoever does it.
            segunda_conta: account id of whoever checked it; another one than the actor's.

        Raises:
            UserFacingError: ``direitos.segunda_conta``, ``direitos.nada_encontrado``.
            EnvironmentFault: nothing was erased.
        """
        return self._act(
            lambda: self._find(pessoa),
            lambda found: self._erase(pessoa, found),
            _Act(base_legal, motivo, ator, segunda_conta),
        )

    def redigir(
        self,
        assunto: str,
        escolhe: Callable[[Event, PartEntry], bool],
        base_legal: str,
        motivo: str,
        ator: Mapping[str, str],
        segunda_conta: str,
    ) -> Eliminacao:
        """Erase parts of the events about a subject: a content that was removed for good.

        Args:
            assunto: demand, report or file: an id that events are indexed by.
            escolhe: (event, part) -> whether the part goes.
            base_legal: public.
            motivo: sealed restricted.
            ator: ``{"conta_id", "papel"}`` of whoever does it.
            segunda_conta: account id of whoever checked it; another one than the actor's.

        Raises:
            UserFacingError: ``direitos.segunda_conta``, ``direitos.nada_encontrado``.
            EnvironmentFault: nothing was erased.
        """
        return self._act(
            lambda: self._content(assunto, escolhe),
            lambda found: self._erase(None, found),
            _Act(base_legal, motivo, ator, segunda_conta),
        )

    def _act(
        self,
        find: Callable[[], list[_Found]],
        erase: Callable[[Sequence[_Found]], None],
        act: _Act,
    ) -> Eliminacao:
        if not act.segunda_conta or act.segunda_conta == act.ator["conta_id"]:
            raise UserFacingError("direitos.segunda_conta")
        found: list[_Found] = []

        def decide(_context: Context) -> Decisao:
            found[:] = find()
            if not found:
                raise UserFacingError("direitos.nada_encontrado")
            return Decisao(None, _announcements(found, act))

        future: Future[Recibo] = Future()
        self._engine.submit(
            Command(
                N0D.id,
                decide,
                along=lambda _events: erase(found),
                settled=lambda command: _answer(future, command),
            )
        )
        receipt = future.result()
        return Eliminacao(
            receipt,
            len(found),
            sum(len(one.parts) for one in found),
            self._engine.call(self._copies).result(),
            self._engine.call(self._clean).result(),
        )

    def limpar_pendente(self) -> bool:
        """Overwrite what an earlier erasure left in freed pages; True when nothing is left."""
        return bool(self._engine.call(self._clean).result())

    # -- in the engine's thread ------------------------------------------------------------

    def _find(self, person: str) -> list[_Found]:
        labels: dict[int, set[str]] = {}
        for label, sequence in self._run(_LABELS, k_sujeito=person):
            labels.setdefault(sequence, set()).add(bytes(label).hex())

        def speaks(event: Event, entry: PartEntry) -> bool:
            if entry.titular in labels[event.sequence_number]:
                return True
            # Whose act it is goes with whoever acted.
            actor = (event.ator or {}).get("conta_id")
            return entry.nome == ACTOR_PART and actor == person

        return self._among(labels, speaks)

    def _content(self, subject: str, chosen: Callable[[Event, PartEntry], bool]) -> list[_Found]:
        rows = self._run(_OF_SUBJECT, k_assunto=uuid_bytes(subject))
        return self._among([row[0] for row in rows], chosen)

    def _among(
        self, positions: Iterable[int], chosen: Callable[[Event, PartEntry], bool]
    ) -> list[_Found]:
        """Of the events at these positions, the parts that are here and chosen."""
        found: list[_Found] = []
        for sequence, event in self._stepper.events_at(list(positions)).items():
            ((raw,),) = self._run(_HEADER, k_sequencia=sequence)
            first = sequence * t.PARTS_PER_EVENT
            present = {row[0] for row in self._run(_PRESENT, de=first, antes=first + 32)}
            parts = {
                first + place: entry.nome
                for place, entry in enumerate(decode_header(bytes(raw)).partes)
                if first + place in present and chosen(event, entry)
            }
            if parts:
                found.append(_Found(event, parts))
        return found

    def _erase(self, person: str | None, found: Sequence[_Found]) -> None:
        """Delete the parts and whatever was derived from them, inside the act's transaction."""
        refolder = self._engine.cycle.refolder
        for runtime in self._stepper.runtimes:
            keys = _fold_keys(runtime, found)
            refolder.mark(runtime.id, keys)
            self._blank_jobs(runtime, found)
            if runtime.colony.esquece is not None:
                runtime.colony.esquece(frozenset(keys), runtime.db)
        for one in found:
            for place in one.parts:
                _ERASE.run(self._writer.cursor, self._writer.dialect, {"k_parte": place})
        if person is not None:
            self._forget(person)
        installation.set_fact(self._writer.cursor, self._writer.dialect, PENDING, "1")
        for runtime in self._stepper.runtimes:
            if not runtime.active:  # the others are refolded by the next step of this batch
                refolder.refold_all_of(runtime, self._stepper)

    def _forget(self, person: str) -> None:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        _FORGET_PERSON.run(cursor, dialect, {"k_sujeito": person})
        try:
            subject = uuid_bytes(person)
        except ValueError:
            pass  # not an id that events are indexed by
        else:
            _FORGET_SUBJECT.run(cursor, dialect, {"k_assunto": subject})

    def _blank_jobs(self, runtime: ColonyRuntime, found: Sequence[_Found]) -> None:
        """Trabalhos are never refolded: what they were given about these events goes here."""
        table = runtime.colony.jobs_table
        if table is None:
            return
        blank = Statement(
            update(table).where(table.c.evento == bindparam("k_evento")).values(dados="{}")
        )
        for one in found:
            params = {"k_evento": bytes.fromhex(one.event.event_hash)}
            blank.run(self._writer.cursor, self._writer.dialect, params)

    def _copies(self) -> tuple[str, ...]:
        return tuple(row[0] for row in self._run(_COPIES))

    def _clean(self) -> bool:
        """Overwrite freed pages and the WAL, outside any transaction."""
        rows = self._run(_IS_PENDING)
        if not rows or rows[0][0] != "1":
            return True
        # A batch that took too long left the folding to the next one: what it frees goes as well.
        while self._engine.cycle.run_batch(()):
            pass
        if self._writer.dialect == "sqlite":
            self._writer.cursor.execute("VACUUM")
            # (busy, pages in the WAL, pages moved): busy while a reader needs an old snapshot.
            self._writer.cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            if self._writer.cursor.fetchone()[0]:
                return False
        else:
            for name in self._table_names():
                self._writer.cursor.execute(f'VACUUM (FULL) "{name}"')
        self._engine.cycle.begin()
        installation.set_fact(self._writer.cursor, self._writer.dialect, PENDING, "0")
        self._engine.cycle.commit()
        return True

    def _table_names(self) -> list[str]:
        """Tables that held something of a person, the log's and the colonies' own."""
        colonies = [runtime.colony for runtime in self._stepper.runtimes]
        own = {table.name for colony in colonies for table in colony.tables}
        kernel = {t.event_parts.name, t.kernel_titulares.name, t.event_assuntos.name}
        return sorted(own | kernel)

    def _run(self, statement: Statement, **params: Any) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = statement.run(
            self._writer.cursor, self._writer.dialect, params
        ).fetchall()
        return rows


def _announcements(found: Sequence[_Found], act: _Act) -> list[NewEvent]:
    events: list[NewEvent] = []
    for start in range(0, len(found), EVENTS_AT_ONCE):
        payload = {
            "eventos": [
                {"event_hash": one.event.event_hash, "partes": sorted(one.parts.values())}
                for one in found[start : start + EVENTS_AT_ONCE]
            ],
            "base_legal": act.base_legal,
            "motivo": act.motivo,
            "conferente_id": act.segunda_conta,
        }
        events.append(NewEvent("titular.eliminado", payload, sujeito="titular", ator=act.ator))
    return events


def _fold_keys(runtime: ColonyRuntime, found: Sequence[_Found]) -> set[str]:
    """Fold keys of the events as they still are; a colony that cannot say is folded whole."""
    keys: set[str] = set()
    for one in found:
        if one.event.tipo in runtime.types:
            try:
                keys |= runtime.colony.dobra(one.event)
            except Exception:  # noqa: BLE001 # a bug of the colony must not keep a person's data
                keys.add(EVERYTHING)
    return keys


def _answer(future: Future[Recibo], command: Command) -> None:
    if command.error is not None:
        future.set_exception(command.error)
    elif command.recibo is not None:
        future.set_result(command.recibo)
