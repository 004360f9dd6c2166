"""The cast of the demonstration: invented requests, people and reports, read from resources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

import msgspec

from app.bootstrap.demonstracao.dado import Dado
from core.base.territorio.distancia import Ponto

ARQUIVO: Final = "demonstracao/elenco.json"
TERRITORIO: Final = "territorio/demonstracao.geojson"
BAIRRO: Final = 2
PRAZO_DIAS: Final = 12
"""The shortest time that anybody promises."""
_TRIES: Final = 200


class Elenco(msgspec.Struct, forbid_unknown_fields=True):
    """The file's content; ``{rua}``, ``{local}``, ``{tempo}`` and the like are filled in.

    Args:
        pedidos: (category, subcategory, sentence).
        relatos: (type of report, sentence, its fields).
    """

    formato: str
    ruas: list[str]
    locais: list[str]
    tempos: list[str]
    pedidos: list[tuple[str, str, str]]
    vagos: list[str]
    conselheiros: list[str]
    relatos: list[tuple[str, str, dict[str, str]]]
    conclusoes: list[str]
    correcoes: list[str]

    def pedido(self, dado: Dado) -> PedidoInventado:
        """A request of somebody."""
        categoria, subcategoria, frase = dado.escolher(self.pedidos)
        return PedidoInventado(self.frase(frase, dado), categoria, subcategoria)

    def frase(self, modelo: str, dado: Dado) -> str:
        """A sentence with its gaps filled."""
        return modelo.format(
            rua=f"{dado.escolher(self.ruas)}, {10 + dado.ate(890)}",
            local=dado.escolher(self.locais),
            tempo=dado.escolher(self.tempos),
        )

    def relato(self, tipos: Sequence[str], dado: Dado, hoje: date) -> RelatoInventado:
        """A report of one of some types, made on a day."""
        known = [one for one in self.relatos if one[0] in tipos]
        tipo, frase, campos = dado.escolher(known)
        gaps = {
            "numero": f"{dado.ate(90_000) + 10_000}/{hoje.year}",
            "hoje": f"{hoje:%d/%m/%Y}",
            "prazo": f"{hoje + timedelta(days=PRAZO_DIAS + dado.ate(20)):%d/%m/%Y}",
        }
        filled = {name: value.format(**gaps) for name, value in campos.items()}
        return RelatoInventado(tipo, frase.format(**gaps), filled)


@dataclass(frozen=True, slots=True)
class PedidoInventado:
    """What a resident says, and what a reviewer would call it."""

    texto: str
    categoria_id: str
    subcategoria_id: str


@dataclass(frozen=True, slots=True)
class RelatoInventado:
    """What a councillor reports."""

    tipo: str
    texto: str
    campos: Mapping[str, str]


def ler_elenco(content: bytes) -> Elenco:
    """The cast; a file that does not fit is a bug of ours."""
    return msgspec.json.decode(content, type=Elenco)


class Bairros:
    """Outlines of the fictional quarters, to put requests somewhere inside.

    Args:
        content: the GeoJSON of the fictional territory.
    """

    def __init__(self, content: bytes) -> None:
        import shapely  # noqa: PLC0415 # it brings numpy, which no verb waits for at its start

        features = msgspec.json.decode(content)["features"]
        self._outlines = {
            feature["properties"]["codigo"]: shapely.from_geojson(
                msgspec.json.encode(feature["geometry"])
            )
            for feature in features
            if feature["properties"]["nivel"] == BAIRRO
        }

    @property
    def codigos(self) -> tuple[str, ...]:
        """Official codes of the quarters, sorted."""
        return tuple(sorted(self._outlines))

    def ponto(self, codigo: str, dado: Dado) -> Ponto:
        """A point inside a quarter."""
        import shapely  # noqa: PLC0415 # see __init__

        outline = self._outlines[codigo]
        west, south, east, north = outline.bounds
        for _ in range(_TRIES):
            lng = round(west + dado.fracao() * (east - west), 5)
            lat = round(south + dado.fracao() * (north - south), 5)
            if shapely.contains_xy(outline, lng, lat):
                return Ponto(lat, lng)
        inside = shapely.point_on_surface(outline)
        return Ponto(round(inside.y, 5), round(inside.x, 5))
