"""What an erasure does in the engine's thread: find the parts, delete them, overwrite what is freed.

Whose right it is, and who says so, stands in ``subject_rights``. Source: design.md 4.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, delete, select

from core.kernel.colony import EVERYTHING
from core.kernel.engine.engine import Engine
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.event import Event
from core.kernel.header import ACTOR_PART, PartEntry, decode_header
from core.kernel.ids import uuid_bytes
from core.kernel.store import installation
from core.kernel.store import tables as t
from core.kernel.store.statement import Statement

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
_ACTORS: Final = Statement(
    select(t.event_parts.c.parte_id, t.event_parts.c.conteudo)
    .where(t.event_parts.c.nome == ACTOR_PART)
    .order_by(t.event_parts.c.parte_id)
)
_CHUNK: Final = 500
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
class Found:
    """Parts of one event that speak of the person: place in the header's list -> name."""

    event: Event
    parts: Mapping[int, str]


class Eraser:
    """Over a running engine; every method is called in its thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stepper = engine.cycle.stepper
        self._writer = engine.writer

    def of_person(self, ids: Collection[str]) -> list[Found]:
        """The parts that speak of a person, under any of the ids that events name it by."""
        labels: dict[int, set[str]] = {}
        for one in ids:
            for label, sequence in self._run(_LABELS, k_sujeito=one):
                labels.setdefault(sequence, set()).add(bytes(label).hex())
        # Most of an account's acts name it nowhere but as whoever acted.
        for sequence in self._acts_of(ids):
            labels.setdefault(sequence, set())

        def speaks(event: Event, entry: PartEntry) -> bool:
            if entry.titular in labels[event.sequence_number]:
                return True
            # Whose act it is goes with whoever acted.
            actor = (event.ator or {}).get("conta_id")
            return entry.nome == ACTOR_PART and actor in ids

        return self._among(labels, speaks)

    def _acts_of(self, ids: Collection[str]) -> set[int]:
        """Positions of the events that one of these accounts made; every actor's part is read."""
        marks = [one.encode() for one in ids]
        rows = _ACTORS.run(self._writer.cursor, self._writer.dialect, {})
        found: set[int] = set()
        while chunk := rows.fetchmany(_CHUNK):
            found.update(
                part // t.PARTS_PER_EVENT
                for part, content in chunk
                if any(mark in bytes(content) for mark in marks)
            )
        return found

    def of_subjects(
        self, subjects: Iterable[str], chosen: Callable[[Event, PartEntry], bool]
    ) -> list[Found]:
        """Chosen parts of the events about any of these subjects, each event once."""
        ids = [uuid_bytes(subject) for subject in subjects]
        positions = {row[0] for one in ids for row in self._run(_OF_SUBJECT, k_assunto=one)}
        return self._among(sorted(positions), chosen)

    def _among(
        self, positions: Iterable[int], chosen: Callable[[Event, PartEntry], bool]
    ) -> list[Found]:
        """Of the events at these positions, the parts that are here and chosen."""
        found: list[Found] = []
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
                found.append(Found(event, parts))
        return found

    def erase(
        self, person: Collection[str], found: Sequence[Found], locais: Collection[str] = ()
    ) -> None:
        """Delete the parts and whatever was derived from them, inside the act's transaction.

        Args:
            person: ids that nothing may name any more.
            found: what goes.
            locais: ids that events go on naming, and whose rows of this machine alone go.
        """
        refolder = self._engine.cycle.refolder
        for runtime in self._stepper.runtimes:
            keys = _fold_keys(runtime, found)
            refolder.mark(runtime.id, keys)
            self._forget_jobs(runtime, found)
            if runtime.colony.esquece is not None:
                runtime.colony.esquece(frozenset({*keys, *person, *locais}), runtime.db)
        for one in found:
            for place in one.parts:
                _ERASE.run(self._writer.cursor, self._writer.dialect, {"k_parte": place})
        for one_id in person:
            self._forget(one_id)
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

    def _forget_jobs(self, runtime: ColonyRuntime, found: Sequence[Found]) -> None:
        """No fold clears trabalhos: they go here, and the fold opens them anew with what is left."""
        table = runtime.colony.jobs_table
        if table is None:
            return
        gone = Statement(delete(table).where(table.c.evento == bindparam("k_evento")))
        for one in found:
            params = {"k_evento": bytes.fromhex(one.event.event_hash)}
            gone.run(self._writer.cursor, self._writer.dialect, params)

    def copies(self) -> tuple[str, ...]:
        """Backups that were made before."""
        return tuple(row[0] for row in self._run(_COPIES))

    def clean(self) -> bool:
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


def _fold_keys(runtime: ColonyRuntime, found: Sequence[Found]) -> set[str]:
    """Fold keys of the events as they still are; a colony that cannot say is folded whole."""
    keys: set[str] = set()
    for one in found:
        if one.event.tipo in runtime.types:
            try:
                keys |= runtime.colony.dobra(one.event)
            except Exception:  # noqa: BLE001 # a bug of the colony must not keep a person's data
                keys.add(EVERYTHING)
    return keys
