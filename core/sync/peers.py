"""How far this office has every feed, and what others have said to have of its own.

What a reader has is known from its signed receipts alone (sync.md 2.4, 2.8). Reads only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, func, select

from core.kernel.header import decode_header
from core.kernel.store import tables as t
from core.kernel.store.log_read import TypedScan, header_of
from core.kernel.store.statement import Cursor, Dialect, Statement

RECEIPT: Final = "recibo.importacao"
_F = t.kernel_feeds
_HEADS: Final = Statement(
    select(_F.c.no, _F.c.epoca, _F.c.tamanho, _F.c.ultimo_hash).order_by(_F.c.no, _F.c.epoca)
)

_C = t.kernel_checkpoints
_SIGNED: Final = Statement(
    select(func.max(_C.c.tamanho)).where(_C.c.no == bindparam("k_no")).group_by(_C.c.epoca)
)


@dataclass(frozen=True, slots=True)
class FeedHead:
    """A feed as it stands here.

    Args:
        no: author, 32 hex.
        epoca: of the feed.
        tamanho: events held.
        timestamp: what the last of them says of its moment; None for an empty feed.
    """

    no: str
    epoca: int
    tamanho: int
    timestamp: str | None


def feed_heads(cursor: Cursor, dialect: Dialect) -> list[FeedHead]:
    """Every feed of the log, by (no, epoca)."""
    found = []
    for no, epoca, tamanho, last in _HEADS.run(cursor, dialect).fetchall():
        raw = None if last is None else header_of(cursor, dialect, bytes(last).hex())
        moment = None if raw is None else decode_header(raw).timestamp
        found.append(FeedHead(bytes(no).hex(), epoca, tamanho, moment))
    return found


def said_to_have(cursor: Cursor, dialect: Dialect) -> dict[str, dict[tuple[str, int], int]]:
    """Author of receipts -> (node, epoch) -> how many events of that feed it said to have.

    A receipt only ever adds; the largest that was said of a feed counts.
    """
    found: dict[str, dict[tuple[str, int], int]] = {}
    scan = TypedScan((RECEIPT,), 0)
    while chunk := scan.chunk(cursor, dialect):
        for event in chunk:
            sizes = found.setdefault(event.no, {})
            for feed in event.publico().get("feeds") or ():
                key = (feed["no"], feed["epoca"])
                sizes[key] = max(sizes.get(key, 0), feed["tamanho"])
    return found


def acknowledged(cursor: Cursor, dialect: Dialect, no: str) -> dict[str, int]:
    """Author of receipts -> how many events of the node ``no`` they acknowledge, all epochs together."""
    return {
        author: sum(size for (of, _epoca), size in sizes.items() if of == no)
        for author, sizes in said_to_have(cursor, dialect).items()
    }


def signed_events(cursor: Cursor, dialect: Dialect, no: str) -> int:
    """How many events of a node stand under its notes, all epochs together."""
    rows = _SIGNED.run(cursor, dialect, {"k_no": bytes.fromhex(no)}).fetchall()
    return sum(row[0] for row in rows)
