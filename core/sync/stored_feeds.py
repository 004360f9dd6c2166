"""What an office holds of every feed, read for an export: one snapshot, in pieces.

Everything is read from one held reader, so that each walk gives the same bytes again. Leaves are
hashed anew from the stored header bytes; the hash column is not believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import bindparam, func, select

from core.kernel.errors import IntegrityFault
from core.kernel.header import event_hash
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.note import Checkpoint, sign_checkpoint
from core.kernel.merkle import CompactRange
from core.kernel.store import tables as t
from core.kernel.store.database import Reader
from core.kernel.store.statement import Statement
from core.sync.part_lines import PartLine, encode_part_line

CHUNK: Final = 1_000
_C, _L, _P = t.kernel_checkpoints.c, t.event_log.c, t.event_parts.c

_newest = (
    select(_C.no, _C.epoca, func.max(_C.tamanho).label("tamanho"))
    .group_by(_C.no, _C.epoca)
    .subquery()
)
_NEWEST: Final = Statement(
    select(_C.no, _C.epoca, _C.tamanho, _C.raiz, _C.nota)
    .join(
        _newest,
        (_newest.c.no == _C.no) & (_newest.c.epoca == _C.epoca) & (_newest.c.tamanho == _C.tamanho),
    )
    .where(_C.tamanho > 0)
    .order_by(_C.no, _C.epoca)
)
_EVENTS: Final = Statement(
    select(_L.seq, _L.sequence_number, _L.header)
    .where(
        _L.no == bindparam("k_no"),
        _L.epoca == bindparam("k_epoca"),
        _L.seq >= bindparam("de"),
        _L.seq < bindparam("antes"),
    )
    .order_by(_L.seq)
)
_PARTS: Final = Statement(
    select(_P.parte_id, _P.nome, _P.salt, _P.conteudo)
    .where(_P.parte_id >= bindparam("de"), _P.parte_id < bindparam("antes"))
    .order_by(_P.parte_id)
)

_EVIDENCE: Final = Statement(
    select(t.kernel_evidencias.c.sha256, t.kernel_evidencias.c.conteudo).order_by(
        t.kernel_evidencias.c.sha256
    )
)


@dataclass(frozen=True, slots=True)
class StoredFeed:
    """A feed up to its newest checkpoint.

    Args:
        no: 32 hex.
        epoca: of the feed.
        tamanho: of the checkpoint.
        raiz: its root, 32 bytes.
        nota: the note.
    """

    no: str
    epoca: int
    tamanho: int
    raiz: bytes
    nota: bytes


def stored_feeds(reader: Reader) -> list[StoredFeed]:
    """Every feed with a checkpoint, by (no, epoca)."""
    rows = _NEWEST.run(reader.cursor, reader.dialect).fetchall()
    return [
        StoredFeed(bytes(no).hex(), epoca, tamanho, bytes(raiz), bytes(nota))
        for no, epoca, tamanho, raiz, nota in rows
    ]


def sealed_epochs(reader: Reader, chain: NetworkChain, no: str, seed: bytes) -> list[StoredFeed]:
    """The node's own epochs that the root sealed beyond their newest checkpoint, with a note.

    An office that was restored never signed its old epoch's end, but the root did; the note says
    the same and nothing more, and only where the stored events give the sealed root and contain
    what was signed before.

    Args:
        reader: held.
        chain: verified versions of the network document.
        no: this node, 32 hex.
        seed: its log key.
    """
    entry = chain.current.node(no)
    signed = {feed.epoca: feed for feed in stored_feeds(reader) if feed.no == no}
    found: list[StoredFeed] = []
    for seal in chain.current.selos:
        before = signed.get(seal.epoca)
        if seal.no != no or entry is None or seal.tamanho <= (before.tamanho if before else 0):
            continue
        root = bytes.fromhex(seal.raiz)
        feed = StoredFeed(no, seal.epoca, seal.tamanho, root, b"")
        tree = CompactRange()
        is_prefix = before is None
        for digest in leaf_hashes(reader, feed):
            tree.append(digest)
            if before is not None and tree.size == before.tamanho:
                is_prefix = tree.root() == before.raiz
        if tree.size != seal.tamanho or tree.root() != root or not is_prefix:
            raise IntegrityFault("pacote.registro_divergente", no=no[:8], epoca=seal.epoca)
        origin = feed_origin(entry.network_of(seal.epoca, chain.rede), no, seal.epoca)
        note = sign_checkpoint(Checkpoint(origin, seal.tamanho, root), seed)
        found.append(replace(feed, nota=note))
    return found


def leaf_hashes(reader: Reader, feed: StoredFeed) -> list[bytes]:
    """Event hashes of the whole feed, from its header bytes."""
    return [event_hash(raw) for _seq, _place, raw in _events(reader, feed, 0)]


def event_lines(reader: Reader, feed: StoredFeed, start: int) -> Iterator[bytes]:
    """``eventos.jsonl`` from seq ``start`` on, in pieces."""
    lines: list[bytes] = []
    for _seq, _place, raw in _events(reader, feed, start):
        lines.append(raw + b"\n")
        if len(lines) == CHUNK:
            yield b"".join(lines)
            lines.clear()
    yield b"".join(lines)


def part_lines(
    reader: Reader, feed: StoredFeed, start: int, *, restricted: bool
) -> Iterator[bytes]:
    """``partes/…`` from seq ``start`` on, in pieces; restricted parts only where asked for."""
    lines: list[bytes] = []
    for line in parts(reader, feed, start):
        if restricted or line.nome.startswith("publica."):
            lines.append(encode_part_line(line) + b"\n")
        if len(lines) == CHUNK:
            yield b"".join(lines)
            lines.clear()
    yield b"".join(lines)


def parts(reader: Reader, feed: StoredFeed, start: int) -> Iterator[PartLine]:
    """Every stored part of the feed from seq ``start`` on, in the order of the log."""
    waiting: list[tuple[int, bytes]] = []
    for _seq, place, raw in _events(reader, feed, start):
        waiting.append((place, event_hash(raw)))
        if len(waiting) == CHUNK:
            yield from _parts_of(reader, waiting)
            waiting.clear()
    yield from _parts_of(reader, waiting)


def evidence(reader: Reader) -> list[tuple[str, bytes]]:
    """SHA-256 (hex) and bytes of every proof of a fork that is known here."""
    rows = _EVIDENCE.run(reader.cursor, reader.dialect).fetchall()
    return [(bytes(sha256).hex(), bytes(raw)) for sha256, raw in rows]


def _events(reader: Reader, feed: StoredFeed, start: int) -> Iterator[tuple[int, int, bytes]]:
    """(seq, position in the log, header bytes) up to the checkpoint."""
    for de in range(start, feed.tamanho, CHUNK):
        params = {
            "k_no": bytes.fromhex(feed.no),
            "k_epoca": feed.epoca,
            "de": de,
            "antes": min(de + CHUNK, feed.tamanho),
        }
        for seq, place, raw in _EVENTS.run(reader.cursor, reader.dialect, params).fetchall():
            yield seq, place, bytes(raw)


def _parts_of(reader: Reader, events: list[tuple[int, bytes]]) -> Iterator[PartLine]:
    """The parts behind these events; neighbours in the log are read in one scan."""
    start = 0
    while start < len(events):
        stop = start + 1
        while stop < len(events) and events[stop][0] == events[stop - 1][0] + 1:
            stop += 1
        first, last = events[start][0], events[stop - 1][0]
        params = {"de": first * t.PARTS_PER_EVENT, "antes": (last + 1) * t.PARTS_PER_EVENT}
        for place, nome, salt, content in _PARTS.run(
            reader.cursor, reader.dialect, params
        ).fetchall():
            digest = events[start + place // t.PARTS_PER_EVENT - first][1]
            yield PartLine(digest, nome, bytes(content), bytes(salt))
        start = stop
