"""The page of the map and everything that it may ask for; without Qt, in any thread.

The window's URL scheme hands each address in and gives the answer back to the page. There is
nothing else that the page could load: its own policy says so, and the window refuses the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.services import mapa_json
from app.services.mapa import MapaService
from app.services.mapa_fundo import Fundo, FundosDoMapa
from app.services.mapa_vistas import ZOOM_MAXIMO, FiltroDoMapa, Vista
from app.settings.recursos import Recursos
from core.base.territorio.distancia import Caixa, Ponto

PAGINA: Final = "pagina.html"
HTML: Final = "text/html;charset=utf-8"
JSON: Final = "application/json"

TEXTOS: Final = {
    "legenda": "Legenda",
    "grupo": "várias demandas juntas",
    "aproximar": "Aproximar (+)",
    "afastar": "Afastar (-)",
    "falha": "O mapa não pôde ler os dados. A lista ao lado continua valendo.",
    "preparando": "Preparando os contornos do território…",
    "sem_contornos": "Nenhum contorno aqui. Importe o território para ver as unidades.",
}
_FIXED: Final = {
    "leaflet.css": ("mapa/leaflet/leaflet.css", "text/css"),
    "mapa.css": ("mapa/mapa.css", "text/css"),
    "leaflet.js": ("mapa/leaflet/leaflet.js", "text/javascript"),
    "simbolos.js": ("mapa/simbolos.js", "text/javascript"),
    "quadro.js": ("mapa/quadro.js", "text/javascript"),
    "mapa.js": ("mapa/mapa.js", "text/javascript"),
    **{
        f"images/{name}.png": (f"mapa/leaflet/images/{name}.png", "image/png")
        for name in ("layers", "layers-2x", "marker-icon", "marker-icon-2x", "marker-shadow")
    },
}
_SCRIPTS: Final = ("leaflet.js", "simbolos.js", "quadro.js", "mapa.js")
_POLICY: Final = (
    "default-src 'none'; script-src formigueiro: 'unsafe-inline'; "
    "style-src formigueiro: 'unsafe-inline'; img-src formigueiro: data:; connect-src formigueiro:"
)


@dataclass(frozen=True, slots=True)
class Resposta:
    """What an address answers with."""

    tipo: str
    corpo: bytes


@dataclass(frozen=True, slots=True)
class Estado:
    """How the page is asked to be.

    Args:
        modo: ``tela``, ``escolher`` (a click sets the pin) or ``demanda`` (one place, no symbols).
        cores: variable -> ``#RRGGBB``.
        escala: text size, 1.0 to 2.0.
        caixa: what it shows first; None for where the office lies.
        alfinete: a pin.
        fundo: tiles under everything.
    """

    modo: str = "tela"
    cores: Mapping[str, str] = field(default_factory=dict)
    escala: float = 1.0
    filtro: FiltroDoMapa = field(default_factory=FiltroDoMapa)
    caixa: Caixa | None = None
    alfinete: Ponto | None = None
    fundo: Fundo | None = None


class MapaPagina:
    """Answers the page's addresses.

    Args:
        mapa: the numbers.
        recursos: scripts and styles.
        fundos: opens the file that the map is laid on.
    """

    def __init__(self, mapa: MapaService, recursos: Recursos, fundos: FundosDoMapa) -> None:
        self.mapa = mapa
        self.fundos = fundos
        self.recursos = recursos

    def responder(
        self, caminho: str, consulta: Mapping[str, str], estado: Estado
    ) -> Resposta | None:
        """The answer to an address; None where there is nothing of that name.

        Args:
            caminho: without the leading stroke.
            consulta: the query's values.
            estado: of the page that asks.
        """
        if caminho == PAGINA:
            return Resposta(HTML, self.pagina(estado).encode())
        if caminho in _FIXED:
            name, kind = _FIXED[caminho]
            return Resposta(kind, self.recursos.read_bytes(name))
        folder, _stroke, name = caminho.partition("/")
        if folder == "dados":
            return self._data(name, consulta, estado)
        if folder == "fundo" and estado.fundo is not None:
            return self._tile(name, estado.fundo)
        return None

    def _data(self, name: str, consulta: Mapping[str, str], estado: Estado) -> Resposta | None:
        vista = ler_vista(consulta)
        if vista is None:
            return None
        if name == "simbolos":
            seen = self.mapa.visao(vista, estado.filtro, estado.escala)
            return Resposta(JSON, mapa_json.simbolos(seen, self.mapa.situacoes, self.mapa.fuso))
        if name == "contornos":
            return Resposta(JSON, contornos_json(self.mapa, vista))
        return None

    @staticmethod
    def _tile(name: str, fundo: Fundo) -> Resposta | None:
        parts = name.split("/")
        if len(parts) != 4 or not all(part.isdecimal() for part in parts[1:]):
            return None
        tile = fundo.azulejo(*(int(part) for part in parts[1:]))
        return None if tile is None else Resposta(fundo.tipo, tile)

    def pagina(self, estado: Estado) -> str:
        """The page that the window shows."""
        from app.services.mapa_folium import MapaSemRede, pagina  # noqa: PLC0415 # slow to load

        box = estado.caixa or self.mapa.caixa_inicial()
        head = [
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            *(f'<link rel="stylesheet" href="{name}">' for name in ("leaflet.css", "mapa.css")),
            *(f'<script src="{name}"></script>' for name in _SCRIPTS),
        ]
        return pagina(
            MapaSemRede((box.sul, box.oeste, box.norte, box.leste), ZOOM_MAXIMO),
            self._config(estado, box),
            titulo="Mapa das demandas",
            cabecalho=head,
        )

    def _config(self, estado: Estado, box: Caixa) -> dict[str, Any]:
        found = config(self.mapa, estado, box)
        if estado.modo != "tela":
            found["legenda"] = None
        found["semDemandas"] = estado.modo == "demanda"
        return found


def config(mapa: MapaService, estado: Estado, box: Caixa) -> dict[str, Any]:
    """What ``mapa.js`` is told at its start."""
    pin = estado.alfinete
    return {
        "modo": estado.modo,
        "cores": dict(estado.cores),
        "escala": estado.escala,
        "caixa": [[box.sul, box.oeste], [box.norte, box.leste]],
        "alfinete": None if pin is None else [pin.lat, pin.lng],
        "fundo": None if estado.fundo is None else estado.fundo.descricao(),
        "zoomMaximo": ZOOM_MAXIMO,
        "textos": TEXTOS,
        "legenda": mapa_json.legenda(mapa.situacoes.todas(), mapa.niveis, aberta=False),
    }


def contornos_json(mapa: MapaService, vista: Vista) -> bytes:
    """The outlines of a view."""
    from core.base.territorio.simplificacao import faixa_do_zoom  # noqa: PLC0415 # loads shapely

    seen = mapa.contornos.na_tela(vista.caixa, vista.zoom)
    return mapa_json.contornos(seen, faixa_do_zoom(vista.zoom))


def ler_vista(consulta: Mapping[str, str]) -> Vista | None:
    """A view from an address's values; None where they are no box and zoom."""
    try:
        south, west, north, east = (
            float(consulta[name]) for name in ("sul", "oeste", "norte", "leste")
        )
        zoom = int(consulta["zoom"])
    except (KeyError, ValueError):
        return None
    numbers = (south, west, north, east)
    if not all(math.isfinite(one) for one in numbers) or south > north or west > east:
        return None
    box = Caixa(max(-90.0, south), max(-180.0, west), min(90.0, north), min(180.0, east))
    return Vista(box, min(ZOOM_MAXIMO, max(0, zoom)))
