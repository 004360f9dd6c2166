"""The three cities of the fictional territory, each cut out of it with what lies above, and its rows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from app.bootstrap.demonstracao.dado import Dado
from app.bootstrap.demonstracao.elenco import ARQUIVO, TERRITORIO, Bairros, ler_elenco
from app.settings.recursos import Recursos
from tests.core.base.territorio.cartas import colecao, escrever

CIDADES: Final = (
    ("Porto Formigueiro", "DM-11001"),
    ("Serra das Saúvas", "DM-11002"),
    ("Ilha do Içá", "DM-11003"),
)
_ABOVE: Final = frozenset({5, 6, 7})
_DAY: Final = "2026-03-{:02}"


@dataclass(frozen=True, slots=True)
class CidadeInventada:
    """One of them; see ``tests.support.tres_escritorios.Cidade``.

    Args:
        nome: its name.
        codigo: of the municipality.
        mapas: one file: the city, its quarters, what lies above it.
        quarters: their outlines.
    """

    nome: str
    codigo: str
    mapas: tuple[Path, ...]
    quarters: Bairros

    def linhas(self, limite: int) -> list[dict[str, str]]:
        """Requests of the cast, each somewhere in a quarter."""
        cast, die = ler_elenco(Recursos().read_bytes(ARQUIVO)), Dado(self.codigo)
        found = []
        for number in range(limite):
            place = self.quarters.ponto(die.escolher(self.quarters.codigos), die)
            found.append(
                {
                    "id_externo": f"{self.codigo}/{number}",
                    "texto": cast.pedido(die).texto,
                    "lat": f"{place.lat:.6f}",
                    "lng": f"{place.lng:.6f}",
                    "data": _DAY.format(1 + number % 28),
                }
            )
        return found


def cidades_inventadas(pasta: Path) -> list[CidadeInventada]:
    """All three, their outlines written into a folder."""
    whole = json.loads(Recursos().read_bytes(TERRITORIO))["features"]
    cities = []
    for nome, codigo in CIDADES:
        cut = colecao(*(one for one in whole if _belongs(one["properties"], codigo)))
        path = escrever(pasta, f"{codigo}.geojson", cut)
        cities.append(CidadeInventada(nome, codigo, (path,), Bairros(json.dumps(cut).encode())))
    return cities


def _belongs(about: dict[str, Any], codigo: str) -> bool:
    return about["nivel"] in _ABOVE or codigo in {about["codigo"], about.get("codigo_municipio")}
