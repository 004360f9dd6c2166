"""Which effect an event has, given what it says and what else is held.

A function of the sets of events, parts and evidence, so that every office comes to the same in
whatever order they came (sync.md 2.10, 2.11; section 4 rows 35, 41, 42).
"""

from __future__ import annotations

from dataclasses import dataclass

from core.kernel.header import Header, decode_header
from core.kernel.ids import uuid_bytes
from core.kernel.store.log_append import find_hash
from core.kernel.store.log_read import header_of, read_one
from core.kernel.store.statement import Cursor, Dialect
from core.sync.importing import codes
from core.sync.importing.draw_claims import DRAW, reproduces
from core.sync.importing.erasing import ERASURE
from core.sync.importing.forks import Forks
from core.sync.importing.judging import Judgement
from core.sync.importing.marks import Marks
from core.sync.importing.without_effect import Rival, WithoutEffect

Effect = tuple[str, str]
"""State and reason of an event without effect."""


@dataclass(frozen=True, slots=True)
class Case:
    """An event before it is judged against others.

    Args:
        header: its header.
        judged: what its type says.
        rival: its place in fold order and in the log.
        causa: position of its cause, where that is an event of the log.
        fault: what the verification found, or the heads that it names.
    """

    header: Header
    judged: Judgement
    rival: Rival
    causa: int | None
    fault: str | None = None


class Ruling:
    """Judges cases in one transaction; whatever loses its effect to one is taken out at once."""

    def __init__(
        self,
        cursor: Cursor,
        dialect: Dialect,
        hidden: WithoutEffect,
        forks: Forks,
        marks: Marks,
    ) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._hidden = hidden
        self._forks = forks
        self._marks = marks

    def of(self, case: Case) -> Effect | None:
        """Why the event has no effect; None where it has. The log must hold all rows before it."""
        header, judged = case.header, case.judged
        beyond = codes.BEYOND if self.is_beyond_seal(header) else None
        if judged.motivo == codes.CRITICAL and beyond:
            # No newer program will give it effect, so nothing waits for one; who knows its type
            # judges it, and indexes what it is about.
            return codes.LATER, codes.POSTPONED
        if judged.motivo is not None:
            return codes.WITHOUT if judged.motivo == codes.CONTENT else codes.LATER, judged.motivo
        is_repeated = self._contest(case)
        motivo = case.fault or beyond or self._rule_broken(header, judged)
        if motivo is None and is_repeated:
            motivo = codes.REPEATED
        if motivo is not None:
            return codes.WITHOUT, motivo
        start = self._forks.contested_from(header.no, header.epoca)
        if start is not None and header.seq >= start:
            return codes.CONTESTED, codes.FORKED
        return None

    def is_beyond_seal(self, header: Header) -> bool:
        """Whether the root closed the feed before this event."""
        return self._forks.is_beyond_seal(header.no, header.epoca, header.seq)

    def _rule_broken(self, header: Header, judged: Judgement) -> str | None:
        """Only the author of parts says that they are erased; a draw comes out of its own data."""
        if header.tipo == DRAW:
            is_right = reproduces(judged.publico, header.timestamp, self._seed_base(header))
            return None if is_right else codes.DRAW
        if header.tipo != ERASURE:
            return None
        for item in judged.publico.get("eventos", ()):
            place = find_hash(self._cursor, self._dialect, bytes.fromhex(item["event_hash"]))
            named = None if place is None else read_one(self._cursor, self._dialect, place)
            if named is not None and named.no != header.no:
                return codes.FOREIGN_ERASURE
        return None

    def _seed_base(self, header: Header) -> str | None:
        """The id of the event that the draw's seed rests on; None where it is no event.

        The one before it in its feed; the first of a feed rests on its cause.
        """
        behind = header.prev or header.causa
        raw = None if behind is None else header_of(self._cursor, self._dialect, behind)
        return None if raw is None else decode_header(raw).event_id

    def _contest(self, case: Case) -> bool:
        """Whether an earlier event in fold order has the same identity; later ones lose effect."""
        is_repeated = False
        event_id, chave = uuid_bytes(case.header.event_id), case.header.chave_derivacao
        for group in self._hidden.rivals(event_id, case.causa, chave):
            for rival in group:
                if rival.sequence_number == case.rival.sequence_number:
                    continue
                if rival < case.rival:
                    is_repeated = True
                elif self._hidden.hide(rival.sequence_number, codes.WITHOUT, codes.REPEATED):
                    event = read_one(self._cursor, self._dialect, rival.sequence_number)
                    if event is not None:
                        self._marks.lose(event)
        return is_repeated
