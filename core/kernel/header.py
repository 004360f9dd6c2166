"""The sealed header: its shape, its bytes, its hash, and the strict check of a received one.

The structs declare their fields in alphabetical order, so that msgspec writes the canonical
bytes of ``civico-jcs/1`` directly. Normative text: ``resources/formato/formato-v1.md``.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final

import msgspec

from core.kernel.canonical import MAX_INT
from core.kernel.clock import parse_timestamp
from core.kernel.errors import IntegrityFault

HEADER_VERSION: Final = 1
MAX_HEADER_BYTES: Final = 8192
MAX_PARTS: Final = 32
MAX_PART_BYTES: Final = 262_144
MAX_ATTACHMENTS: Final = 32
MAX_ATTACHMENT_BYTES: Final = 67_108_864
MAX_INT32: Final = 2**31 - 1
MAX_EPOCH: Final = 999_999_999
MAX_NAME_CHARS: Final = 128
MAX_KEY_CHARS: Final = 512

ACTOR_PART: Final = "restrita.ator"

_LEAF: Final = sha256(b"\x00")
_HEX32: Final = re.compile(r"[0-9a-f]{32}")
_HEX64: Final = re.compile(r"[0-9a-f]{64}")
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_VERSION: Final = re.compile(r"(?:0|[1-9][0-9]{0,4})(?:\.(?:0|[1-9][0-9]{0,4})){2}")
_MIME_WORD: Final = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,63}"
_MIME: Final = re.compile(rf"{_MIME_WORD}/{_MIME_WORD}")
# Explicit code points, so that the verdict depends on no edition of Unicode.
_NAME: Final = re.compile(r"[^\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff]{1,128}")
_KEY: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,512}")
_PART_NAME: Final = re.compile(
    r"(publica|restrita)\.(?:(?:nucleo|texto|midia|pessoa)(?:\.([a-z][a-z0-9_]{0,63}))?|anexos)"
    r"|(restrita)\.ator"
)


class PartEntry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the header says of a part.

    Args:
        classe: ``publica`` or ``restrita``.
        h: 64 hex, the salted commitment (``parts.commitment``).
        nome: ``<classe>.<grupo>[.<papel>]``, ``restrita.ator`` or ``<classe>.anexos``.
        tam: length of the content in bytes.
        titular: None, or the 32-hex random label of the role's person in this event.
    """

    classe: str
    h: str
    nome: str
    tam: int
    titular: str | None


class AttachmentEntry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the header says of an attachment.

    Args:
        classe: ``publica`` or ``restrita``.
        h: 64 hex, the salted commitment (``parts.attachment_commitment``).
        tam: length of the stored bytes.
        tipo: content type without parameters.
    """

    classe: str
    h: str
    tam: int
    tipo: str


class Header(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The header of an event, in the order of its bytes (design.md 4)."""

    anexos: tuple[AttachmentEntry, ...]
    causa: str | None
    chave_derivacao: str | None
    correlacao_id: str | None
    critico: bool
    epoca: int
    event_id: str
    no: str
    origem: str
    partes: tuple[PartEntry, ...]
    prev: str | None
    rede: str
    regra_versao: int
    seq: int
    timestamp: str
    tipo: str
    v: int
    versao_schema: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Header).decode


def part_name(nome: str) -> tuple[str, str | None] | None:
    """(classe, papel or None) of a well-formed part name, else None."""
    found = _PART_NAME.fullmatch(nome)
    return None if found is None else (found[1] or found[3], found[2])


def is_name(text: str) -> bool:
    """Whether ``tipo`` or ``origem`` may stand in a header: 1-128 characters, none blank."""
    return _NAME.fullmatch(text) is not None


def is_key(text: str) -> bool:
    """Whether ``chave_derivacao`` may stand in a header: 1-512 characters, no controls."""
    return _KEY.fullmatch(text) is not None


def is_mime(text: str) -> bool:
    """Whether a content type may stand in a header: lower case, no parameters."""
    return _MIME.fullmatch(text) is not None


def is_uuid(text: str) -> bool:
    """Whether ``text`` is a UUID in lower case."""
    return _UUID.fullmatch(text) is not None


def is_hash(text: str) -> bool:
    """Whether ``text`` is 64 lower-case hex."""
    return _HEX64.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """Whether ``text`` is 32 lower-case hex: a ``no`` or a ``titular``."""
    return _HEX32.fullmatch(text) is not None


def is_version(text: str) -> bool:
    """Whether ``text`` is a schema version such as ``1.2.0``."""
    return _VERSION.fullmatch(text) is not None


def encode_header(header: Header) -> bytes:
    """The canonical bytes of a header.

    Raises:
        ValueError: longer than ``MAX_HEADER_BYTES``, or a lone surrogate.
    """
    raw = _encode(header)
    if len(raw) > MAX_HEADER_BYTES:
        raise ValueError(f"header of {len(raw)} bytes")
    return raw


def decode_header(raw: bytes) -> Header:
    """Read bytes that this installation wrote or has verified before."""
    return _decode(raw)


def event_hash(raw: bytes) -> bytes:
    """SHA-256(0x00 || header bytes): chain link, RFC 6962 leaf and database key (32 bytes)."""
    state = _LEAF.copy()
    state.update(raw)
    return state.digest()


def verify_header(raw: bytes) -> Header:
    """Check received header bytes: canonical, every field, every limit.

    A header that decodes into the struct and encodes to the same bytes is canonical, so no
    second parser is needed; a property test compares this with ``decode_canonical``.

    Raises:
        IntegrityFault: ``cabecalho.grande``, ``cabecalho.nao_canonico`` (not JSON, or not its
            only spelling), ``cabecalho.campos`` (missing, unknown or of the wrong type) or
            ``cabecalho.campo_invalido`` with ``campo``.
    """
    if len(raw) > MAX_HEADER_BYTES:
        raise IntegrityFault("cabecalho.grande", bytes=len(raw), limite=MAX_HEADER_BYTES)
    try:
        header = _decode(raw)
    except msgspec.ValidationError:
        raise IntegrityFault("cabecalho.campos") from None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise IntegrityFault("cabecalho.nao_canonico") from None
    try:
        is_canonical = _encode(header) == raw
    except UnicodeEncodeError:
        is_canonical = False
    if not is_canonical:
        raise IntegrityFault("cabecalho.nao_canonico")
    wrong = _wrong_field(header) or _wrong_list(header)
    if wrong is not None:
        raise IntegrityFault("cabecalho.campo_invalido", campo=wrong)
    return header


def _wrong_field(header: Header) -> str | None:
    prev, causa, chave = header.prev, header.causa, header.chave_derivacao
    correlacao = header.correlacao_id
    checks: tuple[tuple[str, Any], ...] = (
        ("v", header.v == HEADER_VERSION),
        ("rede", is_hash(header.rede)),
        ("no", is_label(header.no)),
        ("epoca", 0 <= header.epoca <= MAX_EPOCH),
        ("seq", 0 <= header.seq <= MAX_INT),
        ("prev", prev is None if header.seq == 0 else prev is not None and is_hash(prev)),
        ("event_id", is_uuid(header.event_id)),
        ("correlacao_id", correlacao is None or is_uuid(correlacao)),
        ("tipo", is_name(header.tipo)),
        ("versao_schema", is_version(header.versao_schema)),
        ("regra_versao", 0 <= header.regra_versao <= MAX_INT32),
        ("origem", is_name(header.origem)),
        ("causa", causa is None or is_hash(causa)),
        ("chave_derivacao", chave is None or is_key(chave)),
    )
    for name, holds in checks:
        if not holds:
            return name
    try:
        parse_timestamp(header.timestamp)
    except ValueError:
        return "timestamp"
    return None


def _wrong_list(header: Header) -> str | None:
    if len(header.partes) > MAX_PARTS or not _are_parts(header.partes):
        return "partes"
    if len(header.anexos) > MAX_ATTACHMENTS:
        return "anexos"
    for entry in header.anexos:
        if not (
            entry.classe in ("publica", "restrita")
            and is_hash(entry.h)
            and 0 <= entry.tam <= MAX_ATTACHMENT_BYTES
            and is_mime(entry.tipo)
        ):
            return "anexos"
    return None


def _are_parts(partes: tuple[PartEntry, ...]) -> bool:
    before = ""
    labels: dict[str, str] = {}
    for entry in partes:
        named = part_name(entry.nome)
        if named is None or named[0] != entry.classe or entry.nome <= before:
            return False
        before = entry.nome
        if not (is_hash(entry.h) and 2 <= entry.tam <= MAX_PART_BYTES):
            return False
        papel, titular = named[1], entry.titular
        if (papel is None) != (titular is None):
            return False  # a role has a label, and a label has a role
        if titular is None or papel is None:
            continue
        if not is_label(titular) or labels.setdefault(papel, titular) != titular:
            return False
    return True
