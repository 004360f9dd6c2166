"""What an office holds of every feed, inside the import's transaction.

Feeds move here as events are settled and are written once at the end. Nothing here judges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from core.kernel.header import event_hash
from core.kernel.merkle import CompactRange
from core.kernel.store import tables as t
from core.kernel.store.statement import Cursor, Dialect, Statement

CHUNK: Final = 2_000
Key = tuple[str, int]
"""(no, epoca)."""

_F, _L, _C = t.kernel_feeds.c, t.event_log.c, t.kernel_checkpoints.c
_FEED: Final = Statement(
    select(_F.tamanho, _F.ultimo_hash, _F.fronteira, _F.estado).where(
        _F.no == bindparam("no"), _F.epoca == bindparam("epoca")
    )
)
_GONE: Final = Statement(
    delete(t.kernel_feeds).where(_F.no == bindparam("no"), _F.epoca == bindparam("epoca"))
)
_NEW: Final = Statement(insert(t.kernel_feeds), [c.name for c in t.kernel_feeds.columns])
_AT: Final = Statement(
    select(_L.altura, _L.event_hash, _L.sequence_number, _L.timestamp_ms).where(
        _L.no == bindparam("no"), _L.epoca == bindparam("epoca"), _L.seq == bindparam("seq")
    )
)
_HASHES: Final = Statement(
    select(_L.seq, _L.header)
    .where(
        _L.no == bindparam("no"),
        _L.epoca == bindparam("epoca"),
        _L.seq >= bindparam("de"),
        _L.seq < bindparam("antes"),
    )
    .order_by(_L.seq)
)
_SIGNED: Final = Statement(
    select(_C.raiz, _C.nota).where(
        _C.no == bindparam("no"),
        _C.epoca == bindparam("epoca"),
        _C.tamanho == bindparam("tamanho"),
    )
)
_NEWEST: Final = Statement(
    select(_C.tamanho, _C.nota)
    .where(_C.no == bindparam("no"), _C.epoca == bindparam("epoca"))
    .order_by(_C.tamanho.desc())
    .limit(1)
)
_NOTE: Final = Statement(insert(t.kernel_checkpoints), [c.name for c in t.kernel_checkpoints.c])


@dataclass(slots=True)
class HeldFeed:
    """A feed up to what is settled here.

    Args:
        no: 32 hex.
        epoca: of the feed.
        size: events in the log.
        last_hash: of the last, 32 bytes.
        altura: of the last.
        tree: over all of them.
        estado: ``aberta`` or ``selada``.
        before: its size when the import began.
        claimed_ms: the moment that the last event claims; None where there is none.
    """

    no: str
    epoca: int
    size: int = 0
    last_hash: bytes | None = None
    altura: int = 0
    tree: CompactRange = field(default_factory=CompactRange)
    estado: str = "aberta"
    before: int = 0
    claimed_ms: int | None = None


class Holding:
    """The feeds of one office, read and written by one transaction."""

    def __init__(self, cursor: Cursor, dialect: Dialect) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._feeds: dict[Key, HeldFeed] = {}
        self._roots: dict[tuple[str, int, int], bytes] = {}

    def feed(self, no: str, epoca: int) -> HeldFeed:
        """The feed as far as it is held; an empty one where nothing is."""
        found = self._feeds.get((no, epoca))
        if found is None:
            found = self._feeds[no, epoca] = self._load(no, epoca)
        return found

    def _load(self, no: str, epoca: int) -> HeldFeed:
        key = {"no": bytes.fromhex(no), "epoca": epoca}
        row = _FEED.run(self._cursor, self._dialect, key).fetchone()
        if row is None:
            return HeldFeed(no, epoca)
        size, last, frontier, estado = row
        last = None if last is None else bytes(last)
        end = _AT.run(self._cursor, self._dialect, {**key, "seq": size - 1}).fetchone()
        altura, claimed = (0, None) if end is None else (int(end[0]), end[3])
        tree = CompactRange.from_bytes(size, bytes(frontier))
        return HeldFeed(no, epoca, size, last, altura, tree, estado, size, claimed)

    def altura_at(self, no: str, epoca: int, seq: int) -> int:
        """The height of a held event; 0 where there is none."""
        key = {"no": bytes.fromhex(no), "epoca": epoca, "seq": seq}
        row = _AT.run(self._cursor, self._dialect, key).fetchone()
        return 0 if row is None else int(row[0])

    def position(self, no: str, epoca: int, seq: int) -> int | None:
        """Where a held event stands in the log."""
        key = {"no": bytes.fromhex(no), "epoca": epoca, "seq": seq}
        row = _AT.run(self._cursor, self._dialect, key).fetchone()
        return None if row is None else int(row[2])

    def leaf_hashes(self, no: str, epoca: int, start: int, stop: int) -> Iterator[bytes]:
        """Event hashes of the held events of seq ``start`` to ``stop`` - 1, from their bytes."""
        for de in range(start, stop, CHUNK):
            key = {
                "no": bytes.fromhex(no), "epoca": epoca, "de": de, "antes": min(de + CHUNK, stop)
            }  # fmt: skip
            for _seq, raw in _HASHES.run(self._cursor, self._dialect, key).fetchall():
                yield event_hash(bytes(raw))

    def root_at(self, no: str, epoca: int, size: int) -> bytes:
        """The root over the first ``size`` held events: from a stored note, or recomputed."""
        feed = self.feed(no, epoca)
        if size == feed.size:
            return feed.tree.root()
        found = self._roots.get((no, epoca, size))
        if found is not None:
            return found
        key = {"no": bytes.fromhex(no), "epoca": epoca, "tamanho": size}
        row = _SIGNED.run(self._cursor, self._dialect, key).fetchone()
        if row is None:
            tree = CompactRange()
            tree.extend(self.leaf_hashes(no, epoca, 0, size))
            root = tree.root()
        else:
            root = bytes(row[0])
        self._roots[no, epoca, size] = root
        return root

    # -- notes -----------------------------------------------------------------------------

    def note_at(self, no: str, epoca: int, size: int) -> bytes | None:
        """The stored note of exactly this size."""
        key = {"no": bytes.fromhex(no), "epoca": epoca, "tamanho": size}
        row = _SIGNED.run(self._cursor, self._dialect, key).fetchone()
        return None if row is None else bytes(row[1])

    def newest_note(self, no: str, epoca: int) -> tuple[int, bytes] | None:
        """Size and bytes of the newest stored note."""
        key = {"no": bytes.fromhex(no), "epoca": epoca}
        row = _NEWEST.run(self._cursor, self._dialect, key).fetchone()
        return None if row is None else (int(row[0]), bytes(row[1]))

    def keep_note(self, no: str, epoca: int, size: int, root: bytes, note: bytes) -> None:
        """Store a note whose events are all held; one that is there stays."""
        if self.note_at(no, epoca, size) is not None:
            return
        row = {
            "no": bytes.fromhex(no), "epoca": epoca, "tamanho": size, "raiz": root, "nota": note
        }  # fmt: skip
        _NOTE.run(self._cursor, self._dialect, row)

    def save(self) -> None:
        """Write the feeds that moved."""
        for feed in self._feeds.values():
            if feed.size == feed.before:
                continue
            key = {"no": bytes.fromhex(feed.no), "epoca": feed.epoca}
            _GONE.run(self._cursor, self._dialect, key)
            row = {
                **key,
                "tamanho": feed.size,
                "ultimo_hash": feed.last_hash,
                "fronteira": feed.tree.to_bytes(),
                "estado": feed.estado,
            }
            _NEW.run(self._cursor, self._dialect, row)
