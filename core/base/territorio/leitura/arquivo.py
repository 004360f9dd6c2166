"""Which reader a file is for: by its first bytes, not by its name."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from core.base.territorio.leitura.feicao import AbrirSql, Camada
from core.base.territorio.leitura.geojson import ler_geojson
from core.base.territorio.leitura.geopackage import ler_geopackage
from core.base.territorio.leitura.shapefile import ler_shapefile
from core.kernel.errors import UserFacingError

_ZIP: Final = b"PK\x03\x04"
_GZIP: Final = b"\x1f\x8b"
_SQLITE: Final = b"SQLite format 3\x00"
_SHP: Final = b"\x00\x00\x27\x0a"


def abrir_camadas(
    caminho: Path, aberto: ExitStack, abrir_sql: AbrirSql | None, *, trocar_eixos: bool = False
) -> list[Camada]:
    """The layers of a file.

    Raises:
        UserFacingError: ``territorio.arquivo_ausente``, ``territorio.arquivo_vazio``,
            ``territorio.formato_desconhecido``, ``territorio.shp_sem_zip``, and what the
            readers raise.
    """
    try:
        with caminho.open("rb") as arquivo:
            inicio = arquivo.read(64)
    except FileNotFoundError as error:
        raise UserFacingError("territorio.arquivo_ausente", arquivo=caminho.name) from error
    except OSError as error:
        raise UserFacingError("territorio.arquivo_ilegivel", arquivo=caminho.name) from error
    if not inicio:
        raise UserFacingError("territorio.arquivo_vazio", arquivo=caminho.name)
    if inicio.startswith(_ZIP):
        return ler_shapefile(caminho, trocar_eixos=trocar_eixos)
    if inicio.startswith(_SQLITE):
        return ler_geopackage(caminho, abrir_sql, aberto, trocar_eixos=trocar_eixos)
    if inicio.startswith(_SHP):
        raise UserFacingError("territorio.shp_sem_zip", arquivo=caminho.name)
    if inicio.startswith(_GZIP) or inicio.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{":
        return [ler_geojson(caminho, trocar_eixos=trocar_eixos)]
    raise UserFacingError("territorio.formato_desconhecido", arquivo=caminho.name)
