"""Fork evidence: two notes of one feed that no honest author signs (FORMATO.md 7, sync.md 2.11)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.header import (
    MAX_EPOCH,
    decode_header,
    event_hash,
    is_hash,
    is_label,
    verify_header,
)
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.note import Checkpoint
from core.kernel.merkle import verify_inclusion
from core.sync import limits
from core.sync.feeds import check_note
from core.sync.reasons import Refusal

_TIPO: Final = "civico/evidencia"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two stories: its note and, where the sizes differ, a header proven under it."""

    nota: bytes
    cabecalho: bytes | None = None
    prova: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is claimed of the feed (``no``, ``epoca``). Valid once ``check_evidence`` passed."""

    no: str
    epoca: int
    lados: tuple[Side, Side]


def encode_evidence(evidence: Evidence) -> bytes:
    """The bytes of an evidence file."""
    return encode_canonical(
        {
            "v": 1,
            "tipo": _TIPO,
            "no": evidence.no,
            "epoca": evidence.epoca,
            "lados": [
                {
                    "nota": side.nota.decode("utf-8"),
                    "cabecalho": None if side.cabecalho is None else side.cabecalho.decode("utf-8"),
                    "prova": [item.hex() for item in side.prova],
                }
                for side in sorted(evidence.lados, key=lambda side: side.nota)
            ],
        }
    )


def evidence_name(raw: bytes) -> str:
    """The entry's name: its content's hash."""
    return f"evidencias/{hashlib.sha256(raw).hexdigest()}.json"


def place_of(evidence: Evidence) -> int | None:
    """The seq that two stories are told of; None where only the roots differ."""
    raw = evidence.lados[0].cabecalho
    return None if raw is None else decode_header(raw).seq


def parse_evidence(raw: bytes) -> Evidence | None:
    """Read an evidence file strictly; None where it has another form."""
    try:
        value = decode_canonical(raw, limits.MAX_EVIDENCE_BYTES)
    except CanonicalError:
        return None
    if not isinstance(value, dict) or set(value) != {"v", "tipo", "no", "epoca", "lados"}:
        return None
    no, epoca, sides = value["no"], value["epoca"], value["lados"]
    is_head = type(value["v"]) is int and value["v"] == 1 and value["tipo"] == _TIPO
    if not is_head or not isinstance(no, str) or not is_label(no):
        return None
    if type(epoca) is not int or not 0 <= epoca <= MAX_EPOCH:
        return None
    if not isinstance(sides, list) or len(sides) != 2:
        return None
    first, second = _side(sides[0]), _side(sides[1])
    if first is None or second is None or first.nota >= second.nota:
        return None
    return Evidence(no, epoca, (first, second))


def check_evidence(evidence: Evidence, chain: NetworkChain) -> bool:
    """Whether both notes are the author's and contradict each other."""
    first, second = evidence.lados
    try:
        heads = [
            check_note(side.nota, chain, evidence.no, evidence.epoca) for side in (first, second)
        ]
    except Refusal:
        return False
    if first.cabecalho is None and second.cabecalho is None:
        is_bare = not first.prova and not second.prova
        return is_bare and heads[0].size == heads[1].size and heads[0].root != heads[1].root
    places = [_proven(side, head) for side, head in zip((first, second), heads, strict=True)]
    if places[0] is None or places[1] is None or places[0] != places[1]:
        return False
    return first.cabecalho != second.cabecalho


def _proven(side: Side, head: Checkpoint) -> int | None:
    """The seq of the side's header, where it is proven under the note."""
    if side.cabecalho is None:
        return None
    try:
        header = verify_header(side.cabecalho)
        leaf = event_hash(side.cabecalho)
        verify_inclusion(leaf, header.seq, head.size, side.prova, head.root)
    except IntegrityFault:
        return None
    return header.seq


def _side(value: Any) -> Side | None:
    if not isinstance(value, dict) or set(value) != {"nota", "cabecalho", "prova"}:
        return None
    note, header, proof = value["nota"], value["cabecalho"], value["prova"]
    if not isinstance(note, str) or not (header is None or isinstance(header, str)):
        return None
    if not isinstance(proof, list) or not _are_hashes(proof):
        return None
    raw = None if header is None else header.encode("utf-8")
    return Side(note.encode("utf-8"), raw, tuple(bytes.fromhex(item) for item in proof))


def _are_hashes(items: Sequence[object]) -> bool:
    return all(isinstance(item, str) and is_hash(item) for item in items)
