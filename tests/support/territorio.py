"""Small territories for tests: squares by their south-west corner, and their import.

The country of ``PAIS`` holds a state, a city of one degree and a neighbourhood of a tenth in its
corner; what lies beyond is at sea.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from core.base.territorio.geometria import area_m2, para_wkb
from core.base.territorio.lotes import cortar, importacao_id
from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import (
    MUNICIPIO,
    TIPO_ANEXO,
    Territorio,
    Unidade,
    unidade_id,
    versao_fronteira,
)
from core.colonies.geo_territorio.api import LotePronto, importar
from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.event import NewAttachment
from core.kernel.store.attachments import Attachments

Square = tuple[float, float, float]
"""South-west corner (longitude, latitude) and side, in degrees."""

FONTE: Final = "ibge"


def square(lng: float, lat: float, side: float) -> Polygon:
    """Counter-clockwise from the south-west corner."""
    return Polygon([(lng, lat), (lng + side, lat), (lng + side, lat + side), (lng, lat + side)])


def chave(nivel: int, codigo: str, fonte: str = FONTE) -> str:
    """The identifier of a unit with a code."""
    return unidade_id(fonte, nivel, codigo, None, "")


def unit(
    nivel: int,
    codigo: str,
    nome: str,
    pai: str | None = None,
    contorno: Square | BaseGeometry | None = None,
    fonte: str = FONTE,
) -> tuple[Unidade, bytes | None]:
    """A unit and its outline."""
    shape = square(*contorno) if isinstance(contorno, tuple) else contorno
    unidade = Unidade(
        chave(nivel, codigo, fonte),
        fonte,
        nivel,
        codigo,
        nome,
        nome_busca(nome),
        pai,
        codigo if nivel == MUNICIPIO else None,
        0 if shape is None else area_m2(shape),
    )
    return unidade, None if shape is None else para_wkb(shape)


def territory(*units: tuple[Unidade, bytes | None]) -> Territorio:
    """Units laid together."""
    return Territorio(
        tuple(unidade for unidade, _ in units),
        {unidade.unidade_civica_id: wkb for unidade, wkb in units if wkb is not None},
    )


PAIS: Final = chave(7, "BR")
REGIAO: Final = chave(6, "3")
ESTADO: Final = chave(5, "35")
CIDADE: Final = chave(4, "3550308")
BAIRRO: Final = chave(2, "355030801")

ROWS: Final = (
    unit(7, "BR", "Brasil"),
    unit(6, "3", "Sudeste", PAIS),
    unit(5, "35", "São Paulo", REGIAO),
)
CITY: Final = unit(4, "3550308", "São Paulo", ESTADO, (-47.0, -24.0, 1.0))
QUARTER: Final = unit(2, "355030801", "Jardim São João", CIDADE, (-47.0, -24.0, 0.1))
SMALL: Final = territory(*ROWS, CITY, QUARTER)

IN_QUARTER: Final = (-23.95, -46.95)
IN_CITY: Final = (-23.5, -46.5)
AT_SEA: Final = (-23.5, -40.5)


def lots(territorio: Territorio, store: Attachments, limite: int = 1_000) -> list[LotePronto]:
    """What a command needs to import a territory; outlines are put into the store."""
    versao = versao_fronteira(territorio)
    ready = []
    for lote in cortar(territorio, limite):
        anexo = None
        if lote.anexo is not None:
            sha256 = store.put(lote.anexo)
            anexo = NewAttachment(sha256, len(lote.anexo), TIPO_ANEXO, "publica")
        ready.append(LotePronto(lote.payload(importacao_id(versao), versao), anexo))
    return ready


Executar = Callable[[str, Callable[[Context], Decisao]], "Future[Recibo]"]


def import_into(
    executar: Executar, store: Attachments, territorio: Territorio, limite: int = 1_000
) -> int:
    """Import a territory through the engine; how many events it took."""
    published: Any = executar("GEO", importar(lots(territorio, store, limite))).result().resposta
    return int(published)


class MemoryStore:
    """Attachments in memory that count their reads and can lose what they hold."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.reads = 0

    def get(self, sha256: str) -> bytes | None:
        self.reads += 1
        return self.held.get(sha256)

    def has(self, sha256: str) -> bool:
        return sha256 in self.held

    def put(self, content: bytes) -> str:
        import hashlib

        sha256 = hashlib.sha256(content).hexdigest()
        self.held[sha256] = content
        return sha256


def codes(units: Sequence[Unidade]) -> list[str | None]:
    """Codes, for assertions that can be read."""
    return [unidade.codigo for unidade in units]
