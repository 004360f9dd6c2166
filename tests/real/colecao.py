"""The collection of real files beside the checkout, made ready for the product's bulk import.

Every row keeps its text and its columns; what is added is a place, because most sources publish
none: the row's own coordinates, else the seat of the municipality that it names, else a seat drawn
with a fixed seed. Columns that would be taken for a resident's choice of category (the labels of
the labelled texts) are renamed, so that the classifier alone decides.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from core.base.territorio.nome import nome_busca
from tests.bench.territorio import DADOS as GEO
from tests.bench.territorio import ROOT

DEMANDAS: Final = ROOT.parent / "shared" / "data" / "demandas"
FREE_TEXT: Final = (
    "lai_prefeituras",
    "reclameaqui_governo",
    "indicacoes_vereadores",
    "defesa_civil_recife",
    "rotuladas",
    "sinteticas",
)
STRUCTURED: Final = (
    "estruturado_rio1746",
    "estruturado_recife156",
    "estruturado_ouvidoria_sc",
    "servicos_sp156",
    "estruturado_nyc311_en",
)
KNOWN: Final = "pontos-conhecidos"
COLUMNS: Final = ("id_externo", "texto", "lat", "lng", "bairro", "data", "canal", "rotulo")
_SEED: Final = 20261130

Place = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file to import.

    Args:
        nome: of its source, without ending.
        arquivo: what the import reads.
        linhas: rows in it.
    """

    nome: str
    arquivo: Path
    linhas: int


class Seats:
    """Seats of municipalities by name, with or without the letters of the state."""

    def __init__(self) -> None:
        path = GEO / "sedes-municipais.csv"
        with path.open(encoding="utf-8-sig", newline="") as opened:
            rows = list(csv.DictReader(opened))
        self._all = [(row["latitude"], row["longitude"]) for row in rows]
        self._draw = random.Random(_SEED)
        self._named: dict[str, Place] = {}
        for row in sorted(rows, key=lambda row: row["capital"]):
            place = (row["latitude"], row["longitude"])
            # Capitals come last and win over their namesakes.
            self._named[nome_busca(row["nome"])] = place
            self._named[f"{nome_busca(row['nome'])}/{row['codigo_uf']}"] = place

    def of(self, municipio: str) -> Place:
        """The seat of a municipality; one drawn from all where it names none that is known."""
        name, _, uf = municipio.partition("/")
        key = nome_busca(name)
        found = self._named.get(f"{key}/{_UF[uf]}") if uf in _UF else self._named.get(key)
        return found or self._draw.choice(self._all)


_UF: Final = {"SC": "42"}


def prepared(folder: Path) -> list[Prepared]:
    """Every file of the collection, and the known points as one more, written into ``folder``."""
    seats = Seats()
    done = [
        _write(folder, name, [_row(name, n, row, seats) for n, row in enumerate(_read(name), 1)])
        for name in (*FREE_TEXT, *STRUCTURED)
    ]
    known = [
        {
            "id_externo": f"{KNOWN}/{point['id']}",
            "texto": f"Poste apagado: {point['descricao']}",
            "lat": point["lat"],
            "lng": point["lng"],
        }
        for point in known_points().values()
    ]
    return [*done, _write(folder, KNOWN, known)]


def known_points() -> dict[str, dict[str, str]]:
    """The known points by the identity that their demands are imported under."""
    with (GEO / f"{KNOWN}.csv").open(encoding="utf-8", newline="") as opened:
        return {f"{KNOWN}/{row['id']}": row for row in csv.DictReader(opened)}


def _read(name: str) -> list[dict[str, str]]:
    with (DEMANDAS / f"{name}.csv").open(encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


def _row(name: str, number: int, row: Mapping[str, str], seats: Seats) -> dict[str, str]:
    own = (row.get("lat") or "", row.get("lng") or "")
    lat, lng = own if all(own) else seats.of(row.get("municipio") or "")
    return {
        "id_externo": f"{name}/{number}",
        "texto": row["texto"],
        "lat": lat,
        "lng": lng,
        "bairro": row.get("bairro") or "",
        "data": row.get("data") or "",
        "canal": row.get("canal") or "",
        "rotulo": row.get("categoria_id") or "",
    }


def _write(folder: Path, name: str, rows: list[dict[str, str]]) -> Prepared:
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, COLUMNS, restval="")
        writer.writeheader()
        writer.writerows(rows)
    return Prepared(name, path, len(rows))
