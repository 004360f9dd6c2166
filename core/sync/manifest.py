"""``manifesto.json``: the exact inventory of a bundle, read and written strictly (FORMATO.md 3)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.kernel.canonical import MAX_INT, CanonicalError, decode_canonical, encode_canonical
from core.kernel.clock import parse_timestamp
from core.kernel.header import MAX_EPOCH, is_hash, is_label
from core.sync import limits
from core.sync.reasons import Refusal

PUBLIC: Final = "publico"
RESTRICTED: Final = "restrito"
FULL: Final = "completo"
INCREMENTAL: Final = "incremental"

_TIPO: Final = "civico/pacote"
_PROGRAM: Final = re.compile(r"[\x20-\x7e]{1,64}\Z")
_FIELDS: Final = {
    "v", "tipo", "classe", "demonstracao", "modo", "rede", "rede_versao", "no", "criado_em",
    "programa", "destinatarios", "feeds", "arquivos",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FeedSpan:
    """What a bundle carries of a feed: the events of seq ``de`` to ``ate`` - 1."""

    no: str
    epoca: int
    de: int
    ate: int


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file of the bundle: its name, SHA-256 (hex) and size."""

    nome: str
    sha256: str
    tamanho: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a bundle says of itself."""

    classe: str
    demonstracao: bool
    rede: str
    rede_versao: int
    no: str
    criado_em: str
    programa: str
    destinatarios: tuple[str, ...]
    feeds: tuple[FeedSpan, ...]
    arquivos: tuple[FileEntry, ...]

    @property
    def modo(self) -> str:
        """``completo`` where every feed begins at its first event, else ``incremental``."""
        return INCREMENTAL if any(feed.de for feed in self.feeds) else FULL


def encode_manifest(manifest: Manifest) -> bytes:
    """The bytes of a manifest."""
    value = {
        "v": 1,
        "tipo": _TIPO,
        "classe": manifest.classe,
        "demonstracao": manifest.demonstracao,
        "modo": manifest.modo,
        "rede": manifest.rede,
        "rede_versao": manifest.rede_versao,
        "no": manifest.no,
        "criado_em": manifest.criado_em,
        "programa": manifest.programa,
        "destinatarios": list(manifest.destinatarios),
        "feeds": [
            {"no": feed.no, "epoca": feed.epoca, "de": feed.de, "ate": feed.ate}
            for feed in manifest.feeds
        ],
        "arquivos": [
            {"nome": item.nome, "sha256": item.sha256, "tamanho": item.tamanho}
            for item in manifest.arquivos
        ],
    }
    return encode_canonical(value)


def parse_manifest(raw: bytes) -> Manifest:
    """Read a manifest strictly.

    Raises:
        Refusal: ``manifesto.json``, ``manifesto.versao``, ``manifesto.campos``.
    """
    try:
        value = decode_canonical(raw, limits.MAX_MANIFEST_BYTES)
    except CanonicalError:
        raise Refusal("manifesto.json", "manifesto.json") from None
    if not isinstance(value, dict):
        raise Refusal("manifesto.json", "manifesto.json")
    if type(value.get("v")) is int and value["v"] != 1:
        raise Refusal("manifesto.versao", "manifesto.json")
    manifest = _manifest(value)
    if manifest is None or manifest.modo != value["modo"]:
        raise Refusal("manifesto.campos", "manifesto.json")
    return manifest


def _manifest(value: dict[str, Any]) -> Manifest | None:
    if set(value) - {"ext"} != _FIELDS or type(value["v"]) is not int:
        return None
    feeds = _feeds(value["feeds"])
    files = _files(value["arquivos"])
    if feeds is None or files is None or not _are_plain_fields_right(value):
        return None
    return Manifest(
        classe=value["classe"],
        demonstracao=value["demonstracao"],
        rede=value["rede"],
        rede_versao=value["rede_versao"],
        no=value["no"],
        criado_em=value["criado_em"],
        programa=value["programa"],
        destinatarios=tuple(value["destinatarios"]),
        feeds=feeds,
        arquivos=files,
    )


def _are_plain_fields_right(value: dict[str, Any]) -> bool:
    recipients = value["destinatarios"]
    is_list = isinstance(recipients, list) and all(_is_label(no) for no in recipients)
    return (
        value["tipo"] == _TIPO
        and value["classe"] in (PUBLIC, RESTRICTED)
        and isinstance(value["demonstracao"], bool)
        and value["modo"] in (FULL, INCREMENTAL)
        and isinstance(value["rede"], str)
        and is_hash(value["rede"])
        and _is_integer(value["rede_versao"], 1, MAX_INT)
        and _is_label(value["no"])
        and _is_timestamp(value["criado_em"])
        and isinstance(value["programa"], str)
        and _PROGRAM.match(value["programa"]) is not None
        and is_list
        and _rises(recipients)
        and len(recipients) <= limits.MAX_RECIPIENTS
        and (value["classe"] == PUBLIC or len(recipients) > 0)
        and isinstance(value.get("ext", {}), dict)
    )


def _feeds(value: object) -> tuple[FeedSpan, ...] | None:
    if not isinstance(value, list) or not 1 <= len(value) <= limits.MAX_FEEDS:
        return None
    feeds: list[FeedSpan] = []
    for item in value:
        if not isinstance(item, dict) or set(item) != {"no", "epoca", "de", "ate"}:
            return None
        if not (
            _is_label(item["no"])
            and _is_integer(item["epoca"], 0, MAX_EPOCH)
            and _is_integer(item["ate"], 1, MAX_INT)
            and _is_integer(item["de"], 0, item["ate"])
        ):
            return None
        feeds.append(FeedSpan(item["no"], item["epoca"], item["de"], item["ate"]))
    if not _rises([(feed.no, feed.epoca) for feed in feeds]):
        return None
    is_small = sum(feed.ate - feed.de for feed in feeds) <= limits.MAX_EVENTS
    return tuple(feeds) if is_small else None


def _files(value: object) -> tuple[FileEntry, ...] | None:
    if not isinstance(value, list):
        return None
    files: list[FileEntry] = []
    for item in value:
        if not isinstance(item, dict) or set(item) != {"nome", "sha256", "tamanho"}:
            return None
        if not (
            isinstance(item["nome"], str)
            and isinstance(item["sha256"], str)
            and is_hash(item["sha256"])
            and _is_integer(item["tamanho"], 0, MAX_INT)
        ):
            return None
        files.append(FileEntry(item["nome"], item["sha256"], item["tamanho"]))
    return tuple(files)


def _is_label(value: object) -> bool:
    return isinstance(value, str) and is_label(value)


def _is_integer(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_timestamp(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        parse_timestamp(value)
    except ValueError:
        return False
    return True


def _rises(items: Sequence[Any]) -> bool:
    return all(earlier < later for earlier, later in itertools.pairwise(items))
