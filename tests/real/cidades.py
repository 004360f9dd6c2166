"""Three cities of the real collection: their outlines, and rows of theirs as files to import.

Rows keep their text. A row without coordinates of its own is placed in the quarter that it names,
one that names none in a quarter drawn with a fixed seed: most sources publish no place.
"""

from __future__ import annotations

import csv
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import shapely
from shapely.geometry import shape

from core.base.territorio.nome import nome_busca
from tests.bench.territorio import DADOS as GEO
from tests.real.colecao import DEMANDAS

_SEED: Final = 20261201

Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Cidade:
    """A city of the collection.

    Args:
        nome: as the rows name it.
        codigo: of the municipality, IBGE.
        arquivo: of its quarters.
        fontes: files that have rows of it.
    """

    nome: str
    codigo: str
    arquivo: str
    fontes: tuple[str, ...]

    @property
    def mapas(self) -> list[Path]:
        """What its office imports: the states, the municipalities of its own, its quarters."""
        return [
            GEO / "ufs.geojson",
            GEO / "municipios" / f"{self.codigo[:2]}.geojson",
            GEO / "bairros" / self.arquivo,
        ]

    @property
    def missing(self) -> list[Path]:
        """Of its files, those that are not there."""
        wanted = [*self.mapas, *(DEMANDAS / f"{name}.csv" for name in self.fontes)]
        return [path for path in wanted if not path.is_file()]

    def linhas(self, limite: int) -> list[dict[str, str]]:
        """Up to ``limite`` rows of the city, with columns that the import knows."""
        places, draw = _quarters(self), random.Random(_SEED)
        found: list[dict[str, str]] = []
        for name in self.fontes:
            with (DEMANDAS / f"{name}.csv").open(encoding="utf-8-sig", newline="") as opened:
                for number, row in enumerate(csv.DictReader(opened), 1):
                    if row["municipio"] != self.nome:
                        continue
                    own = (row["lat"], row["lng"])
                    named = places.get(nome_busca(row["bairro"]))
                    lat, lng = own if all(own) else named or draw.choice(list(places.values()))
                    found.append(
                        {
                            "id_externo": f"{name}/{number}",
                            "texto": row["texto"],
                            "lat": lat,
                            "lng": lng,
                            "data": row["data"],
                        }
                    )
        return found[:limite]


RIO: Final = Cidade(
    "Rio de Janeiro", "3304557", "3304557-rio-de-janeiro.geojson", ("estruturado_rio1746",)
)
RECIFE: Final = Cidade(
    "Recife",
    "2611606",
    "2611606-recife.geojson",
    ("defesa_civil_recife", "estruturado_recife156"),
)
JOAO_PESSOA: Final = Cidade(
    "João Pessoa", "2507507", "2507507-joao-pessoa.geojson", ("lai_prefeituras",)
)
CIDADES: Final = (RIO, RECIFE, JOAO_PESSOA)


def _quarters(cidade: Cidade) -> dict[str, Place]:
    """A point inside each quarter, by its folded name."""
    read = json.loads((GEO / "bairros" / cidade.arquivo).read_text("utf-8"))
    places: dict[str, Place] = {}
    for one in read["features"]:
        inside = shapely.make_valid(shape(one["geometry"])).representative_point()
        places[nome_busca(one["properties"]["nome"])] = (f"{inside.y:.6f}", f"{inside.x:.6f}")
    return places
