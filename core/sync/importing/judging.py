"""Whether an imported event may have effect, judged from its own public parts alone.

Pure: every node that knows the same types says the same, whatever restricted parts it was given.
Source: sync.md 2.10, section 4 rows 38 to 40.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.event import Payload
from core.kernel.header import Header
from core.kernel.parts import join_parts
from core.kernel.registry import Contract, Registry
from core.sync.importing.codes import CONTENT, CRITICAL, POSTPONED, RETAINED

_PUBLIC: Final = "publica."
_CORE: Final = "publica.nucleo"
"""Ids and codes, never erased: without it nobody knows what the event is about."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an event's type says of it.

    Args:
        motivo: why it has no effect; None where it may have one.
        contract: of its type and version; None where this program knows none.
        publico: its public fields.
        payload: all fields, restricted ones included where they hold.
        with_restricted: restricted parts are what the type says; otherwise they are left out.
    """

    motivo: str | None
    contract: Contract | None
    publico: Payload
    payload: Payload
    with_restricted: bool = True


def judge(
    header: Header, parts: Mapping[str, tuple[bytes, bytes]], registry: Registry
) -> Judgement:
    """Judge an event.

    Args:
        header: its header, valid.
        parts: name -> (salt, content) of those that came.
        registry: the types that this program knows.
    """
    try:
        contract = registry.contract(header.tipo, header.versao_schema)
    except UserFacingError:
        return Judgement(CRITICAL if header.critico else POSTPONED, None, {}, {})
    public = {nome: content for nome, (_, content) in parts.items() if nome.startswith(_PUBLIC)}
    if _CORE not in public and any(entry.nome == _CORE for entry in header.partes):
        return Judgement(RETAINED, contract, {}, {})
    publico = _valid(header, public, registry)
    if publico is None:
        return Judgement(CONTENT, contract, {}, {}, with_restricted=False)
    if len(public) == len(parts):
        return Judgement(None, contract, publico, publico)
    whole = {nome: content for nome, (_, content) in parts.items()}
    payload = _valid(header, whole, registry)
    if payload is None:
        return Judgement(None, contract, publico, publico, with_restricted=False)
    return Judgement(None, contract, publico, payload)


def _valid(header: Header, contents: Mapping[str, bytes], registry: Registry) -> Payload | None:
    """The fields of these parts, where the contract accepts them."""
    try:
        joined = join_parts(header.partes, contents)
        registry.validate_present(
            header.tipo, header.versao_schema, joined.payload, joined.ausentes
        )
    except (IntegrityFault, UserFacingError):
        return None
    return joined.payload


def persons(
    header: Header, parts: Collection[str], judged: Judgement, sequence: int
) -> list[tuple[str, bytes, int]]:
    """Who stands behind the random labels of the parts that are here, so that erasing finds them.

    Returns:
        Rows of ``kernel_titulares``: person, label (16 bytes), position of the event.
    """
    if judged.contract is None:
        return []
    found: dict[str, tuple[str, bytes, int]] = {}
    for entry in header.partes:
        if entry.titular is None or entry.nome not in parts:
            continue
        role = entry.nome.rpartition(".")[2]
        person = judged.payload.get(judged.contract.titular_field.get(role, ""))
        if isinstance(person, str):
            found[entry.titular] = (person, bytes.fromhex(entry.titular), sequence)
    return list(found.values())
