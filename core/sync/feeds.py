"""Which keys, network and seal hold for a feed, and whether a note is its author's (FORMATO.md 4.2)."""

from __future__ import annotations

import re
from typing import Final

from core.kernel.errors import IntegrityFault
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.note import Checkpoint, SignedNote, key_id, parse_note, verify_note
from core.sync.reasons import Refusal

_HUGE: Final = re.compile(rb"[^\n]*\n[1-9][0-9]{15,}\n")


def feed_network(chain: NetworkChain, no: str, epoca: int) -> str:
    """The network that the feed's headers and notes name, 64 hex.

    Raises:
        Refusal: ``feed.desconhecido``: the newest version does not know the node.
    """
    entry = chain.current.node(no)
    if entry is None:
        raise Refusal("feed.desconhecido")
    return entry.network_of(epoca, chain.rede)


def check_note(
    raw: bytes, chain: NetworkChain, no: str, epoca: int, size: int | None = None
) -> Checkpoint:
    """The checkpoint that one of the node's keys signed.

    Args:
        raw: the note.
        chain: verified versions of the network document.
        no: whose feed.
        epoca: of the feed.
        size: what the note must say; None takes any.

    Raises:
        Refusal: ``feed.desconhecido``, ``feed.nota``, ``feed.nota_manifesto``,
            ``feed.nota_chave``, ``feed.nota_assinatura``.
    """
    origin = feed_origin(feed_network(chain, no, epoca), no, epoca)
    try:
        note = parse_note(raw)
    except IntegrityFault as fault:
        # A number beyond every feed is well formed, and never the size that it must be.
        is_huge = fault.code == "nota.tamanho" and _HUGE.match(raw) is not None
        raise Refusal("feed.nota_manifesto" if is_huge else "feed.nota") from None
    if note.checkpoint.origin != origin or size not in (None, note.checkpoint.size):
        raise Refusal("feed.nota_manifesto")
    keys = chain.log_keys(no, epoca)
    if not any(_names_key(note, origin, key) for key in keys):
        raise Refusal("feed.nota_chave")
    for key in keys:
        try:
            return verify_note(raw, key, origin)
        except IntegrityFault:
            continue
    raise Refusal("feed.nota_assinatura")


def _names_key(note: SignedNote, origin: str, key: bytes) -> bool:
    wanted = (origin, key_id(origin, key))
    return any((line.name, line.key_id) == wanted for line in note.signatures)
