"""What follows from a key or a document: ``no``, ``rede`` and the origin of a feed's notes.

Source: design.md 4, sync.md 2.4. All of it is bytes for ever.
"""

from __future__ import annotations

import hashlib
import re

_NODE_DOMAIN = b"civico/no/v1\n"
_NODE_CHARS = 32
_NETWORK_PREFIX_CHARS = 8

ORIGIN = re.compile(r"[0-9a-f]{8}/[0-9a-f]{32}/e(0|[1-9][0-9]{0,8})\Z")


def node_id(log_public_key: bytes) -> str:
    """``no``: first 32 hex of SHA-256("civico/no/v1" LF, first 32-byte log public key)."""
    return hashlib.sha256(_NODE_DOMAIN + log_public_key).hexdigest()[:_NODE_CHARS]


def network_id(genesis: bytes) -> str:
    """``rede``: SHA-256 of the genesis document's bytes, 64 hex."""
    return hashlib.sha256(genesis).hexdigest()


def feed_origin(rede: str, no: str, epoca: int) -> str:
    """Origin line of a feed's checkpoints: ``<first 8 hex of rede>/<no>/e<epoca>``.

    Raises:
        ValueError: the parts do not make an origin.
    """
    origin = f"{rede[:_NETWORK_PREFIX_CHARS]}/{no}/e{epoca}"
    if ORIGIN.match(origin) is None:
        raise ValueError(f"not an origin: {origin!r}")
    return origin
