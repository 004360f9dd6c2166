"""The request file (``.pedido``): what an office has already, signed, without personal data.

A line of ``civico-jcs/1`` and the four lines of a minisign signature over it (FORMATO.md 10).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.kernel.canonical import MAX_INT, CanonicalError, decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.header import MAX_EPOCH, is_hash, is_label
from core.kernel.identity.network import NetworkChain
from core.sync import minisign

MAX_LINE: Final = 1_048_576
MAX_REQUEST_BYTES: Final = MAX_LINE + 2_048
SUFFIX: Final = ".pedido"
_TIPO: Final = "civico/pedido"
_FIELDS: Final = {"v", "tipo", "rede", "rede_versao", "no", "feeds", "anexos"}


@dataclass(frozen=True, slots=True)
class HeldFeed:
    """How far an office has a feed: ``tamanho`` events with the root ``raiz`` (64 hex)."""

    no: str
    epoca: int
    tamanho: int
    raiz: str


@dataclass(frozen=True, slots=True)
class Request:
    """What an office asks for.

    Args:
        rede: 64 hex.
        rede_versao: newest version of the network document that it has.
        no: who asks.
        feeds: what it has, by (no, epoca).
        anexos: SHA-256 of attachments that it lacks, sorted.
    """

    rede: str
    rede_versao: int
    no: str
    feeds: tuple[HeldFeed, ...]
    anexos: tuple[str, ...] = ()


def make_request(request: Request, seed: bytes) -> bytes:
    """The signed file."""
    line = encode_canonical(
        {
            "v": 1,
            "tipo": _TIPO,
            "rede": request.rede,
            "rede_versao": request.rede_versao,
            "no": request.no,
            "feeds": [
                {"no": f.no, "epoca": f.epoca, "tamanho": f.tamanho, "raiz": f.raiz}
                for f in request.feeds
            ],
            "anexos": list(request.anexos),
        }
    )
    return line + b"\n" + minisign.sign(minisign.REQUEST, seed, request.rede, request.no, line)


def request_name(rede: str, no: str) -> str:
    """The file's name."""
    return f"civico_{rede[:8]}_{no}{SUFFIX}"


def read_request(raw: bytes, chain: NetworkChain) -> Request:
    """The request of a node of this network.

    Raises:
        IntegrityFault: ``pedido.invalido``: another form; ``pedido.outra_rede``;
            ``pedido.assinatura``: not signed by the node's transport key.
    """
    line, _, signature = raw.partition(b"\n")
    parsed = minisign.parse(minisign.REQUEST, signature)
    request = _request(line) if len(raw) <= MAX_REQUEST_BYTES else None
    if parsed is None or request is None:
        raise IntegrityFault("pedido.invalido")
    if request.rede != chain.rede:
        raise IntegrityFault("pedido.outra_rede")
    entry = chain.current.node(request.no)
    is_signed = (
        entry is not None
        and entry.chave_transporte is not None
        and minisign.verify(
            minisign.REQUEST,
            parsed,
            bytes.fromhex(entry.chave_transporte),
            request.rede,
            request.no,
            line,
        )
    )
    if not is_signed:
        raise IntegrityFault("pedido.assinatura")
    return request


def _request(line: bytes) -> Request | None:
    try:
        value = decode_canonical(line, MAX_LINE)
    except CanonicalError:
        return None
    if not isinstance(value, dict) or set(value) != _FIELDS or value["tipo"] != _TIPO:
        return None
    feeds = _feeds(value["feeds"])
    missing = value["anexos"]
    is_right = (
        _is_integer(value["v"], 1, 1)
        and isinstance(value["rede"], str)
        and is_hash(value["rede"])
        and _is_integer(value["rede_versao"], 1, MAX_INT)
        and isinstance(value["no"], str)
        and is_label(value["no"])
        and isinstance(missing, list)
        and all(isinstance(item, str) and is_hash(item) for item in missing)
        and _rises(missing)
    )
    if feeds is None or not is_right:
        return None
    return Request(value["rede"], value["rede_versao"], value["no"], feeds, tuple(missing))


def _feeds(value: object) -> tuple[HeldFeed, ...] | None:
    if not isinstance(value, list):
        return None
    feeds: list[HeldFeed] = []
    for item in value:
        if not isinstance(item, dict) or set(item) != {"no", "epoca", "tamanho", "raiz"}:
            return None
        no, raiz = item["no"], item["raiz"]
        if not (isinstance(no, str) and is_label(no) and isinstance(raiz, str) and is_hash(raiz)):
            return None
        if not _is_integer(item["epoca"], 0, MAX_EPOCH) or not _is_integer(
            item["tamanho"], 0, MAX_INT
        ):
            return None
        feeds.append(HeldFeed(no, item["epoca"], item["tamanho"], raiz))
    return tuple(feeds) if _rises([(feed.no, feed.epoca) for feed in feeds]) else None


def _is_integer(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _rises(items: Sequence[Any]) -> bool:
    return all(earlier < later for earlier, later in itertools.pairwise(items))
