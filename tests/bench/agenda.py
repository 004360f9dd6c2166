"""D-5: an agenda made anew, and its groups beside the document's n x n matrix (D-5 4.4).

The yardstick is the clustering of the document alone, as it is written there, in this language. Ours
is once the groups alone, and once the whole step: event, rows, summary and commit. The largest matrix
takes a minute or more and 0.8 GB, so it is measured once.
"""

from __future__ import annotations

import random
from array import array
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final

from core.base.agrupamento import RAIO_M, pedacos
from core.base.territorio.distancia import Ponto, haversine_m
from core.colonies.catalogo import colony_metadata
from core.colonies.d5_agenda.colony import AGENDA
from core.kernel.engine.engine import Engine
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.bench.harness import Figure, Report, Seconds, alone, paired
from tests.core.colonies.d5_agenda.conftest import (
    SOURCE,
    georreferenciada,
    parametros,
    ranking,
    ranqueada,
)
from tests.support.office import Office, create_schema
from tests.support.toy_colonies import metadata as toy_metadata

GROUP: Final = "Agenda"
SIZES: Final = (50, 1_000, 10_000)
SPREAD: Final = 0.2
"""Degrees around the middle of a city: about 40 km across."""

_LOT: Final = 500
_ONCE: Final = 1_000
"""Up to so many candidates the matrix is measured round by round."""
_MS: Final = 1_000
_AIM_MS: Final = 100


def matrix(pontos: Sequence[Ponto]) -> int:
    """D-5 4.4 as written: all distances, then the queue of each cluster; how many clusters."""
    n = len(pontos)
    distances = [array("d", bytes(8 * n)) for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            distances[i][j] = distances[j][i] = haversine_m(pontos[i], pontos[j])
    visited: set[int] = set()
    clusters = 0
    for i in range(n):
        if i in visited:
            continue
        visited.add(i)
        neighbours = [j for j in range(n) if j != i and distances[i][j] <= RAIO_M]
        if not neighbours:
            continue
        clusters += 1
        queue = deque(neighbours)
        while queue:
            p = queue.popleft()
            if p in visited:
                continue
            visited.add(p)
            queue.extend(k for k in range(n) if k not in visited and distances[p][k] <= RAIO_M)
    return clusters


def cloud(count: int) -> list[Ponto]:
    """The same points for the same count."""
    draw = random.Random(count)
    return [
        Ponto(-23.5 + draw.uniform(-SPREAD, SPREAD), -46.6 + draw.uniform(-SPREAD, SPREAD))
        for _ in range(count)
    ]


def measure(report: Report, folder: Path, rounds: int, largest: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        folder: for the offices.
        rounds: how often each figure is taken.
        largest: no more candidates than this.
    """
    for count in SIZES:
        if count <= largest:
            _groups(report, rounds, count)
    for count in SIZES:
        if count <= largest:
            _anew(report, folder, rounds, count)


def _groups(report: Report, rounds: int, count: int) -> None:
    points = cloud(count)
    name = f"agrupar {count} pontos"
    note = "n x n do documento"
    if count <= _ONCE:
        ours, base, ratio = paired(rounds, _timed(pedacos, points), _timed(matrix, points))
    else:
        ours = alone(rounds, _timed(pedacos, points))
        base = _timed(matrix, points)() * _MS * _MS
        ratio, note = ours / base, f"{note}, uma vez"
    report.add(Figure(GROUP, name, "ms", ours / _MS, base / _MS, ratio, 1.0, note))


def _timed(group: object, points: Sequence[Ponto]) -> Seconds:
    def seconds() -> float:
        start = perf_counter()
        group(points)  # type: ignore[operator] # either of the two
        return perf_counter() - start

    return seconds


def _anew(report: Report, folder: Path, rounds: int, count: int) -> None:
    """The whole step, the agenda holding ten, and holding every candidate."""
    for capacity in dict.fromkeys((10, count)):
        office = _office(folder / f"{count}-{capacity}", count, capacity)
        engine = office.engines[-1]
        seconds = _made_anew(engine, count)
        ours = alone(rounds, seconds) / _MS
        office.stop()
        name = f"refazer, {count} candidatas, {capacity} vagas"
        aim = _AIM_MS if capacity == 10 else None
        report.add(Figure(GROUP, name, "ms", ours, meta=aim, nota="evento, linhas, resumo, commit"))


def _made_anew(engine: Engine, count: int) -> Seconds:
    """Each round another demand comes to the top, so that every row moves."""
    tops = iter(range(count + 1, 2 * count + 1_000_000))

    def seconds() -> float:
        n = next(tops)
        engine.publicar("FONTE", ranqueada(n, float(1_000_000 + n)))
        engine.aguardar_ocioso()
        start = perf_counter()
        engine.publicar("FONTE", ranking())
        engine.aguardar_ocioso()
        return perf_counter() - start

    return seconds


def _office(folder: Path, count: int, capacity: int) -> Office:
    folder.mkdir(parents=True)
    create_schema(f"sqlite:///{folder / FILE_NAME}", toy_metadata, colony_metadata())
    office = Office(SqliteDatabase(folder), colonies=(SOURCE, AGENDA))
    engine = office.engine()
    engine.publicar("FONTE", parametros(capacidades={1: capacity}))
    draw = random.Random(count)
    events = []
    for n, ponto in enumerate(cloud(count), start=1):
        events.append(georreferenciada(n, ponto.lat, ponto.lng))
        events.append(ranqueada(n, draw.randint(0, 999_999) / 100))
    for start in range(0, len(events), _LOT):
        engine.publicar("FONTE", *events[start : start + _LOT])
        engine.aguardar_ocioso()
    engine.publicar("FONTE", ranking())
    engine.aguardar_ocioso()
    return office
