"""Tiles of a raster map from a file: MBTiles or PMTiles. A drawing kept as vectors is refused.

The file is a stranger's. Nothing of it is believed: a tile is what its first bytes say, lengths are
bounded, and whatever goes wrong in reading is one sentence. core.base opens no database: the
connection to an MBTiles file comes from outside (:data:`AbrirSql`).
Source: MBTiles 1.3; PMTiles version 3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.system_reason import system_reason

if TYPE_CHECKING:  # it imports the libraries of geometry, which reading a tile does not need
    from core.base.territorio.leitura.feicao import AbrirSql

MAX_AZULEJO_BYTES: Final = 4 * 1024**2
MAX_DIRETORIO_BYTES: Final = 16 * 1024**2
MAX_ZOOM: Final = 24

_SQLITE: Final = b"SQLite format 3\x00"
_PMTILES: Final = b"PMTiles"
_VECTOR_FORMATS: Final = frozenset({"pbf", "mvt"})
_VECTOR_STARTS: Final = (b"\x1f\x8b", b"\x1a")
"""Gzip, as vector tiles lie in MBTiles; field 3 of a protocol buffer, a vector tile's layer."""
_METADATA: Final = "SELECT name, value FROM metadata"
_ZOOMS: Final = "SELECT min(zoom_level), max(zoom_level) FROM tiles"
_ANY: Final = "SELECT tile_data FROM tiles LIMIT 1"
_ONE: Final = (
    "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?"
)

_ReadT = TypeVar("_ReadT")
Azulejo = Callable[[int, int, int], bytes | None]


class Fundo(Protocol):
    """What a map lies on."""

    @property
    def tipo(self) -> str: ...
    def azulejo(self, zoom: int, coluna: int, linha: int, /) -> bytes | None: ...
    def descricao(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class FundoDeArquivo:
    """Tiles of one file, read one at a time.

    Args:
        arquivo: where they are.
        tipo: content type of its tiles.
        versao: changes with the file.
        ler: zoom, column, row from the north -> bytes.
    """

    arquivo: Path
    tipo: str
    versao: str
    zoom_min: int
    zoom_max: int
    atribuicao: str
    ler: Azulejo

    def azulejo(self, zoom: int, coluna: int, linha: int) -> bytes | None:
        """A tile; None where the file has none there.

        Raises:
            UserFacingError: ``mapa.fundo_danificado``.
            EnvironmentFault: ``mapa.fundo_nao_lido``.
        """
        if not 0 <= zoom <= MAX_ZOOM or not (0 <= coluna < 2**zoom and 0 <= linha < 2**zoom):
            return None
        found = _guarded(self.arquivo, lambda: self.ler(zoom, coluna, linha))
        if found is None:
            return None
        if _kind(found) != self.tipo:
            raise UserFacingError("mapa.fundo_danificado", arquivo=self.arquivo.name)
        return bytes(found)

    def descricao(self) -> dict[str, Any]:
        """For the page."""
        return {
            "versao": self.versao,
            "zoom_min": self.zoom_min,
            "zoom_max": self.zoom_max,
            "atribuicao": self.atribuicao,
        }


def abrir_fundo(arquivo: Path, abrir: AbrirSql) -> FundoDeArquivo:
    """Tiles of a file.

    Raises:
        UserFacingError: ``mapa.fundo_vetorial``, ``mapa.fundo_desconhecido``,
            ``mapa.fundo_danificado``.
        EnvironmentFault: ``mapa.fundo_nao_lido``.
    """
    start = _guarded(arquivo, lambda: _bytes(arquivo, 0, 16))
    if start.startswith(_PMTILES):
        return _guarded(arquivo, lambda: _pmtiles(arquivo))
    if start == _SQLITE:
        return _guarded(arquivo, lambda: _mbtiles(arquivo, abrir))
    raise UserFacingError("mapa.fundo_desconhecido", arquivo=arquivo.name)


def _guarded(arquivo: Path, read: Callable[[], _ReadT]) -> _ReadT:
    try:
        return read()
    except UserFacingError:
        raise
    except OSError as error:
        raise EnvironmentFault(
            "mapa.fundo_nao_lido", arquivo=arquivo.name, motivo=system_reason(error)
        ) from error
    except Exception as error:  # any reader's error: the bytes are not what they say
        raise UserFacingError("mapa.fundo_danificado", arquivo=arquivo.name) from error


def _mbtiles(arquivo: Path, abrir: AbrirSql) -> FundoDeArquivo:
    with abrir(arquivo) as base:
        told = {str(name): str(value) for name, value in base.execute(_METADATA).fetchall()}
        if told.get("format", "").lower() in _VECTOR_FORMATS:
            raise UserFacingError("mapa.fundo_vetorial", arquivo=arquivo.name)
        sample = base.execute(_ANY).fetchall()
        ((low, high),) = base.execute(_ZOOMS).fetchall()
    if not sample:
        raise UserFacingError("mapa.fundo_danificado", arquivo=arquivo.name)

    def read(zoom: int, coluna: int, linha: int) -> bytes | None:
        with abrir(arquivo) as connection:
            # Rows of MBTiles count from the south.
            rows = connection.execute(_ONE, (zoom, coluna, 2**zoom - 1 - linha)).fetchall()
        return None if not rows else _bounded(rows[0][0])

    return _found(arquivo, sample[0][0], int(low), int(high), told.get("attribution", ""), read)


def _pmtiles(arquivo: Path) -> FundoDeArquivo:
    from pmtiles.reader import Reader  # noqa: PLC0415 # only where such a file was chosen
    from pmtiles.tile import Compression, TileType  # noqa: PLC0415 # as above

    # The library tells no types of its own.
    reader: Any = cast("Any", Reader)(lambda offset, length: _bytes(arquivo, offset, length))
    head = reader.header()
    if head["tile_type"] == TileType.MVT:
        raise UserFacingError("mapa.fundo_vetorial", arquivo=arquivo.name)
    kind = {
        TileType.PNG: "image/png",
        TileType.JPEG: "image/jpeg",
        TileType.WEBP: "image/webp",
    }.get(head["tile_type"])
    if kind is None or head["tile_compression"] not in (Compression.NONE, Compression.UNKNOWN):
        raise UserFacingError("mapa.fundo_desconhecido", arquivo=arquivo.name)
    told = reader.metadata()
    words = str(told.get("attribution", "")) if isinstance(told, dict) else ""

    def read(zoom: int, coluna: int, linha: int) -> bytes | None:
        found = reader.get(zoom, coluna, linha)
        return None if found is None else _bounded(found)

    low, high = int(head["min_zoom"]), int(head["max_zoom"])
    return FundoDeArquivo(arquivo, kind, _version(arquivo), low, high, _plain(words), read)


def _found(
    arquivo: Path, sample: object, low: int, high: int, words: str, read: Azulejo
) -> FundoDeArquivo:
    content = _bounded(sample)
    kind = _kind(content)
    if kind is None:
        is_vector = content.startswith(_VECTOR_STARTS)
        code = "mapa.fundo_vetorial" if is_vector else "mapa.fundo_danificado"
        raise UserFacingError(code, arquivo=arquivo.name)
    return FundoDeArquivo(arquivo, kind, _version(arquivo), low, high, _plain(words), read)


def _bytes(arquivo: Path, offset: int, length: int) -> bytes:
    if not 0 <= length <= MAX_DIRETORIO_BYTES or offset < 0:
        raise ValueError("out of bounds")
    with arquivo.open("rb") as file:
        file.seek(offset)
        return file.read(length)


def _bounded(content: object) -> bytes:
    if not isinstance(content, bytes) or not 0 < len(content) <= MAX_AZULEJO_BYTES:
        raise ValueError("no tile")
    return content


def _kind(content: bytes) -> str | None:
    """The content type, from the first bytes alone."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return None


def _plain(words: str) -> str:
    """An attribution without its markup, short enough for a corner."""
    text, is_tag = [], False
    for character in words:
        if character == "<":
            is_tag = True
        elif character == ">":
            is_tag = False
        elif not is_tag:
            text.append(character)
    return " ".join("".join(text).split())[:120]


def _version(arquivo: Path) -> str:
    state = arquivo.stat()
    told = f"{arquivo.resolve()}|{state.st_size}|{state.st_mtime_ns}"
    return hashlib.sha256(told.encode()).hexdigest()[:12]
