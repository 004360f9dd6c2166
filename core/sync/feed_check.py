"""One feed of a received bundle: note, consistency, events, parts (FORMATO.md 8, steps 10 to 12).

The same walks serve the verification and the import, so that what is stored is what was verified.
Nothing here writes anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from core.kernel.errors import IntegrityFault
from core.kernel.header import Header, decode_header, event_hash, verify_header
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal
from core.kernel.identity.note import Checkpoint
from core.kernel.merkle import CompactRange
from core.kernel.parts import verify_part
from core.sync import limits, names
from core.sync.container import Container
from core.sync.feeds import check_note, feed_network
from core.sync.manifest import FeedSpan
from core.sync.part_lines import PartLine, read_part_line
from core.sync.proof import parse_lines, resume
from core.sync.reasons import Refusal

INVALID: Final = "folha.invalida"
BEYOND: Final = "folha.alem_do_selo"
_BATCH: Final = 512


class Leaf(NamedTuple):
    """A leaf as it came.

    Args:
        seq: its place in the feed.
        raw: its bytes.
        digest: its event hash, 32 bytes.
        header: what the bytes say; None where they break the rules.
        fault: why it has no effect, or None.
    """

    seq: int
    raw: bytes
    digest: bytes
    header: Header | None
    fault: str | None


class ReceivedPart(NamedTuple):
    """A part line, judged: of which event, and whether it is what the author sealed."""

    line: PartLine
    seq: int | None
    header: Header | None
    is_sealed: bool


@dataclass(slots=True)
class CheckedFeed:
    """A feed whose note holds; its events hold once ``read_events`` came to its end.

    Args:
        span: what the bundle carries.
        rede: network of the feed, 64 hex.
        note: the note's bytes.
        checkpoint: what the note says.
        start: the tree before the first event carried; None where none is.
        seal: the root's seal of this feed.
        places: event hash -> seq of the valid leaves carried.
        invalid: the same of the others.
    """

    span: FeedSpan
    rede: str
    note: bytes
    checkpoint: Checkpoint
    start: CompactRange | None
    seal: Seal | None
    places: dict[bytes, int] = field(default_factory=dict)
    invalid: dict[bytes, int] = field(default_factory=dict)


def check_feed(container: Container, chain: NetworkChain, span: FeedSpan) -> CheckedFeed:
    """Everything but the events (step 10).

    Raises:
        Refusal: ``feed.*``.
    """
    feed = check_feed_note(container, chain, span)
    find_start(container, feed)
    return feed


def check_feed_note(container: Container, chain: NetworkChain, span: FeedSpan) -> CheckedFeed:
    """The feed's files and its note; where it starts from is not known yet.

    Raises:
        Refusal: ``feed.desconhecido``, ``feed.arquivos``, ``feed.nota*``.
    """
    rede = feed_network(chain, span.no, span.epoca)
    folder = names.feed_folder(span.no, span.epoca)
    note_entry = container.get(f"{folder}checkpoint")
    expected = {f"{folder}checkpoint"}
    if span.de < span.ate:
        expected.add(f"{folder}eventos.jsonl")
        if span.de:
            expected.add(_proof_name(span))
    if container.names_in(folder) != expected or note_entry is None:
        raise Refusal("feed.arquivos")
    note = container.read(note_entry)
    checkpoint = check_note(note, chain, span.no, span.epoca, span.ate)
    seal = chain.current.seal(span.no, span.epoca)
    return CheckedFeed(span, rede, note, checkpoint, None, seal)


def find_start(container: Container, feed: CheckedFeed) -> None:
    """Tell the feed the tree that its first event continues.

    Raises:
        Refusal: ``feed.consistencia``.
    """
    span = feed.span
    if span.de == span.ate:
        return
    if span.de == 0:
        feed.start = CompactRange()
        return
    entry = container.get(_proof_name(span))
    lines = None if entry is None else parse_lines(container.read(entry))
    if lines is None:
        raise Refusal("feed.consistencia")
    try:
        feed.start = resume(span.de, lines[0], span.ate, feed.checkpoint.root, lines[1:])
    except IntegrityFault:
        raise Refusal("feed.consistencia") from None


def _proof_name(span: FeedSpan) -> str:
    folder = names.feed_folder(span.no, span.epoca)
    return f"{folder}consistencia-{span.de}-{span.ate}.txt"


def walk_leaves(container: Container, feed: CheckedFeed) -> Iterator[Leaf]:
    """Every leaf carried, judged by itself (step 11).

    Raises:
        Refusal: ``feed.eventos``: there are not as many as the manifest says.
    """
    if feed.start is None:
        return
    span = feed.span
    entry = container.get(f"{names.feed_folder(span.no, span.epoca)}eventos.jsonl")
    if entry is None:
        raise Refusal("feed.eventos")
    end = span.ate if feed.seal is None else feed.seal.tamanho
    before: str | None = None
    seq = span.de
    is_first = True
    lines = container.lines(entry, limits.MAX_EVENT_LINE)
    line = next(lines)
    for following in lines:
        if line is None or seq >= span.ate:
            raise Refusal("feed.eventos")
        digest = event_hash(line)
        header = _valid_header(line, feed, seq)
        if header is not None and header.prev != before and not (is_first and span.de):
            header = None
        fault = INVALID if header is None else BEYOND if seq >= end else None
        yield Leaf(seq, line, digest, header, fault)
        before, is_first = digest.hex(), False
        seq += 1
        line = following
    if line != b"" or seq != span.ate:
        raise Refusal("feed.eventos")


def _valid_header(raw: bytes, feed: CheckedFeed, seq: int) -> Header | None:
    try:
        header = verify_header(raw)
    except IntegrityFault:
        return None
    span = feed.span
    is_here = (header.rede, header.no, header.epoca, header.seq) == (
        feed.rede, span.no, span.epoca, seq
    )  # fmt: skip
    return header if is_here else None


def read_events(container: Container, feed: CheckedFeed) -> Iterator[Leaf]:
    """The leaves, and at their end the proof that they are what the author signed (step 10).

    Raises:
        Refusal: ``feed.eventos``, ``feed.raiz``, ``feed.selo``.
    """
    sealed = _SealWatch(feed)
    if feed.start is None:
        sealed.pass_end()
        return
    tree = feed.start.copy()
    sealed.pass_tree(tree)
    batch: list[bytes] = []
    places = feed.places
    for leaf in walk_leaves(container, feed):
        batch.append(leaf.digest)
        if len(batch) == _BATCH or tree.size + len(batch) == sealed.size:
            tree.extend(batch)
            batch.clear()
            sealed.pass_tree(tree)
        # Two equal leaves: the valid one is meant, else the first.
        (places if leaf.header is not None else feed.invalid).setdefault(leaf.digest, leaf.seq)
        yield leaf
    tree.extend(batch)
    if tree.root() != feed.checkpoint.root:
        raise Refusal("feed.raiz")
    sealed.pass_tree(tree)
    if sealed.is_broken:
        raise Refusal("feed.selo")


class _SealWatch:
    """Compares the root at the seal's size; says so only once the feed's own root held."""

    def __init__(self, feed: CheckedFeed) -> None:
        self._feed = feed
        self.size = -1 if feed.seal is None else feed.seal.tamanho
        self.is_broken = False

    def pass_tree(self, tree: CompactRange) -> None:
        """The tree as far as it was read."""
        seal = self._feed.seal
        if seal is not None and tree.size == seal.tamanho and tree.root().hex() != seal.raiz:
            self.is_broken = True

    def pass_end(self) -> None:
        """A feed without events: only its note can be compared."""
        seal, checkpoint = self._feed.seal, self._feed.checkpoint
        if seal is None or checkpoint.size != seal.tamanho:
            return
        if checkpoint.root.hex() != seal.raiz:
            raise Refusal("feed.selo")


def walk_parts(container: Container, feed: CheckedFeed) -> Iterator[ReceivedPart]:
    """Every part line of a feed whose events were read, judged (step 12)."""
    span = feed.span
    entry = container.get(names.parts_name(span.no, span.epoca))
    if entry is None:
        return
    leaves = walk_raw(container, feed)
    at, header = -1, None
    last = (-1, "")
    for raw in container.lines(entry, limits.MAX_PART_LINE):
        line = read_part_line(raw) if raw else None
        if line is None:  # behind the last LF; anything else ended at step 9
            continue
        seq = feed.places.get(line.event_hash)
        if seq is None or (seq, line.nome) <= last:
            place = feed.invalid.get(line.event_hash) if seq is None else seq
            yield ReceivedPart(line, place, None, is_sealed=False)
            continue
        last = (seq, line.nome)
        while at < seq:
            at, leaf = next(leaves)
            header = decode_header(leaf) if at == seq else None
        if header is None:  # cannot be: the place came from a valid leaf
            continue
        yield ReceivedPart(line, seq, header, _is_sealed(header, line))


def walk_raw(container: Container, feed: CheckedFeed) -> Iterator[tuple[int, bytes]]:
    """The leaves' places and bytes alone, for a feed that was read before."""
    span = feed.span
    entry = container.get(f"{names.feed_folder(span.no, span.epoca)}eventos.jsonl")
    if entry is None:
        return
    for seq, line in enumerate(container.lines(entry, limits.MAX_EVENT_LINE), start=span.de):
        if line is not None and seq < span.ate:
            yield seq, line


def _is_sealed(header: Header, line: PartLine) -> bool:
    for entry in header.partes:
        if entry.nome == line.nome:
            try:
                verify_part(entry, line.salt, line.content)
            except IntegrityFault:
                return False
            return True
    return False
