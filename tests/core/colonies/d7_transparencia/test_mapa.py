"""The map's cells: their sum is the box, and what has no place is a number of its own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.colonies.d7_transparencia.queries import mapa as mapas
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.rules.situacao import SITUACOES
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import territorio
from tests.support.office import demanda, unidade

BOX = mapas.Caixa(sul=-23.6, oeste=-46.7, norte=-23.5, leste=-46.6)
ALL = mapas.FiltroMapa(tuple(SITUACOES))
SIDE = 360 / 2**14


@pytest.fixture
def placed(vitrine: Vitrine) -> Vitrine:
    """Eight demands in the box, one outside, one without a place."""
    vitrine.publicar(territorio())
    for n in range(1, 9):
        lat, lng = -23.59 + 0.01 * (n % 3), -46.69 + 0.01 * (n % 2)
        vitrine.publicar(
            *e.pronta(n, 1 + n % 2, categoria="1.2" if n == 4 else "3.1"),
            e.georreferenciada(n, 1 + n % 2, coordenadas_lat=lat, coordenadas_lng=lng),
        )
    vitrine.publicar(*e.pronta(9), e.georreferenciada(9, coordenadas_lat=-22.0))
    vitrine.publicar(
        e.recebida(10, localizacao_bruta=None), e.normalizada(10, coordenadas_validadas=None)
    )
    vitrine.publicar(e.concluida(8))
    return vitrine


def cells(vitrine: Vitrine, filtro: mapas.FiltroMapa = ALL, side: float = SIDE) -> Any:
    return vitrine.read(mapas.read_cells, BOX, side, filtro)


def test_cells_hold_every_demand_of_the_box_once(placed: Vitrine) -> None:
    found = cells(placed)
    by_state: Counter[str] = Counter()
    for cell in found:
        by_state[cell.situacao] += cell.total
        assert (cell.coluna, cell.linha) == (
            int((cell.lng + 180) // SIDE),
            int((cell.lat + 90) // SIDE),
        )
    rows = placed.read(mapas.read_map, BOX, ALL).demandas
    assert (
        by_state == Counter(one.situacao for one in rows) == {"aguardando_vaga": 7, "concluida": 1}
    )
    assert {cell.nivel for cell in found} == {1, 3}
    assert sum(cell.total for cell in cells(placed, side=360.0)) == 8
    alone = [cell for cell in found if cell.situacao == "concluida"]
    assert [cell.demanda_id for cell in alone] == [demanda(8)]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, 8),
        ({"categoria": "1.2"}, 1),
        ({"nivel": 1}, 1),
        ({"alcance": Alcance(unidade(1), so_esta=True)}, 4),
        ({"de": "2999-01-01T00:00:00.000Z"}, 0),
        ({"antes_de": "2999-01-01T00:00:00.000Z"}, 8),
        ({"situacoes": ("concluida",)}, 1),
    ],
)
def test_the_filter_is_one_for_rows_and_cells(
    placed: Vitrine, more: dict[str, Any], expected: int
) -> None:
    wanted = mapas.FiltroMapa(**{"situacoes": tuple(SITUACOES), **more})
    assert sum(cell.total for cell in cells(placed, wanted)) == expected
    assert len(placed.read(mapas.read_map, BOX, wanted).demandas) == expected


def test_what_has_no_place_is_counted_apart(placed: Vitrine) -> None:
    assert placed.read(mapas.count_unplaced, ALL) == 1
    assert placed.read(mapas.count_unplaced, mapas.FiltroMapa(("concluida",))) == 0
    assert placed.read(mapas.count_unplaced, mapas.FiltroMapa(nivel=3)) == 0
