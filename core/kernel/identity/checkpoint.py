"""Whether a checkpoint may be signed: never one that contradicts what was signed before.

A pure decision over what the caller read (sync.md 2.4): the root is computed again from the stored
leaves, must be the one that the feed's frontier claims, and must be consistent with the last
signed size. A bit that flipped in the database, or a database put back from a copy, ends here
without a signature. Signing itself is ``note.sign_checkpoint``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.kernel.errors import IntegrityFault
from core.kernel.identity.note import Checkpoint
from core.kernel.merkle import EMPTY_ROOT, CompactRange, verify_consistency


@dataclass(frozen=True, slots=True)
class TreeHead:
    """Number of events of a feed and the 32-byte root over them."""

    size: int
    root: bytes


EMPTY_HEAD = TreeHead(0, EMPTY_ROOT)


def decide_from_leaves(
    origin: str, frontier: CompactRange, leaves: Iterable[bytes], last: TreeHead | None
) -> Checkpoint:
    """The checkpoint that may be signed, judged over every leaf of the feed.

    Args:
        origin: the feed's origin line.
        frontier: compact range stored with the feed head.
        leaves: leaf hashes computed from the stored header bytes, in seq order from 0; read once.
        last: the last signed checkpoint of this feed, None before the first.

    Raises:
        IntegrityFault: ``ponto.folhas_divergem`` (count or root differ from the frontier),
            ``ponto.recuo`` (smaller than the last signed), ``ponto.conflito`` (the leaves do not
            give the root that was signed for that size).
    """
    head = TreeHead(frontier.size, frontier.root())
    signed = _checked_last(head, last)
    tree = CompactRange()
    for leaf in leaves:
        _check_signed_prefix(tree, signed)
        tree.append(leaf)
        if tree.size > head.size:
            raise IntegrityFault("ponto.folhas_divergem", tamanho=head.size, lidas=tree.size)
    _check_signed_prefix(tree, signed)
    if tree.size != head.size or tree.root() != head.root:
        raise IntegrityFault("ponto.folhas_divergem", tamanho=head.size, lidas=tree.size)
    return Checkpoint(origin, head.size, head.root)


def decide_from_proof(
    origin: str,
    frontier: CompactRange,
    recomputed: TreeHead,
    last: TreeHead | None,
    proof: Sequence[bytes],
) -> Checkpoint:
    """The checkpoint that may be signed, judged by a consistency proof.

    Args:
        origin: the feed's origin line.
        frontier: compact range stored with the feed head.
        recomputed: head over the stored bytes, computed by the caller.
        last: the last signed checkpoint of this feed, None before the first.
        proof: RFC 6962 consistency proof from ``last`` to ``recomputed``; empty where ``last`` is
            None, of size 0 or of the same size.

    Raises:
        IntegrityFault: as ``decide_from_leaves``.
    """
    head = TreeHead(frontier.size, frontier.root())
    signed = _checked_last(head, last)
    if recomputed != head:
        raise IntegrityFault("ponto.folhas_divergem", tamanho=head.size, lidas=recomputed.size)
    try:
        verify_consistency(signed.size, signed.root, head.size, head.root, proof)
    except IntegrityFault as error:
        raise _conflict(signed) from error
    return Checkpoint(origin, head.size, head.root)


def _checked_last(head: TreeHead, last: TreeHead | None) -> TreeHead:
    signed = EMPTY_HEAD if last is None else last
    if signed.size > head.size:
        raise IntegrityFault("ponto.recuo", tamanho=head.size, assinado=signed.size)
    if signed.size == head.size and signed.root != head.root:
        raise _conflict(signed)
    return signed


def _check_signed_prefix(tree: CompactRange, signed: TreeHead) -> None:
    if tree.size == signed.size and tree.root() != signed.root:
        raise _conflict(signed)


def _conflict(signed: TreeHead) -> IntegrityFault:
    return IntegrityFault("ponto.conflito", assinado=signed.size)
