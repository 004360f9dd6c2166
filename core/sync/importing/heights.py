"""Heights after a fork: what a receipt says of an author with two stories counts to the fork alone.

A receipt that was settled before the proof came may have counted a head that is contested now. Then
all heights are computed again, as they would be had the proof come first. Source: design.md 3,
sync.md 2.11.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import bindparam, select, update

from core.kernel.identity.network import NetworkChain
from core.kernel.store import tables as t
from core.kernel.store.log_read import UNREADABLE, read_one
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.importing.forks import Forks

RECEIPT: Final = "recibo.importacao"
EPOCH: Final = "epoca.aberta"
CHUNK: Final = 2_000

_L = t.event_log.c
_ROWS: Final = Statement(
    select(_L.sequence_number, _L.event_hash, _L.event_id, _L.no, _L.epoca, _L.seq, _L.tipo,
           _L.causa, _L.altura)
    .where(_L.sequence_number > bindparam("depois"))
    .order_by(_L.sequence_number)
    .limit(bindparam("limite"))
)  # fmt: skip
_RAISE: Final = Statement(
    update(t.event_log)
    .where(_L.sequence_number == bindparam("k_sequencia"))
    .values(altura=bindparam("altura_nova"))
)


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a feed that a receipt names; ``root`` (64 hex) is empty where it says nothing."""

    no: str
    epoca: int
    size: int
    root: str


def capped(forks: Forks, head: Head) -> Head:
    """The head as far as the feed has one story."""
    start = forks.contested_from(head.no, head.epoca)
    return head if start is None or head.size <= start else replace(head, size=start, root="")


class Heights:
    """Computes all heights again, in the order in which events were settled."""

    def __init__(self, cursor: Cursor, dialect: Dialect, chain: NetworkChain, forks: Forks) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._chain = chain
        self._forks = forks
        self._known: dict[bytes, int] = {}
        self._places: dict[tuple[str, int], list[int]] = {}

    def recompute(self) -> int:
        """Write the heights that differ; how many did."""
        changed = 0
        position = 0
        while True:
            params = {"depois": position, "limite": CHUNK}
            rows = _ROWS.run(self._cursor, self._dialect, params).fetchall()
            for row in rows:
                altura = self._altura(row)
                if altura != row[8]:
                    new = {"k_sequencia": row[0], "altura_nova": altura}
                    _RAISE.run(self._cursor, self._dialect, new)
                    changed += 1
            if len(rows) < CHUNK:
                return changed
            position = rows[-1][0]

    def _altura(self, row: Any) -> int:
        sequence, digest, event_id, raw_no, epoca, seq, tipo, causa, _ = row
        no = bytes(raw_no).hex()
        feed = self._places.setdefault((no, epoca), [])
        base = feed[-1] if feed else 0
        if causa is not None:
            cause = bytes(causa)
            base = max(base, self._known.get(cause, self._known.get(cause[:16], 0)))
        if tipo == RECEIPT:
            base = max([base, *(self._end(head) for head in self._heads(sequence))])
        if seq == 0 and epoca > 0:
            base = max(base, self._epoch_before(no, epoca, tipo, sequence))
        altura = base + 1
        feed.append(altura)
        self._known[bytes(event_id) if tipo == UNREADABLE else bytes(digest)] = altura
        return altura

    def _heads(self, sequence: int) -> list[Head]:
        event = read_one(self._cursor, self._dialect, sequence)
        named = () if event is None else event.payload.get("feeds", ())
        return [
            capped(self._forks, Head(one["no"], one["epoca"], one["tamanho"], one["raiz"]))
            for one in named
        ]

    def _end(self, head: Head) -> int:
        feed = self._places.get((head.no, head.epoca), [])
        return feed[head.size - 1] if 0 < head.size <= len(feed) else 0

    def _epoch_before(self, no: str, epoca: int, tipo: str, sequence: int) -> int:
        seal = self._chain.current.seal(no, epoca - 1)
        if seal is not None:
            return self._end(Head(no, epoca - 1, seal.tamanho, ""))
        event = read_one(self._cursor, self._dialect, sequence) if tipo == EPOCH else None
        if event is None:
            return 0
        said = event.payload
        return self._end(
            Head(no, said.get("epoca_anterior", 0), said.get("tamanho_restaurado", 0), "")
        )
