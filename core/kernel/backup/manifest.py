"""The small file beside a copy: what the copy is, so that it can be told without opening it.

``<copy>.manifesto.json``: sorted JSON, UTF-8, one line. It holds no key and no payload. The copy
can be verified without it; with it, one changed byte anywhere in the copy is seen.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Final

import msgspec

from core.kernel.errors import IntegrityFault
from core.kernel.identity.durable_file import read_private, write_private

SUFFIX: Final = ".manifesto.json"
_LIMIT_BYTES: Final = 65_536
_BLOCK_BYTES: Final = 1 << 20


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a copy is.

    Args:
        v: 1.
        arquivo: the copy's file name.
        criada_em: claimed moment, UTC.
        origem: ``sqlite`` (the whole database) or ``postgresql`` (log and local tables).
        esquema: revision of the schema.
        rede: 64 hex.
        no: 32 hex.
        epoca: the open epoch.
        eventos: in the log.
        tamanho: events of the open epoch.
        raiz: root over them, 64 hex.
        bytes: size of the copy.
        sha256: of the copy, 64 hex.
        anexos: how many attachments lie in the folder ``anexos`` beside it.
    """

    v: int = 1
    arquivo: str
    criada_em: str
    origem: str
    esquema: str
    rede: str
    no: str
    epoca: int
    eventos: int
    tamanho: int
    raiz: str
    bytes: int
    sha256: str
    anexos: int


_encoder: Final = msgspec.json.Encoder(order="sorted")
_decode: Final = msgspec.json.Decoder(Manifest).decode


def manifest_path(copy: Path) -> Path:
    """Where the manifest of a copy lies."""
    return copy.with_name(copy.name + SUFFIX)


def write_manifest(copy: Path, manifest: Manifest) -> None:
    """Write it durably.

    Raises:
        EnvironmentFault: ``copia.nao_gravada``.
    """
    write_private(manifest_path(copy), _encoder.encode(manifest) + b"\n", code="copia.nao_gravada")


def read_manifest(copy: Path) -> Manifest | None:
    """The manifest beside a copy, None where there is none.

    Raises:
        IntegrityFault: ``copia.manifesto_danificado``.
        EnvironmentFault: ``copia.nao_lida``.
    """
    raw = read_private(manifest_path(copy), _LIMIT_BYTES, code="copia.nao_lida")
    if raw is None:
        return None
    try:
        return _decode(raw)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise IntegrityFault("copia.manifesto_danificado", arquivo=copy.name) from error


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, read from the disk as far as the system lets us ask for that.

    Raises:
        OSError: it cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as file:
        if hasattr(os, "posix_fadvise"):
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
