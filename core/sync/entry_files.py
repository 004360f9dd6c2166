"""The two files by which an office joins a network: its request, and the network's invitation.

A request says who wants in, what it claims, and everything its network of one ever signed: root,
log and transport key each prove themselves by a signature that is there (FORMATO.md 13). The
invitation is the network document since genesis, which proves itself. Neither holds personal data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.header import is_hash, is_key, is_label, is_uuid
from core.kernel.identity.names import feed_origin
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal
from core.kernel.identity.node_entry import (
    EVERYTHING,
    MAX_CLAIMS,
    MAX_NAME_CHARS,
    FormerNetwork,
    NodeEntry,
)
from core.kernel.identity.note import parse_note, verify_note
from core.sync import minisign

MAX_LINE: Final = 4 * 1024 * 1024
MAX_FILE: Final = MAX_LINE + 2_048
MAX_LAST_EPOCH: Final = 9_999
REQUEST_SUFFIX: Final = ".entrada"
INVITATION_SUFFIX: Final = ".convite"

_REQUEST: Final = "civico/entrada"
_INVITATION: Final = "civico/convite"
_REQUEST_FIELDS: Final = {
    "v", "tipo", "rede", "no", "epoca", "nome", "custodia", "nota", "versoes"
}  # fmt: skip
_INVITATION_FIELDS: Final = {"v", "tipo", "rede", "no", "versoes"}

Version = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """An office's request, verified.

    Args:
        linha: the bytes that were signed; their fingerprint is what two people compare.
        no: 32 hex.
        epoca: its last epoch in the network that it leaves.
        nome: what people call it.
        custodia: sorted claims.
        chain: verified versions of its network of one.
    """

    linha: bytes
    no: str
    epoca: int
    nome: str
    custodia: tuple[str, ...]
    chain: NetworkChain

    @property
    def entry(self) -> NodeEntry:
        """What the joined network is to say of it."""
        listed = self.chain.current.nos[0]
        return NodeEntry(
            no=self.no,
            chave_log=listed.chave_log,
            antes=FormerNetwork(self.epoca, self.chain.rede),
            chave_transporte=listed.chave_transporte,
            destinatario_age=listed.destinatario_age,
            custodia=self.custodia,
            nome=self.nome,
        )

    @property
    def selos(self) -> tuple[Seal, ...]:
        """Ends of its earlier epochs, as its own root sealed them."""
        return self.chain.current.selos


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an office says in its request.

    Args:
        no: 32 hex.
        epoca: its last epoch in the network that it leaves.
        nome: what people call it.
        custodia: sorted claims.
        nota: a note of one of its epochs, signed by its log key of now.
        versoes: its network of one, with signatures.
    """

    no: str
    epoca: int
    nome: str
    custodia: tuple[str, ...]
    nota: bytes
    versoes: Sequence[Version]


def make_entry_request(wanted: Wanted, rede: str, seed: bytes) -> bytes:
    """The signed file.

    Args:
        wanted: what is said.
        rede: the network of one, 64 hex.
        seed: the transport key that it lists.

    Raises:
        IntegrityFault: ``entrada.*``: it would not be accepted.
    """
    line = encode_canonical(
        {
            "v": 1,
            "tipo": _REQUEST,
            "rede": rede,
            "no": wanted.no,
            "epoca": wanted.epoca,
            "nome": wanted.nome,
            "custodia": list(wanted.custodia),
            "nota": wanted.nota.decode(),
            "versoes": _written(wanted.versoes),
        }
    )
    raw = line + b"\n" + minisign.sign(minisign.ENTRY, seed, rede, wanted.no, line)
    read_entry_request(raw)
    return raw


def read_entry_request(raw: bytes) -> EntryRequest:
    """Read a request strictly, and hold every key to a signature of its own.

    Raises:
        IntegrityFault: ``entrada.invalida``: another form, truncated or changed;
            ``entrada.rede_invalida``: its network of one does not verify; ``entrada.assinatura``:
            a key is named that nothing was signed with.
    """
    line, _, signature = raw.partition(b"\n")
    parsed = minisign.parse(minisign.ENTRY, signature)
    value = _object(line, _REQUEST_FIELDS, _REQUEST) if len(raw) <= MAX_FILE else None
    if parsed is None or value is None:
        raise IntegrityFault("entrada.invalida")
    custody, versions = _claims(value["custodia"]), _versions(value["versoes"])
    nome, no, rede, epoca = value["nome"], value["no"], value["rede"], value["epoca"]
    is_right = (
        _is_node(no)
        and _is_hash(rede)
        and type(epoca) is int
        and 0 <= epoca <= MAX_LAST_EPOCH
        and isinstance(nome, str)
        and len(nome) <= MAX_NAME_CHARS
        and is_key(nome)
        and isinstance(value["nota"], str)
    )
    if custody is None or versions is None or not is_right:
        raise IntegrityFault("entrada.invalida")
    chain = _network_of_one(versions, rede, no)
    listed = chain.current.nos[0]
    is_signed = listed.chave_transporte is not None and minisign.verify(
        minisign.ENTRY, parsed, bytes.fromhex(listed.chave_transporte), rede, no, line
    )
    if not is_signed or not _is_note_of(value["nota"].encode(), chain, epoca):
        raise IntegrityFault("entrada.assinatura")
    return EntryRequest(line, no, epoca, nome, custody, chain)


def make_invitation(no: str, rede: str, versions: Sequence[Version]) -> bytes:
    """The file that an invited office accepts: all versions of the network document.

    Args:
        no: who is invited.
        rede: 64 hex.
        versions: documents with their signatures, from genesis.
    """
    value = {
        "v": 1, "tipo": _INVITATION, "rede": rede, "no": no, "versoes": _written(versions)
    }  # fmt: skip
    return encode_canonical(value) + b"\n"


def read_invitation(raw: bytes) -> tuple[str, NetworkChain, list[Version]]:
    """(who is invited, verified network, its versions).

    Raises:
        IntegrityFault: ``convite.invalido``: another form, truncated or changed; ``rede.*``: the
            network does not verify.
    """
    value = None
    if len(raw) <= MAX_FILE and raw.endswith(b"\n"):
        value = _object(raw[:-1], _INVITATION_FIELDS, _INVITATION)
    versions = None if value is None else _versions(value["versoes"])
    if (
        value is None
        or versions is None
        or not _is_node(value["no"])
        or not _is_hash(value["rede"])
    ):
        raise IntegrityFault("convite.invalido")
    return value["no"], NetworkChain.load(versions, value["rede"]), versions


def file_name(rede: str, no: str, suffix: str) -> str:
    """The file's name; the content alone decides."""
    return f"civico_{rede[:8]}_{no}{suffix}"


def _network_of_one(versions: Sequence[Version], rede: str, no: str) -> NetworkChain:
    try:
        chain = NetworkChain.load(versions, rede)
    except IntegrityFault as fault:
        raise IntegrityFault("entrada.rede_invalida", motivo=fault.code) from fault
    if any([entry.no for entry in document.nos] != [no] for document in chain.documents):
        raise IntegrityFault("entrada.rede_invalida", motivo="rede.de_varios")
    return chain


def _is_note_of(raw: bytes, chain: NetworkChain, last: int) -> bool:
    """Whether the log key that is listed now signed a note of one of the node's epochs."""
    entry = chain.current.nos[0]
    try:
        origin = parse_note(raw).checkpoint.origin
        verify_note(raw, bytes.fromhex(entry.chave_log), origin)
    except IntegrityFault:
        return False
    epoca = origin.rpartition("/e")[2]
    return origin == feed_origin(chain.rede, entry.no, int(epoca)) and int(epoca) <= last


def _written(versions: Sequence[Version]) -> list[dict[str, str]]:
    return [
        {"documento": document.decode(), "assinaturas": signatures.decode()}
        for document, signatures in versions
    ]


def _versions(value: object) -> list[Version] | None:
    if not isinstance(value, list) or not value:
        return None
    found: list[Version] = []
    for item in value:
        if not isinstance(item, dict) or set(item) != {"documento", "assinaturas"}:
            return None
        document, signatures = item["documento"], item["assinaturas"]
        if not isinstance(document, str) or not isinstance(signatures, str):
            return None
        found.append((document.encode(), signatures.encode()))
    return found


def _claims(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_CLAIMS:
        return None
    if not all(isinstance(one, str) and (one == EVERYTHING or is_uuid(one)) for one in value):
        return None
    return tuple(value) if value == sorted(set(value)) else None


def _object(line: bytes, fields: set[str], tipo: str) -> dict[str, Any] | None:
    try:
        value = decode_canonical(line, MAX_LINE)
    except CanonicalError:
        return None
    if not isinstance(value, dict) or set(value) != fields or value["tipo"] != tipo:
        return None
    return value if type(value["v"]) is int and value["v"] == 1 else None


def _is_node(value: object) -> bool:
    return isinstance(value, str) and is_label(value)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and is_hash(value)
