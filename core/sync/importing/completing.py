"""Parts that came late: another hand brought what an event that is held already lacked.

Which parts a node holds depends on who handed what over; what it holds of one event only grows,
until the author erases it. Source: sync.md 2.15, section 4 rows 33 and 34.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import bindparam, insert, select

from core.kernel.header import Header
from core.kernel.registry import Registry
from core.kernel.store import tables as t
from core.kernel.store.log_read import read_one
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing.arriving import FeedStream
from core.sync.importing.codes import RETAINED
from core.sync.importing.erasing import Erasures
from core.sync.importing.holding import HeldFeed, Holding
from core.sync.importing.judging import judge
from core.sync.importing.marks import Marks
from core.sync.importing.revealing import Index, Revealer
from core.sync.importing.without_effect import WithoutEffect

_P = t.event_parts.c
_PRESENT: Final = Statement(
    select(_P.parte_id, _P.nome, _P.salt, _P.conteudo).where(
        _P.parte_id >= bindparam("de"), _P.parte_id < bindparam("antes")
    )
)
_PART: Final = Statement(insert(t.event_parts), [c.name for c in t.event_parts.c])
Parts = Mapping[str, tuple[bytes, bytes]]


class Completer:
    """Adds missing parts to held events, in one transaction.

    Args:
        erasures: what authors erased never comes back.
    """

    def __init__(
        self,
        cursor: Cursor,
        dialect: Dialect,
        registry: Registry,
        holding: Holding,
        hidden: WithoutEffect,
        revealer: Revealer,
        marks: Marks,
        erasures: Erasures,
    ) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._registry = registry
        self._holding = holding
        self._hidden = hidden
        self._revealer = revealer
        self._index = Index(cursor, dialect)
        self._marks = marks
        self._erasures = erasures
        self.added = 0

    def complete(self, stream: FeedStream, held: HeldFeed) -> None:
        """Go through the events that are held already, up to the first that is not."""
        while stream.next is not None and stream.next.leaf.seq < held.size:
            arrival = stream.next
            header = arrival.leaf.header
            if header is not None and arrival.parts:
                sequence = self._holding.position(held.no, held.epoca, arrival.leaf.seq)
                if sequence is not None:
                    self._add(sequence, arrival.leaf.digest, header, arrival.parts)
            stream.advance()

    def _add(self, sequence: int, digest: bytes, header: Header, parts: Parts) -> None:
        first = sequence * t.PARTS_PER_EVENT
        span = {"de": first, "antes": first + t.PARTS_PER_EVENT}
        rows = _PRESENT.run(self._cursor, self._dialect, span).fetchall()
        present = {nome: (bytes(salt), bytes(content)) for _, nome, salt, content in rows}
        gone = self._erasures.gone(digest.hex(), header.no)
        missing = {n: row for n, row in parts.items() if n not in present and n not in gone}
        if not missing:
            return
        judged = judge(header, {**present, **missing}, self._registry)
        if not judged.with_restricted:
            missing = {n: row for n, row in missing.items() if n.startswith("publica.")}
        for place, entry in enumerate(header.partes):
            row = missing.get(entry.nome)
            if row is None:
                continue
            salt, content = row
            stored = {"parte_id": first + place, "nome": entry.nome}
            _PART.run(self._cursor, self._dialect, {**stored, "salt": salt, "conteudo": content})
            self.added += 1
        self._index.add(sequence, header, missing, judged)
        state = self._hidden.state(sequence)
        if state is not None and state[1] == RETAINED:
            self._revealer.reveal(sequence)
            return
        event = read_one(self._cursor, self._dialect, sequence)
        if event is not None and state is None:
            self._marks.lose(event)
