"""The bytes of ``rede.json``: who the nodes of a network are, and who may say so.

Version 1 is the genesis document; SHA-256 of its bytes names the network (design.md 4)::

    {v:1, tipo:"civico/rede", versao:1, anterior:null, limiar:1,
     raizes:[{alg, chave}], nos:[{no, chave_log}], nonce}

A later version has ``anterior`` = SHA-256 of the bytes before it, no ``nonce``, may have
``selos: [{no, epoca, tamanho, raiz}]``, and may say more of a node (``node_entry.py``). Keys, hashes and nonce are 64 lower-case hex. Lists are
sorted (raizes by chave, nos by no, selos by no and epoca), never empty and without repetition, so
that one content has one form. Signatures stand beside the document, over its exact bytes::

    [{"assinatura": 128 hex, "chave": 64 hex}, ..]   civico-jcs/1, sorted by chave

Both forms are read strictly: an unknown key is refused. This module decides what a document says,
never whether it is to be believed; that is ``network.py``.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.crypto import ed25519
from core.kernel.canonical import CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity.names import node_id
from core.kernel.identity.node_entry import NodeEntry, check_entries, parse_entry

MAX_DOCUMENT_BYTES = 1024 * 1024
MAX_SIGNATURES_BYTES = 16 * 1024
MAX_SIGNATURES = 16
MAX_INTEGER = 2**53 - 1

ALGORITHM = "ed25519"

_TIPO = "civico/rede"
_HEX64 = re.compile(r"[0-9a-f]{64}\Z")
_HEX128 = re.compile(r"[0-9a-f]{128}\Z")
_NODE = re.compile(r"[0-9a-f]{32}\Z")
_COMMON = {"v", "tipo", "versao", "anterior", "limiar", "raizes", "nos"}


@dataclass(frozen=True, slots=True, order=True)
class Seal:
    """The accepted end of an epoch: ``tamanho`` events, ``raiz`` 64 hex. Never changed again."""

    no: str
    epoca: int
    tamanho: int
    raiz: str


@dataclass(frozen=True, slots=True)
class NetworkDocument:
    """A parsed version of ``rede.json`` together with its exact bytes.

    Args:
        raw: the received or made bytes.
        versao: 1 for the genesis document.
        anterior: SHA-256 hex of the version before; None at version 1.
        limiar: how many of ``raizes`` must sign this and the next version.
        raizes: 64 hex of the root public keys.
        nos: the nodes.
        nonce: 64 hex, at version 1 only.
        selos: all seals so far.
    """

    raw: bytes
    versao: int
    anterior: str | None
    limiar: int
    raizes: tuple[str, ...]
    nos: tuple[NodeEntry, ...]
    nonce: str | None
    selos: tuple[Seal, ...]

    @property
    def sha256(self) -> str:
        """SHA-256 hex of the bytes: what the next version names as ``anterior``."""
        return hashlib.sha256(self.raw).hexdigest()

    def node(self, no: str) -> NodeEntry | None:
        """The entry of a node, or None."""
        return next((entry for entry in self.nos if entry.no == no), None)

    def seal(self, no: str, epoca: int) -> Seal | None:
        """The seal of a feed, or None."""
        return next((s for s in self.selos if (s.no, s.epoca) == (no, epoca)), None)


def make_genesis(
    root_public_keys: Iterable[bytes], log_keys: Iterable[bytes], nonce: bytes
) -> bytes:
    """Bytes of a genesis document with threshold 1.

    Args:
        root_public_keys: 32 bytes each.
        log_keys: first log public key of every node, 32 bytes each.
        nonce: 32 random bytes.

    Raises:
        IntegrityFault: ``rede.documento_invalido``, e.g. a key that serves two purposes.
    """
    nodes = [NodeEntry(node_id(key), key.hex()) for key in log_keys]
    value = _common_value(1, None, 1, [key.hex() for key in root_public_keys], nodes)
    return _made({**value, "nonce": nonce.hex()})


def make_successor(
    current: NetworkDocument,
    *,
    seals: Iterable[Seal] = (),
    nodes: Sequence[NodeEntry] | None = None,
    root_public_keys: Sequence[str] | None = None,
    threshold: int | None = None,
) -> bytes:
    """Bytes of the next version; what is not given stays as it is, seals are added.

    Raises:
        IntegrityFault: ``rede.documento_invalido``.
    """
    value = _common_value(
        current.versao + 1,
        current.sha256,
        current.limiar if threshold is None else threshold,
        current.raizes if root_public_keys is None else root_public_keys,
        current.nos if nodes is None else nodes,
    )
    all_seals = sorted({*current.selos, *seals})
    if all_seals:
        value["selos"] = [
            {"no": s.no, "epoca": s.epoca, "tamanho": s.tamanho, "raiz": s.raiz} for s in all_seals
        ]
    return _made(value)


def sign_document(raw: bytes, root_seeds: Iterable[bytes]) -> bytes:
    """The signature file of a document, signed by each of the root keys (32-byte seeds)."""
    signatures = {
        ed25519.public_key(seed).hex(): ed25519.sign(seed, raw).hex() for seed in root_seeds
    }
    return encode_canonical(
        [{"chave": key, "assinatura": signatures[key]} for key in sorted(signatures)]
    )


def parse_document(raw: bytes) -> NetworkDocument:
    """Read a document's bytes strictly.

    Raises:
        IntegrityFault: ``rede.documento_invalido`` with ``campo``.
    """
    try:
        value = decode_canonical(raw, MAX_DOCUMENT_BYTES)
    except CanonicalError as error:
        raise _invalid("json") from error
    if not isinstance(value, dict):
        raise _invalid("json")
    version = _integer(value, "versao", 1)
    _check_keys(value, version)
    document = NetworkDocument(
        raw=raw,
        versao=version,
        anterior=None if version == 1 else _matching(value, "anterior", _HEX64),
        limiar=_integer(value, "limiar", 1),
        raizes=tuple(_root(item) for item in _objects(value, "raizes")),
        nos=tuple(parse_entry(item, is_genesis=version == 1) for item in _objects(value, "nos")),
        nonce=_matching(value, "nonce", _HEX64) if version == 1 else None,
        selos=tuple(_seal(item) for item in _objects(value, "selos")) if "selos" in value else (),
    )
    _check_whole(document)
    return document


def parse_signatures(raw: bytes) -> dict[str, bytes]:
    """Read a signature file strictly: root public key (64 hex) -> 64-byte signature.

    Raises:
        IntegrityFault: ``rede.assinaturas_invalidas``.
    """
    try:
        value = decode_canonical(raw, MAX_SIGNATURES_BYTES)
    except CanonicalError as error:
        raise IntegrityFault("rede.assinaturas_invalidas") from error
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SIGNATURES:
        raise IntegrityFault("rede.assinaturas_invalidas")
    signatures: dict[str, bytes] = {}
    for item in value:
        if not isinstance(item, dict) or set(item) != {"chave", "assinatura"}:
            raise IntegrityFault("rede.assinaturas_invalidas")
        key, signature = item["chave"], item["assinatura"]
        if not _is_match(_HEX64, key) or not _is_match(_HEX128, signature):
            raise IntegrityFault("rede.assinaturas_invalidas")
        signatures[key] = bytes.fromhex(signature)
    if len(signatures) != len(value) or list(signatures) != sorted(signatures):
        raise IntegrityFault("rede.assinaturas_invalidas")
    return signatures


def _made(value: dict[str, Any]) -> bytes:
    raw = encode_canonical(value)
    parse_document(raw)
    return raw


def _common_value(
    version: int,
    previous: str | None,
    threshold: int,
    roots: Iterable[str],
    nodes: Iterable[NodeEntry],
) -> dict[str, Any]:
    return {
        "v": 1,
        "tipo": _TIPO,
        "versao": version,
        "anterior": previous,
        "limiar": threshold,
        "raizes": [{"alg": ALGORITHM, "chave": key} for key in sorted(roots)],
        "nos": [node.value() for node in sorted(nodes, key=lambda node: node.no)],
    }


def _check_keys(value: Mapping[str, Any], version: int) -> None:
    if type(value.get("v")) is not int or value["v"] != 1:
        raise _invalid("v")
    if value.get("tipo") != _TIPO:
        raise _invalid("tipo")
    expected = _COMMON | ({"nonce"} if version == 1 else {"selos"} & set(value))
    wrong = sorted(set(value) ^ expected)
    if wrong:
        raise _invalid(wrong[0])
    if version == 1 and value["anterior"] is not None:
        raise _invalid("anterior")


def _check_whole(document: NetworkDocument) -> None:
    """Order, repetition, the threshold, and that no key serves two purposes."""
    _check_order("raizes", document.raizes)
    _check_order("nos", [entry.no for entry in document.nos])
    _check_order("selos", [(seal.no, seal.epoca) for seal in document.selos])
    if document.limiar > min(len(document.raizes), MAX_SIGNATURES):
        raise _invalid("limiar")
    check_entries(document.nos, document.raizes)
    if document.versao == 1:
        if document.limiar != 1:
            raise _invalid("limiar")
        for entry in document.nos:
            check_first_key(entry)


def check_first_key(entry: NodeEntry) -> None:
    """A node's name must follow from the log key that it joins with.

    Raises:
        IntegrityFault: ``rede.documento_invalido``.
    """
    if entry.no != node_id(bytes.fromhex(entry.chave_log)):
        raise _invalid("no")


def _check_order(field: str, keys: Sequence[Any]) -> None:
    if any(later <= earlier for earlier, later in itertools.pairwise(keys)):
        raise _invalid(field)


def _root(item: Mapping[str, Any]) -> str:
    _check_members(item, {"alg", "chave"}, "raizes")
    if item["alg"] != ALGORITHM:
        raise _invalid("alg")
    return _public_key(item, "chave")


def _seal(item: Mapping[str, Any]) -> Seal:
    _check_members(item, {"no", "epoca", "tamanho", "raiz"}, "selos")
    return Seal(
        _matching(item, "no", _NODE),
        _integer(item, "epoca", 0),
        _integer(item, "tamanho", 0),
        _matching(item, "raiz", _HEX64),
    )


def _check_members(item: Mapping[str, Any], expected: set[str], field: str) -> None:
    if set(item) != expected:
        raise _invalid(field)


def _objects(value: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    items = value[field]
    if not isinstance(items, list) or not items or not all(isinstance(i, dict) for i in items):
        raise _invalid(field)
    return items


def _public_key(item: Mapping[str, Any], field: str) -> str:
    text = _matching(item, field, _HEX64)
    if not ed25519.is_acceptable_public_key(bytes.fromhex(text)):
        raise IntegrityFault("rede.chave_fraca", campo=field)
    return text


def _matching(item: Mapping[str, Any], field: str, pattern: re.Pattern[str]) -> str:
    text = item[field]
    if not isinstance(text, str) or not _is_match(pattern, text):
        raise _invalid(field)
    return text


def _is_match(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.match(value) is not None


def _integer(item: Mapping[str, Any], field: str, least: int) -> int:
    number = item.get(field)
    if type(number) is not int or not least <= number <= MAX_INTEGER:
        raise _invalid(field)
    return number


def _invalid(field: str) -> IntegrityFault:
    return IntegrityFault("rede.documento_invalido", campo=field)
