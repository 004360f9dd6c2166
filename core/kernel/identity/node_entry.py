"""What the network document says of one node: its keys, what it has in custody, where it came from.

Genesis lists ``no`` and ``chave_log`` alone; later versions may add the rest (packaging/auditor/
FORMATO.md 4.1). This module reads and writes one entry strictly; what holds between entries is
``check_entries``, and whether a document is to be believed is ``network.py``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.header import MAX_EPOCH, is_hash, is_key, is_label, is_uuid

MAX_CLAIMS: Final = 256
MAX_NAME_CHARS: Final = 80
EVERYTHING: Final = "*"
"""The claim to whatever nobody claims more closely."""

_AGE: Final = re.compile(r"age1[a-z0-9]{58}\Z")
_MANDATORY: Final = {"no", "chave_log"}
_OPTIONAL: Final = {"antes", "chave_transporte", "custodia", "destinatario_age", "nome"}


@dataclass(frozen=True, slots=True)
class FormerNetwork:
    """Where a node was before: its epochs 0 to ``epoca`` are of ``rede`` (64 hex)."""

    epoca: int
    rede: str


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """A node of the network.

    Args:
        no: 32 hex.
        chave_log: 64 hex of the key that signs its checkpoints now.
        antes: the network that it was in before it joined this one.
        chave_transporte: 64 hex of the key that signs its manifests; None before it exchanges.
        destinatario_age: to whom restricted parts are encrypted; there with the transport key.
        custodia: sorted claims: ``"*"`` or ids of civic units, each with all below it.
        nome: what people call it.
    """

    no: str
    chave_log: str
    antes: FormerNetwork | None = None
    chave_transporte: str | None = None
    destinatario_age: str | None = None
    custodia: tuple[str, ...] = ()
    nome: str | None = None

    def value(self) -> dict[str, Any]:
        """The entry as it stands in the document: what is not said is left out."""
        said: dict[str, Any] = {"no": self.no, "chave_log": self.chave_log}
        if self.antes is not None:
            said["antes"] = {"epoca": self.antes.epoca, "rede": self.antes.rede}
        if self.chave_transporte is not None:
            said["chave_transporte"] = self.chave_transporte
        if self.destinatario_age is not None:
            said["destinatario_age"] = self.destinatario_age
        if self.custodia:
            said["custodia"] = sorted(self.custodia)
        if self.nome is not None:
            said["nome"] = self.nome
        return said

    def network_of(self, epoca: int, rede: str) -> str:
        """The network that an epoch of this node belongs to, 64 hex."""
        if self.antes is not None and epoca <= self.antes.epoca:
            return self.antes.rede
        return rede


def parse_entry(item: Mapping[str, Any], *, is_genesis: bool) -> NodeEntry:
    """Read an entry strictly.

    Raises:
        IntegrityFault: ``rede.documento_invalido`` or ``rede.chave_fraca``, with ``campo``.
    """
    names = set(item)
    if not names >= _MANDATORY or not names <= _MANDATORY | (set() if is_genesis else _OPTIONAL):
        raise _invalid("nos")
    no = item["no"]
    if not isinstance(no, str) or not is_label(no):
        raise _invalid("no")
    entry = NodeEntry(
        no=no,
        chave_log=_public_key(item, "chave_log"),
        antes=_former(item["antes"]) if "antes" in item else None,
        chave_transporte=(
            _public_key(item, "chave_transporte") if "chave_transporte" in item else None
        ),
        destinatario_age=_recipient(item),
        custodia=_claims(item["custodia"]) if "custodia" in item else (),
        nome=_name(item["nome"]) if "nome" in item else None,
    )
    if (entry.chave_transporte is None) != (entry.destinatario_age is None):
        raise _invalid("destinatario_age")
    return entry


def check_entries(entries: Sequence[NodeEntry], roots: Sequence[str]) -> None:
    """No key serves two purposes, no recipient and no claim belongs to two nodes.

    Raises:
        IntegrityFault: ``rede.documento_invalido`` with ``campo``.
    """
    log_keys = [entry.chave_log for entry in entries]
    transport = [e.chave_transporte for e in entries if e.chave_transporte is not None]
    if _repeats([*log_keys, *roots]):
        raise _invalid("chave_log")
    if _repeats([*log_keys, *roots, *transport]):
        raise _invalid("chave_transporte")
    if _repeats([e.destinatario_age for e in entries if e.destinatario_age is not None]):
        raise _invalid("destinatario_age")
    if _repeats([claim for entry in entries for claim in entry.custodia]):
        raise _invalid("custodia")


def _repeats(items: Sequence[str]) -> bool:
    return len(set(items)) != len(items)


def _public_key(item: Mapping[str, Any], campo: str) -> str:
    text = item[campo]
    if not isinstance(text, str) or not is_hash(text):
        raise _invalid(campo)
    if not ed25519.is_acceptable_public_key(bytes.fromhex(text)):
        raise IntegrityFault("rede.chave_fraca", campo=campo)
    return text


def _former(value: object) -> FormerNetwork:
    if not isinstance(value, dict) or set(value) != {"epoca", "rede"}:
        raise _invalid("antes")
    epoca, rede = value["epoca"], value["rede"]
    if type(epoca) is not int or not 0 <= epoca <= MAX_EPOCH:
        raise _invalid("antes")
    if not isinstance(rede, str) or not is_hash(rede):
        raise _invalid("antes")
    return FormerNetwork(epoca, rede)


def _recipient(item: Mapping[str, Any]) -> str | None:
    if "destinatario_age" not in item:
        return None
    text = item["destinatario_age"]
    if not isinstance(text, str) or _AGE.match(text) is None:
        raise _invalid("destinatario_age")
    return text


def _claims(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_CLAIMS:
        raise _invalid("custodia")
    for claim in value:
        if not isinstance(claim, str) or not (claim == EVERYTHING or is_uuid(claim)):
            raise _invalid("custodia")
    if value != sorted(set(value)):
        raise _invalid("custodia")
    return tuple(value)


def _name(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_NAME_CHARS or not is_key(value):
        raise _invalid("nome")
    return value


def _invalid(campo: str) -> IntegrityFault:
    return IntegrityFault("rede.documento_invalido", campo=campo)
