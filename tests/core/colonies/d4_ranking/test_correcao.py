"""Behind the real D-3: what a correction of text or place makes of the ranking."""

from __future__ import annotations

import pytest

from core.colonies.d3_categorizacao.colony import d3_colony
from core.colonies.d4_ranking import queries
from core.colonies.d4_ranking.colony import RANKING
from tests.core.colonies.d3_categorizacao.conftest import (
    SOURCE,
    SURE,
    UNSURE,
    georreferenciada,
    normalizada,
    scripted_files,
)
from tests.core.colonies.d3_categorizacao.conftest import retirada as withdrawn
from tests.core.colonies.d4_ranking.conftest import PRIMEIRA, TOPO, Desk
from tests.support.office import Office

OTHER = "falta água na rua toda [1.1.1 0.97]"
ELSEWHERE = {"lat": -25.0, "lng": -46.5}


@pytest.fixture
def desk(office: Office) -> Desk:
    files = scripted_files()
    office.colonies = (SOURCE, d3_colony(lambda: files), RANKING)
    return Desk(office)


def test_another_category_moves_the_demand_in_its_unit(desk: Desk) -> None:
    desk.publicar(*(event for n in (1, 2) for event in (normalizada(n), georreferenciada(n))))
    first = desk.ranking()
    assert [n for n, _score in first] == [1, 2]
    desk.publicar(normalizada(2, OTHER))
    assert desk.ranking() == [(2, 9500.0), first[0]]
    assert desk.told()[-1] == (1, PRIMEIRA, 2, [2, 1], 2)
    assert len(desk.rows("d4_rankings", "demanda_id")) == 2
    desk.check()


def test_another_place_keeps_the_demand_where_it_was_until_the_unit_is_known(desk: Desk) -> None:
    desk.publicar(*(event for n in (1, 2) for event in (normalizada(n), georreferenciada(n))))
    told = len(desk.told())
    desk.publicar(normalizada(1, SURE, coordenadas_validadas=ELSEWHERE))
    # D-3 has put the unit away and says nothing: the order of priority stands meanwhile.
    assert [n for n, _score in desk.ranking(1)] == [1, 2]
    desk.publicar(georreferenciada(1, u=2))
    assert ([n for n, _ in desk.ranking(1)], [n for n, _ in desk.ranking(2)]) == ([2], [1])
    assert desk.told()[told:] == [(2, TOPO, 1, [1], 1), (1, PRIMEIRA, 1, [2], 1)]
    desk.check()


def test_a_text_that_nobody_is_sure_of_keeps_its_place_until_a_person_decides(desk: Desk) -> None:
    desk.publicar(normalizada(1), georreferenciada(1))
    before = desk.ranking()
    desk.publicar(normalizada(1, UNSURE))
    assert desk.ranking() == before
    # The unit of today counts for the category that stands.
    desk.publicar(normalizada(1, UNSURE, coordenadas_validadas=ELSEWHERE), georreferenciada(1, u=2))
    assert (desk.ranking(1), desk.ranking(2)) == ([], before)
    desk.check()


def test_a_demand_that_was_withdrawn_never_comes_back(desk: Desk) -> None:
    desk.publicar(normalizada(1), georreferenciada(1), withdrawn(1))
    desk.publicar(normalizada(1, OTHER), georreferenciada(1, u=2))
    assert (desk.ranking(1), desk.ranking(2)) == ([], [])
    assert desk.read(queries.read_waiting) == 0
    desk.check()
