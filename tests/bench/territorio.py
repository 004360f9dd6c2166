"""Point resolution beside what the D-2 document describes; load time and memory of the polygons.

The yardstick is D-2 4.2 as written: polygons in memory ordered by level, each with its bounding
box, tested one after the other by ray casting. ``python -m tests.bench.territorio`` runs it alone;
without the real collection beside the checkout the demonstration's polygons are measured.
"""

from __future__ import annotations

import csv
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
import shapely
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from core.base.territorio.geometria import area_m2, para_wkb
from core.base.territorio.importacao import ler_territorio
from core.base.territorio.indice import abrir_indice, gravar_indice
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import Territorio, Unidade, unidade_id
from tests.bench.harness import Figure, Report, alone, paired

GROUP: Final = "Território"
ROOT: Final = Path(__file__).resolve().parents[2]
DADOS: Final = ROOT.parent / "shared" / "data" / "geo"
DEMONSTRACAO: Final = ROOT / "resources" / "territorio" / "demonstracao.geojson"
_MB: Final = 1024**2
_AIM_US: Final = 12
_MANY: Final = 20_000

Point = tuple[float, float]
Ring = list[Point]


@dataclass(frozen=True, slots=True)
class _Polygon:
    """A row of the document's snapshot."""

    unidade: Unidade
    bbox: tuple[float, float, float, float]
    partes: list[list[Ring]]


class RayCasting:
    """D-2 4.2 and 4.3, with a dictionary where the document searches a list for the parent."""

    def __init__(self, territorio: Territorio) -> None:
        self._unidades = {u.unidade_civica_id: u for u in territorio.unidades}
        self._snapshot = [
            _Polygon(unidade, tuple(shapely.bounds(forma).tolist()), _rings(forma))
            for unidade in sorted(territorio.unidades, key=lambda u: u.ordem)
            if (wkb := territorio.geometrias.get(unidade.unidade_civica_id)) is not None
            and (forma := shapely.from_wkb(wkb)) is not None
        ]

    def resolver(self, lat: float, lng: float) -> list[str]:
        """The chain of the first polygon that contains the point; empty outside all."""
        for polygon in self._snapshot:
            oeste, sul, leste, norte = polygon.bbox
            if not (sul <= lat <= norte and oeste <= lng <= leste):
                continue
            if any(_inside(parte, lng, lat) for parte in polygon.partes):
                return self._chain(polygon.unidade)
        return []

    def _chain(self, unidade: Unidade) -> list[str]:
        chain = [unidade.unidade_civica_id]
        above = self._unidades.get(unidade.parent_id or "")
        while above is not None:
            chain.append(above.unidade_civica_id)
            above = self._unidades.get(above.parent_id or "")
        return chain


def _rings(forma: BaseGeometry) -> list[list[Ring]]:
    return [
        [
            [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)]
            for ring in shapely.get_rings(part)
        ]
        for part in shapely.get_parts(forma)
    ]


def _inside(rings: list[Ring], x: float, y: float) -> bool:
    return _crosses(rings[0], x, y) and not any(_crosses(hole, x, y) for hole in rings[1:])


def _crosses(ring: Ring, x: float, y: float) -> bool:
    inside = False
    x1, y1 = ring[-1]
    for x2, y2 in ring:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
        x1, y1 = x2, y2
    return inside


# -- what is measured ------------------------------------------------------------------------------


def files() -> list[Path]:
    """The real collection where it lies beside the checkout, else the demonstration."""
    if not DADOS.is_dir():
        return [DEMONSTRACAO]
    municipios = sorted((DADOS / "municipios").glob("*.geojson"))
    return [DADOS / "ufs.geojson", *municipios, *sorted((DADOS / "bairros").glob("*.geojson"))]


def scattered(resolvedor: Resolvedor, count: int) -> list[Point]:
    """Places as demands have them: about the seats of municipalities, or all over the box."""
    rng = random.Random(7)
    if DADOS.is_dir():
        with (DADOS / "sedes-municipais.csv").open(encoding="utf-8-sig", newline="") as opened:
            seats = [(float(s["latitude"]), float(s["longitude"])) for s in csv.DictReader(opened)]
        chosen = (rng.choice(seats) for _ in range(count))
        return [(lat + rng.gauss(0, 0.02), lng + rng.gauss(0, 0.02)) for lat, lng in chosen]
    caixa = resolvedor.caixa
    assert caixa is not None
    return [
        (rng.uniform(caixa.sul, caixa.norte), rng.uniform(caixa.oeste, caixa.leste))
        for _ in range(count)
    ]


def cut_up(territorio: Territorio, wanted: int) -> Territorio:
    """The same territory with its lower units cut into quarters until there are ``wanted``."""
    unidades = {u.unidade_civica_id: u for u in territorio.unidades}
    geometrias = dict(territorio.geometrias)
    rows = [u for u in territorio.unidades if u.nivel <= 4 and u.unidade_civica_id in geometrias]
    rows.sort(key=lambda u: (-u.area_m2, u.unidade_civica_id))
    for row in rows:
        if len(geometrias) >= wanted:
            break
        for place, piece in enumerate(
            _quarters(shapely.from_wkb(geometrias[row.unidade_civica_id]))
        ):
            codigo = f"{row.unidade_civica_id}-{place}"
            chave = unidade_id("bench", 1, codigo, None, "")
            unidades[chave] = Unidade(
                chave,
                "bench",
                1,
                codigo,
                codigo,
                codigo,
                row.unidade_civica_id,
                None,
                area_m2(piece),
            )
            geometrias[chave] = para_wkb(piece)
    return Territorio(tuple(unidades.values()), geometrias)


def _quarters(forma: BaseGeometry) -> Iterator[BaseGeometry]:
    oeste, sul, leste, norte = shapely.bounds(forma).tolist()
    x, y = (oeste + leste) / 2, (sul + norte) / 2
    for quarter in (
        box(oeste, sul, x, y), box(x, sul, leste, y), box(oeste, y, x, norte), box(x, y, leste, norte)
    ):  # fmt: skip
        piece = shapely.intersection(shapely.make_valid(forma), quarter)
        if piece.geom_type in ("Polygon", "MultiPolygon") and not piece.is_empty:
            yield piece


def _one_by_one(resolvedor: Resolvedor, points: Sequence[Point]) -> float:
    started = perf_counter()
    for lat, lng in points:
        resolvedor.resolver(lat, lng)
    return (perf_counter() - started) / len(points)


def _plain(base: RayCasting, points: Sequence[Point]) -> float:
    started = perf_counter()
    for lat, lng in points:
        base.resolver(lat, lng)
    return (perf_counter() - started) / len(points)


def _all_at_once(resolvedor: Resolvedor, points: Sequence[Point]) -> float:
    lat_lng = np.array(points)
    started = perf_counter()
    resolvedor.resolver_muitos(lat_lng)
    return (perf_counter() - started) / len(points)


def _load(indice: bytes) -> float:
    started = perf_counter()
    Resolvedor.de_indice(indice)
    return perf_counter() - started


def _memory_mb(path: Path) -> float | None:
    """Growth of a fresh process when it loads the index, in MB; None where it cannot be read."""
    if not Path("/proc/self/statm").exists():
        return None
    command = [sys.executable, "-m", "tests.bench.territorio", "--memoria", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _print_memory(path: Path) -> None:
    before = _resident()
    resolvedor = Resolvedor.de_indice(path.read_bytes())
    for lat, lng in scattered(resolvedor, 20_000):
        resolvedor.resolver(lat, lng)
    print((_resident() - before) / _MB)


def measure(report: Report, folder: Path, rounds: int, points: int) -> None:
    """Everything, ``points`` places a round (a fiftieth of them for the yardstick)."""
    started = perf_counter()
    territorio = ler_territorio(files()).territorio
    took = perf_counter() - started
    total = len(territorio.geometrias)
    report.add(Figure(GROUP, f"ler os arquivos ({total} polígonos)", "s", took))
    indice = gravar_indice(territorio)
    (folder / "indice").write_bytes(indice)
    us = alone(rounds, partial(_load, indice))
    report.add(Figure(GROUP, f"abrir o índice ({len(indice) / _MB:.1f} MB)", "ms", us / 1000))
    report.add(
        Figure(GROUP, "memória depois de 20.000 pontos", "MB", _memory_mb(folder / "indice"))
    )
    resolvedor, base = Resolvedor(abrir_indice(indice)), RayCasting(territorio)
    places = scattered(resolvedor, points)
    few = places[: max(100, points // 50)]
    wrong = sum(resolvedor.resolver(*place).cadeia_ids != base.resolver(*place) for place in few)
    figures = paired(rounds, partial(_one_by_one, resolvedor, places), partial(_plain, base, few))
    note = f"base: bbox e ray casting da D-2; respostas diferentes: {wrong}"
    report.add(Figure(GROUP, "resolver um ponto", "µs", *figures, nota=note))
    report.add(Figure(GROUP, "o mesmo, sem a base", "µs", figures[0], meta=_AIM_US))
    us = alone(rounds, partial(_all_at_once, resolvedor, places))
    report.add(Figure(GROUP, "muitos de uma vez", "µs/ponto", us))
    many = Resolvedor(cut_up(territorio, _MANY if total > 1_000 else 4 * total))
    outlines = sum(1 for u in many.unidades if u.area_m2)
    us = alone(rounds, partial(_one_by_one, many, places))
    report.add(Figure(GROUP, f"um ponto em {outlines} polígonos", "µs", us, meta=_AIM_US))


def main() -> None:
    """This group alone; ``--memoria INDICE`` is how it asks itself in a fresh process."""
    if sys.argv[1:2] == ["--memoria"]:
        _print_memory(Path(sys.argv[2]))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Report(), Path(folder), 5, 10_000)


if __name__ == "__main__":
    main()
