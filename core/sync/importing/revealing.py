"""Events that could not be judged when they came and can be now: their effect is given to them.

A newer program knows their type, or somebody brought the part that says what they are about. They
keep their place in the log; colonies fold them in, whatever they should have been answered with is
asked for once more, and an erasure is carried out. Source: sync.md 2.10.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, insert, select

from core.kernel.clock import Clock
from core.kernel.engine.stepping import Stepper
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.header import Header, decode_header
from core.kernel.ids import uuid_bytes
from core.kernel.registry import Registry
from core.kernel.store import tables as t
from core.kernel.store.database import Writer
from core.kernel.store.log_append import cause_of
from core.kernel.store.log_read import read_one
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing import codes
from core.sync.importing.erasing import ERASURE, Erasures
from core.sync.importing.judging import Judgement, judge, persons
from core.sync.importing.marks import Marks
from core.sync.importing.ruling import Case, Ruling
from core.sync.importing.without_effect import Rival, WithoutEffect

_L, _P = t.event_log.c, t.event_parts.c
_EVENT: Final = Statement(
    select(_L.event_hash, _L.altura, _L.header).where(_L.sequence_number == bindparam("sequencia"))
)
_PARTS: Final = Statement(
    select(_P.nome, _P.salt, _P.conteudo).where(
        _P.parte_id >= bindparam("de"), _P.parte_id < bindparam("antes")
    )
)
_ABOUT: Final = Statement(
    select(t.event_assuntos.c.assunto).where(
        t.event_assuntos.c.assunto == bindparam("assunto"),
        t.event_assuntos.c.sequence_number == bindparam("sequencia"),
    )
)
_SUBJECT: Final = Statement(insert(t.event_assuntos), [c.name for c in t.event_assuntos.c])
_KNOWN: Final = Statement(
    select(t.kernel_titulares.c.sujeito).where(
        t.kernel_titulares.c.sujeito == bindparam("sujeito"),
        t.kernel_titulares.c.rotulo == bindparam("rotulo"),
    )
)
_PERSON: Final = Statement(insert(t.kernel_titulares), [c.name for c in t.kernel_titulares.c])
_S = t.kernel_sem_efeito.c
_TYPES: Final = Statement(
    select(_L.tipo, _L.versao_schema)
    .join(t.kernel_sem_efeito, _S.sequence_number == _L.sequence_number)
    .where(_S.motivo == bindparam("motivo"))
    .distinct()
)
Parts = Mapping[str, tuple[bytes, bytes]]


def knows_postponed(cursor: Cursor, dialect: Dialect, registry: Registry) -> bool:
    """Whether this program knows a type of which events were postponed by one that did not."""
    rows = [
        row
        for motivo in codes.UNKNOWN
        for row in _TYPES.run(cursor, dialect, {"motivo": motivo}).fetchall()
    ]
    for tipo, versao in rows:
        try:
            registry.contract(tipo, versao)
        except UserFacingError:
            continue
        return True
    return False


class Index:
    """The log's indexes of subjects and persons; a row that is there stays."""

    def __init__(self, cursor: Cursor, dialect: Dialect) -> None:
        self._cursor = cursor
        self._dialect = dialect

    def add(self, sequence: int, header: Header, parts: Parts, judged: Judgement) -> None:
        """Index what is there of an event that its type accepts."""
        if judged.contract is None or judged.motivo is not None:
            return
        for subject in judged.contract.assuntos(judged.payload):
            key = {"assunto": uuid_bytes(subject), "sequencia": sequence}
            if _ABOUT.run(self._cursor, self._dialect, key).fetchone() is None:
                row = {"assunto": key["assunto"], "sequence_number": sequence}
                _SUBJECT.run(self._cursor, self._dialect, row)
        for person, label, _ in persons(header, parts, judged, sequence):
            known = {"sujeito": person, "rotulo": label}
            if _KNOWN.run(self._cursor, self._dialect, known).fetchone() is None:
                _PERSON.run(self._cursor, self._dialect, {**known, "sequence_number": sequence})


class Revealer:
    """Judges held events anew, in one transaction."""

    def __init__(
        self,
        writer: Writer,
        registry: Registry,
        hidden: WithoutEffect,
        ruling: Ruling,
        marks: Marks,
        stepper: Stepper,
        clock: Clock,
        erasures: Erasures,
    ) -> None:
        self._cursor = cursor = writer.cursor
        self._dialect = dialect = writer.dialect
        self._registry = registry
        self._hidden = hidden
        self._ruling = ruling
        self._marks = marks
        self._stepper = stepper
        self._clock = clock
        self._erasures = erasures
        self._index = Index(cursor, dialect)
        self.revealed = 0

    def reveal_postponed(self) -> int:
        """Judge every postponed event anew; how many have effect now."""
        places = [place for motivo in codes.UNKNOWN for place in self._hidden.of_reason(motivo)]
        return sum(self.reveal(place) for place in sorted(places))

    def reveal(self, sequence: int) -> bool:
        """Judge one event that was not judged; True where it has effect now."""
        row = _EVENT.run(self._cursor, self._dialect, {"sequencia": sequence}).fetchone()
        digest, altura, header = bytes(row[0]), row[1], decode_header(bytes(row[2]))
        first = sequence * t.PARTS_PER_EVENT
        span = {"de": first, "antes": first + t.PARTS_PER_EVENT}
        rows = _PARTS.run(self._cursor, self._dialect, span).fetchall()
        parts = {nome: (bytes(salt), bytes(content)) for nome, salt, content in rows}
        judged = judge(header, parts, self._registry)
        before = self._hidden.state(sequence)
        if before is None:
            return False
        if before[1] == judged.motivo and not self._ruling.is_beyond_seal(header):
            return False
        cause = None
        if header.causa is not None:
            cause = cause_of(self._cursor, self._dialect, bytes.fromhex(header.causa))
        self._hidden.show(sequence)
        self._index.add(sequence, header, parts, judged)
        causa = None if cause is None else cause.sequence_number
        case = Case(header, judged, Rival(altura, digest, sequence), causa)
        without = self._ruling.of(case)
        if without is not None:
            self._hidden.hide(sequence, *without)
            return False
        event = read_one(self._cursor, self._dialect, sequence)
        if event is not None:
            self._marks.touch(event)
            if event.tipo == ERASURE:
                self._erasures.carry_out(event, self._marks)
            self._ask_again(event)
        self.revealed += 1
        return True

    def _ask_again(self, event: Event) -> None:
        """The engine passed it long ago: its reactions wait with the dead letters."""
        for runtime in self._stepper.runtimes:
            if event.tipo in runtime.reacting and event.sequence_number > runtime.installed:
                keys = self._stepper.keys(runtime, event)
                self._stepper.parking.park(
                    runtime.id, "react", event, keys, "", self._clock.now_ms()
                )
