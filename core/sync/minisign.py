"""Minisign signatures with a prehash (``ED``), in the one form that FORMATO.md 3.1 allows.

What is signed is BLAKE2b-512 of the content; a second signature covers the first and the trusted
comment. The untrusted comment is fixed, so that no byte of the file is free.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass
from typing import Final

from core.crypto import ed25519

BUNDLE: Final = "pacote"
REQUEST: Final = "pedido"
ENTRY: Final = "entrada"

_ALGORITHM: Final = b"ED"
_ID_DOMAIN: Final = b"civico/transporte/v1\n"
_ID_BYTES: Final = 8
_UNTRUSTED: Final = "untrusted comment: "
_TRUSTED: Final = "trusted comment: "
_NAMES: Final = {BUNDLE: "manifesto", REQUEST: "pedido", ENTRY: "entrada"}


@dataclass(frozen=True, slots=True)
class Minisig:
    """A signature file that has the right form; nothing is said of its signatures yet.

    Args:
        key_id: 8 bytes.
        signature: 64 bytes over the prehash.
        comment: the trusted comment's bytes.
        whole: 64 bytes over signature and comment.
    """

    key_id: bytes
    signature: bytes
    comment: bytes
    whole: bytes


def key_id(public_key: bytes) -> bytes:
    """The id of a transport key: 8 bytes."""
    return hashlib.sha256(_ID_DOMAIN + public_key).digest()[:_ID_BYTES]


def public_key_file(public_key: bytes) -> bytes:
    """The file that ``minisign -V -p`` wants."""
    line = base64.b64encode(b"Ed" + key_id(public_key) + public_key)
    return b"untrusted comment: minisign public key civico/transporte/v1\n" + line + b"\n"


def trusted_comment(kind: str, rede: str, no: str, content: bytes) -> bytes:
    """What the trusted comment must say of a content."""
    digest = hashlib.sha256(content).hexdigest()
    return f"civico/{kind}/v1 rede:{rede[:8]} no:{no} {_NAMES[kind]}:{digest}".encode("ascii")


def sign(kind: str, seed: bytes, rede: str, no: str, content: bytes) -> bytes:
    """The signature file of a content, by the transport key of ``no``."""
    comment = trusted_comment(kind, rede, no, content)
    signature = ed25519.sign(seed, hashlib.blake2b(content).digest())
    blob = _ALGORITHM + key_id(ed25519.public_key(seed)) + signature
    lines = (
        f"{_UNTRUSTED}civico/{kind}/v1".encode(),
        base64.b64encode(blob),
        _TRUSTED.encode() + comment,
        base64.b64encode(ed25519.sign(seed, signature + comment)),
    )
    return b"".join(line + b"\n" for line in lines)


def parse(kind: str, raw: bytes) -> Minisig | None:
    """Read a signature file strictly; None where it has another form."""
    lines = raw.split(b"\n")
    if len(lines) != 5 or lines[4] or lines[0] != f"{_UNTRUSTED}civico/{kind}/v1".encode():
        return None
    if not lines[2].startswith(_TRUSTED.encode()):
        return None
    blob, whole = _base64(lines[1]), _base64(lines[3])
    if blob is None or whole is None:
        return None
    if len(blob) != len(_ALGORITHM) + _ID_BYTES + 64 or blob[:2] != _ALGORITHM or len(whole) != 64:
        return None
    return Minisig(blob[2:10], blob[10:], lines[2][len(_TRUSTED) :], whole)


def verify(
    kind: str, signature: Minisig, public_key: bytes, rede: str, no: str, content: bytes
) -> bool:
    """Whether the transport key of ``no`` signed the content."""
    return (
        signature.comment == trusted_comment(kind, rede, no, content)
        and signature.key_id == key_id(public_key)
        and ed25519.verify(public_key, hashlib.blake2b(content).digest(), signature.signature)
        and ed25519.verify(public_key, signature.signature + signature.comment, signature.whole)
    )


def _base64(line: bytes) -> bytes | None:
    try:
        decoded = base64.b64decode(line, validate=True)
    except binascii.Error:
        return None
    return decoded if base64.b64encode(decoded) == line else None
