"""What travels: the event that a colony asks for, and the sealed event that the log holds.

Plain values only. Sealing lives in ``sealing.py``, storage in ``store/``.
Source: design.md sections 3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewAttachment:
    """An attachment already in the content store, to be committed to by the header.

    Args:
        sha256: 64 lower-case hex of the stored bytes.
        size_bytes: length of the stored bytes.
        mime: content type.
        classe: ``publica`` or ``restrita``.
    """

    sha256: str
    size_bytes: int
    mime: str
    classe: str = "restrita"


@dataclass(frozen=True, slots=True)
class SealPoint:
    """Where an event is about to be sealed: what its header will say.

    Args:
        prev: 64 hex of the own feed's last event; None for the first of an epoch.
        prev_event_id: that event's id.
        timestamp: the header's.
    """

    prev: str | None
    prev_event_id: str | None
    timestamp: str


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that a colony wants published.

    Args:
        tipo: wire name, NFC, exactly as in the registry.
        payload: JSON object that the contract of ``versao`` accepts.
        sujeito: the demand, unit or councillor id that ends ``chave_derivacao`` (design.md 3).
        versao: schema version; None takes the registry's current one.
        correlacao_id: UUID; None inherits the cause's, else a new one is minted.
        ator: ``{"conta_id", "papel"}`` of a human act, sealed as a restricted part of its own.
        titulares: role named in the contract -> identifier of the person it stands for.
        restrito: names of fields that the contract calls public and that must be sealed
            restricted this time (suspect content, missing consent: design.md 4, Public).
        anexos: attachments the event refers to.
        at_seal: further payload fields, told only when it is known where the event stands: a draw
            takes its seed from there (design.md 8). Pure, and called once.
    """

    tipo: str
    payload: Payload
    sujeito: str
    versao: str | None = None
    correlacao_id: str | None = None
    critico: bool = False
    ator: Mapping[str, str] | None = None
    titulares: Mapping[str, str] = field(default_factory=dict)
    restrito: frozenset[str] = frozenset()
    anexos: tuple[NewAttachment, ...] = ()
    at_seal: Callable[[SealPoint], Payload] | None = None


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attachment that an event commits to, as its parts tell it.

    ``sha256`` is None where the part that names it is not here (erased, restricted).
    """

    sha256: str | None
    size_bytes: int
    mime: str
    classe: str


class Event(msgspec.Struct, gc=False):
    """An event of the log as handlers see it.

    ``payload`` joins all parts that are present; a part that was erased or never reached this
    office is named in ``ausentes`` and its fields are simply not there, so handlers read with
    ``.get``. ``restritos`` names the fields that came from restricted parts: a public column is
    computed from the others alone, so read :meth:`publico` for it. Hashes are 64 hex, identifiers
    lower-case UUIDs, timestamps UTC with ms and ``Z``.
    """

    sequence_number: int
    event_hash: str
    no: str
    epoca: int
    seq: int
    event_id: str
    tipo: str
    versao_schema: str
    regra_versao: int
    critico: bool
    timestamp: str
    origem: str
    correlacao_id: str | None
    causa: str | None
    chave_derivacao: str | None
    altura: int
    prev: str | None
    payload: Payload
    ator: Mapping[str, str] | None = None
    ausentes: tuple[str, ...] = ()
    anexos: tuple[Attachment, ...] = ()
    restritos: tuple[str, ...] = ()
    profundidade: int = 0

    def publico(self) -> Payload:
        """The payload's fields that everybody may see, whatever class the contract gives them."""
        if not self.restritos:
            return self.payload
        return {k: v for k, v in self.payload.items() if k not in self.restritos}
