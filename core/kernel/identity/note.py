"""Checkpoints as C2SP signed notes, made and read in exactly one form (sync.md 2.4, 4 rows 16-18).

The text is three lines, each ended by LF: origin, size in decimal, root in base64. Then an empty
line, then one line per signature: em dash, space, key name, space, base64(key id || signature).
The key name is the origin; the key id is the first 4 bytes of
SHA-256(name || 0x0A || 0x01 || public key). No extension lines. The signature is over the text.

A signature line of a peer's key (a receipt as cosignature) is carried and not judged here.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity.names import ORIGIN
from core.kernel.merkle import EMPTY_ROOT

MAX_NOTE_BYTES = 16 * 1024
MAX_SIGNATURES = 16

_ED25519_TYPE = b"\x01"
_KEY_ID_BYTES = 4
_ROOT_BYTES = 32
_MAX_SIZE = 2**53 - 1
_SIZE = re.compile(r"(0|[1-9][0-9]{0,15})\Z")
_SIGNATURE_LINE = re.compile(r"— ([^\s+]{1,255}) ([A-Za-z0-9+/]+={0,2})\Z")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A tree head: origin, number of events, 32-byte root."""

    origin: str
    size: int
    root: bytes


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """A signature line. ``signature`` is 64 bytes for Ed25519, other lengths for other kinds."""

    name: str
    key_id: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class SignedNote:
    """A note that has the right form; nothing is said about its signatures yet."""

    raw: bytes
    text: bytes
    checkpoint: Checkpoint
    signatures: tuple[NoteSignature, ...]


def key_id(name: str, public_key: bytes) -> bytes:
    """C2SP key id: 4 bytes."""
    hashed = hashlib.sha256(name.encode() + b"\n" + _ED25519_TYPE + public_key)
    return hashed.digest()[:_KEY_ID_BYTES]


def checkpoint_text(checkpoint: Checkpoint) -> bytes:
    """The text that is signed.

    Raises:
        ValueError: not an origin, a size out of range, a root of another length, or size 0 with
            another root than the empty tree's.
    """
    is_fit = (
        ORIGIN.match(checkpoint.origin) is not None
        and 0 <= checkpoint.size <= _MAX_SIZE
        and len(checkpoint.root) == _ROOT_BYTES
        and (checkpoint.size > 0 or checkpoint.root == EMPTY_ROOT)
    )
    if not is_fit:
        raise ValueError(f"not a checkpoint: {checkpoint!r}")
    root = base64.b64encode(checkpoint.root).decode("ascii")
    return f"{checkpoint.origin}\n{checkpoint.size}\n{root}\n".encode()


def sign_checkpoint(checkpoint: Checkpoint, seed: bytes) -> bytes:
    """The note of a checkpoint, signed by the log key. Whether it MAY be signed: checkpoint.py."""
    text = checkpoint_text(checkpoint)
    public = ed25519.public_key(seed)
    blob = key_id(checkpoint.origin, public) + ed25519.sign(seed, text)
    line = f"— {checkpoint.origin} {base64.b64encode(blob).decode('ascii')}\n"
    return text + b"\n" + line.encode()


def parse_note(raw: bytes) -> SignedNote:
    """Read a note strictly.

    Raises:
        IntegrityFault: ``nota.grande_demais``, ``nota.malformada``, ``nota.origem``,
            ``nota.tamanho``, ``nota.raiz``, ``nota.assinaturas_demais``, ``nota.assinatura_forma``.
    """
    if len(raw) > MAX_NOTE_BYTES:
        raise IntegrityFault("nota.grande_demais")
    try:
        content = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise IntegrityFault("nota.malformada") from error
    if not content.endswith("\n") or any(c < " " and c != "\n" for c in content):
        raise IntegrityFault("nota.malformada")
    lines = content.split("\n")[:-1]
    if len(lines) < 5 or lines[3] != "":
        raise IntegrityFault("nota.malformada")
    checkpoint = _checkpoint(lines[0], lines[1], lines[2])
    signature_lines = lines[4:]
    if len(signature_lines) > MAX_SIGNATURES:
        raise IntegrityFault("nota.assinaturas_demais", maximo=MAX_SIGNATURES)
    signatures = tuple(_signature(line) for line in signature_lines)
    if len({(s.name, s.key_id) for s in signatures}) != len(signatures):
        raise IntegrityFault("nota.assinatura_forma")
    return SignedNote(raw, checkpoint_text(checkpoint), checkpoint, signatures)


def verify_note(raw: bytes, public_key: bytes, origin: str) -> Checkpoint:
    """The checkpoint of a note that the log key of ``origin`` signed.

    Raises:
        IntegrityFault: those of ``parse_note``; ``nota.outra_origem``; ``nota.chave_desconhecida``
            (no line of this key); ``nota.assinatura_invalida`` (a line of this key name and id
            that does not verify, whatever else is there).
    """
    note = parse_note(raw)
    if note.checkpoint.origin != origin:
        raise IntegrityFault("nota.outra_origem", origem=note.checkpoint.origin, esperada=origin)
    expected = key_id(origin, public_key)
    own = [s for s in note.signatures if (s.name, s.key_id) == (origin, expected)]
    if not own:
        raise IntegrityFault("nota.chave_desconhecida", origem=origin)
    if not all(ed25519.verify(public_key, note.text, s.signature) for s in own):
        raise IntegrityFault("nota.assinatura_invalida", origem=origin)
    return note.checkpoint


def _checkpoint(origin: str, size: str, root: str) -> Checkpoint:
    if ORIGIN.match(origin) is None:
        raise IntegrityFault("nota.origem")
    if _SIZE.match(size) is None or int(size) > _MAX_SIZE:
        raise IntegrityFault("nota.tamanho")
    digest = _base64(root)
    if digest is None or len(digest) != _ROOT_BYTES:
        raise IntegrityFault("nota.raiz")
    if size == "0" and digest != EMPTY_ROOT:
        raise IntegrityFault("nota.raiz")
    return Checkpoint(origin, int(size), digest)


def _signature(line: str) -> NoteSignature:
    found = _SIGNATURE_LINE.match(line)
    blob = None if found is None else _base64(found[2])
    if found is None or blob is None or len(blob) <= _KEY_ID_BYTES:
        raise IntegrityFault("nota.assinatura_forma")
    return NoteSignature(found[1], blob[:_KEY_ID_BYTES], blob[_KEY_ID_BYTES:])


def _base64(text: str) -> bytes | None:
    """Decoded bytes, or None where the text is not the one canonical spelling of them."""
    try:
        decoded = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return decoded if base64.b64encode(decoded).decode("ascii") == text else None
