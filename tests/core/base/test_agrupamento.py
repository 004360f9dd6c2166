"""Groups are what comparing everybody with everybody gives, near or far, few or many."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base import agrupamento
from core.base.agrupamento import POUCOS, Local, agrupar, grupo_id, pedacos
from core.base.territorio.distancia import Ponto, haversine_m

METRO = 1 / 111_195
"""Degrees of latitude in a metre."""


def naive(pontos: list[Ponto], raio_m: float) -> list[list[int]]:
    """The document's DBSCAN over the whole matrix (D-5 4.4)."""
    near = [
        [o for o, other in enumerate(pontos) if o != p and haversine_m(ponto, other) <= raio_m]
        for p, ponto in enumerate(pontos)
    ]
    visited: set[int] = set()
    clusters = []
    for start in range(len(pontos)):
        if start in visited:
            continue
        visited.add(start)
        if not near[start]:
            continue
        cluster, queue = [start], list(near[start])
        while queue:
            place = queue.pop(0)
            if place not in visited:
                visited.add(place)
                cluster.append(place)
                queue += near[place]
        clusters.append(sorted(cluster))
    return clusters


def points(count: int, seed: int, around: Ponto, spread_m: float) -> list[Ponto]:
    draw = random.Random(seed)
    wide = spread_m * METRO
    found = []
    for _ in range(count):
        lng = around.lng + draw.uniform(-wide, wide)
        found.append(Ponto(around.lat + draw.uniform(-wide, wide), (lng + 180) % 360 - 180))
    return found


@pytest.mark.parametrize("around", [Ponto(-23.5, -46.6), Ponto(0, 180), Ponto(-89.99, 10), Ponto(60, -180)])  # fmt: skip
@pytest.mark.parametrize("spread_m", [300, 3_000, 12_000])
@pytest.mark.parametrize("count", [5, POUCOS, POUCOS + 1, 300])
def test_few_and_many_are_grouped_as_the_document_does(
    around: Ponto, spread_m: float, count: int
) -> None:
    cloud = points(count, count, around, spread_m)
    assert pedacos(cloud) == naive(cloud, 500)


def test_a_dense_place_is_grouped_lot_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agrupamento, "_LOTE", 7)
    cloud = points(200, 3, Ponto(-23.5, -46.6), 4_000)
    assert pedacos(cloud) == naive(cloud, 500)


places = st.builds(
    Ponto, st.floats(-23.6, -23.5, allow_nan=False), st.floats(-46.7, -46.6, allow_nan=False)
)


@given(cloud=st.lists(places, min_size=POUCOS + 1, max_size=POUCOS + 20))
def test_the_index_leaves_nobody_out(cloud: list[Ponto]) -> None:
    assert pedacos(cloud) == naive(cloud, 500)


def test_the_border_counts_and_a_chain_is_one_group() -> None:
    a, b = Ponto(0.0, 0.0), Ponto(0.004, 0.0)
    exactly = haversine_m(a, b)
    assert pedacos([a, b], exactly) == [[0, 1]]
    assert pedacos([a, b], exactly * (1 - 1e-12)) == []
    chain = [Ponto(n * 0.004, 0.0) for n in range(60)]
    assert pedacos(chain) == [list(range(60))]


def test_nobody_and_one_are_no_group() -> None:
    assert pedacos([]) == []
    assert pedacos([Ponto(1, 1)]) == []
    assert pedacos([Ponto(1, 1)] * 2) == [[0, 1]]
    assert pedacos([Ponto(n / 10, 1) for n in range(POUCOS + 1)]) == []


def local(n: int, lat: float = 0.0, chave: str = "1.1") -> Local:
    return Local(f"d{n}", chave, Ponto(lat, 0.0))


def test_a_group_is_known_by_its_members_alone() -> None:
    found = agrupar([local(2), local(1), local(3, 1.0), local(4, chave="3.1")])
    assert found == dict.fromkeys(["d1", "d2"], grupo_id(["d1", "d2"]))
    assert agrupar([local(1), local(2)]) == found
    assert grupo_id(["d2", "d1"]) == grupo_id(["d1", "d2"]) != grupo_id(["d1", "d2", "d3"])
    # Published for ever: this is what other offices compute, too.
    assert grupo_id(["d1", "d2"]) == "42f4612f-4527-51eb-ba74-301278465fe9"
