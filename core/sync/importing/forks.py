"""Two stories of one author: found by comparing what came with what is held, proven, kept.

The proof is two headers of one place, each under a note of the author's (FORMATO.md 7). From the
lowest such place on the feed is contested; what was before it stands. Source: sync.md 2.11.

That the one branch which everybody else has receipted keeps its effect is not decided here: it takes
both branches in the log and the rule of what is firm (sync.md 3.3). Nothing has to be told anew for
it: every receipt names size and root, which is the branch, and evidence keeps both notes.
"""

from __future__ import annotations

import hashlib
from typing import Final

from sqlalchemy import bindparam, func, insert, select

from core.kernel.header import event_hash
from core.kernel.identity.network import NetworkChain
from core.kernel.merkle import inclusion_proof, root
from core.kernel.store import tables as t
from core.kernel.store.log_read import header_of
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.sync.container import Container
from core.sync.evidence import (
    Evidence,
    Side,
    check_evidence,
    encode_evidence,
    parse_evidence,
    place_of,
)
from core.sync.feed_check import CheckedFeed, walk_raw
from core.sync.importing.holding import HeldFeed, Holding

_V = t.kernel_evidencias.c
_KEEP: Final = Statement(insert(t.kernel_evidencias), [c.name for c in t.kernel_evidencias.c])
_KNOWN: Final = Statement(select(_V.sha256).where(_V.sha256 == bindparam("sha256")))
_LOWEST: Final = Statement(
    select(func.min(_V.seq)).where(_V.no == bindparam("no"), _V.epoca == bindparam("epoca"))
)


class Forks:
    """Evidence in one transaction.

    Args:
        chain: the newest network document known.
    """

    def __init__(
        self, cursor: Cursor, dialect: Dialect, chain: NetworkChain, holding: Holding
    ) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._chain = chain
        self._holding = holding

    def is_beyond_seal(self, no: str, epoca: int, seq: int) -> bool:
        """Whether the root closed a feed before this place."""
        seal = self._chain.current.seal(no, epoca)
        return seal is not None and seq >= seal.tamanho

    def first_difference(
        self, container: Container, feed: CheckedFeed, held: HeldFeed
    ) -> int | None:
        """The first place where the feed that came tells another story; None where they agree.

        ``feed.span.de`` where the difference lies before what came, and so at no known place.
        """
        span, key = feed.span, (held.no, held.epoca)
        common = min(span.ate, held.size)
        begins = feed.start.root() if span.de and feed.start is not None else None
        if begins is not None and begins != self._holding.root_at(*key, span.de):
            return span.de
        if span.de == span.ate:
            is_same = (
                span.ate > held.size
                or self._holding.root_at(*key, span.ate) == feed.checkpoint.root
            )
            return None if is_same else span.ate
        ours = self._holding.leaf_hashes(*key, span.de, common)
        for (seq, raw), own in zip(walk_raw(container, feed), ours, strict=False):
            if event_hash(raw) != own:
                return seq
        return None

    def prove(
        self, container: Container, feed: CheckedFeed, held: HeldFeed, place: int
    ) -> bytes | None:
        """The evidence file, where it can be made of what is here."""
        key = (held.no, held.epoca)
        newest = self._holding.newest_note(*key)
        if newest is None:
            return None
        own_note = self._holding.note_at(*key, feed.span.ate)
        if own_note is not None and own_note != feed.note:
            bare = Evidence(*key, _sides(Side(own_note), Side(feed.note)))
            if feed.span.de >= feed.span.ate and check_evidence(bare, self._chain):
                return encode_evidence(bare)
        size, note = newest
        if not feed.span.de <= place < min(size, feed.span.ate):
            return None
        ours = list(self._holding.leaf_hashes(*key, 0, size))
        theirs = ours[: feed.span.de]
        other = None
        for seq, raw in walk_raw(container, feed):
            theirs.append(event_hash(raw))
            other = raw if seq == place else other
        own = header_of(self._cursor, self._dialect, ours[place].hex())
        if own is None or other is None or root(theirs) != feed.checkpoint.root:
            return None
        evidence = Evidence(
            *key,
            _sides(
                Side(note, own, tuple(inclusion_proof(ours, place))),
                Side(feed.note, other, tuple(inclusion_proof(theirs, place))),
            ),
        )
        return encode_evidence(evidence) if check_evidence(evidence, self._chain) else None

    def keep(self, evidence: Evidence, raw: bytes) -> bool:
        """Store valid evidence; False where it is known."""
        digest = hashlib.sha256(raw).digest()
        if _KNOWN.run(self._cursor, self._dialect, {"sha256": digest}).fetchone() is not None:
            return False
        row = {
            "sha256": digest,
            "no": bytes.fromhex(evidence.no),
            "epoca": evidence.epoca,
            "seq": place_of(evidence),
            "conteudo": raw,
        }
        _KEEP.run(self._cursor, self._dialect, row)
        return True

    def keep_raw(self, raw: bytes) -> bool:
        """As ``keep``, of an evidence file that was made or verified here."""
        evidence = parse_evidence(raw)
        return evidence is not None and self.keep(evidence, raw)

    def contested_from(self, no: str, epoca: int) -> int | None:
        """The lowest place that two stories are known of; None for an honest feed."""
        params = {"no": bytes.fromhex(no), "epoca": epoca}
        row = _LOWEST.run(self._cursor, self._dialect, params).fetchone()
        return None if row is None or row[0] is None else int(row[0])


def _sides(first: Side, second: Side) -> tuple[Side, Side]:
    return (first, second) if first.nota < second.nota else (second, first)
