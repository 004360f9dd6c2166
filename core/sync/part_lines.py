"""The lines of ``partes/…``: a part's exact bytes with its salt, and what attachments it names."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from core.kernel.canonical import CanonicalError, decode_canonical
from core.kernel.header import Header, is_hash, part_name
from core.kernel.parts import ATTACHMENT_PARTS, attachment_commitment
from core.sync import limits


class _Line(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """The line as JSON, its fields in the order of its bytes."""

    event_hash: str
    nome: str
    parte: str
    salt: str


# What decodes into the struct and encodes to the same bytes is canonical (as in header.py).
_decode = msgspec.json.Decoder(_Line).decode
_encode = msgspec.json.Encoder().encode


class PartLine(NamedTuple):
    """A part as it travels: event hash (32 bytes), name, exact content, salt (32 bytes)."""

    event_hash: bytes
    nome: str
    content: bytes
    salt: bytes


def encode_part_line(line: PartLine) -> bytes:
    """The line without its LF."""
    text = line.content.decode("utf-8")
    return _encode(_Line(line.event_hash.hex(), line.nome, text, line.salt.hex()))


def parse_part_line(raw: bytes) -> PartLine | None:
    """Read a line strictly; None where it has another form."""
    try:
        line = _decode(raw)
        if _encode(line) != raw:
            return None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if not is_hash(line.event_hash) or not is_hash(line.salt) or not _is_part_name(line.nome):
        return None
    return _part_line(line)


def read_part_line(raw: bytes) -> PartLine | None:
    """Read a line whose form was checked before; None for what is no such line."""
    try:
        return _part_line(_decode(raw))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _part_line(line: _Line) -> PartLine:
    content = line.parte.encode("utf-8")
    return PartLine(bytes.fromhex(line.event_hash), line.nome, content, bytes.fromhex(line.salt))


@lru_cache(maxsize=256)  # a bundle has a dozen of them
def _is_part_name(nome: str) -> bool:
    return part_name(nome) is not None


def named_attachments(header: Header, line: PartLine) -> set[tuple[str, int]]:
    """SHA-256 (hex) and size of the attachments that an accepted part names and commits to.

    A part of another form names none; an item that does not keep its commitment is left out.
    """
    if line.nome not in ATTACHMENT_PARTS:
        return set()
    try:
        value = decode_canonical(line.content, limits.MAX_PART_LINE)
    except CanonicalError:
        return set()
    items = value["anexos"] if isinstance(value, dict) and set(value) == {"anexos"} else None
    if not isinstance(items, list) or not all(_is_item(item) for item in items):
        return set()
    places = [item["i"] for item in items]
    if places != sorted(set(places)):
        return set()
    classe = line.nome.partition(".")[0]
    found: set[tuple[str, int]] = set()
    for item in items:
        if item["i"] >= len(header.anexos):
            continue
        entry = header.anexos[item["i"]]
        h = attachment_commitment(bytes.fromhex(item["sal"]), bytes.fromhex(item["sha256"]))
        if entry.classe == classe and h.hex() == entry.h:
            found.add((item["sha256"], entry.tam))
    return found


def _is_item(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and set(item) == {"i", "sal", "sha256"}
        and type(item["i"]) is int
        and item["i"] >= 0
        and all(isinstance(item[key], str) and is_hash(item[key]) for key in ("sal", "sha256"))
    )
