"""Scenarios of the D-4 document about the order itself and about demands that leave it.

Where design.md changes a row, see ``test_cenarios.py``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.colonies.d4_ranking import queries
from core.kernel.errors import UserFacingError
from tests.core.colonies.d4_ranking.conftest import (
    AGREGADO,
    PRIMEIRA,
    TOPO,
    Desk,
    agregada,
    categorizada,
    conjunto,
    fill,
    retirada,
)
from tests.support.office import demanda


@pytest.mark.cenario("D-4/T14")
@pytest.mark.cenario("D-4/B4.9-1")
def test_equal_scores_are_ordered_by_the_demand_id(desk: Desk) -> None:
    desk.publicar(*(categorizada(n) for n in (3, 1, 2)))
    assert desk.ranking() == [(1, 9500.0), (2, 9500.0), (3, 9500.0)]
    assert [(n, place) for n, _score, place, _total in desk.ranked()] == [(3, 1), (1, 1), (2, 2)]


@pytest.mark.cenario("D-4/T15")
@pytest.mark.cenario("D-4/B4.9-5")
@pytest.mark.cenario("D-4/B4.9-6")
def test_a_score_of_zero_goes_to_the_end(desk: Desk) -> None:
    desk.carregar(conjunto("v1", situacionais={1: {1: 0}, 2: dict.fromkeys(range(1, 6), 0)}))
    desk.publicar(categorizada(1, score=95), categorizada(2, nivel=5, score=10))
    # A category at 0 within its level: valid, though the taxonomy has none below 10 (G-079).
    desk.publicar(categorizada(3, nivel=2, score=0))
    assert desk.ranking() == [(2, 200.0), (1, 0.0), (3, 0.0)]
    # A unit with nothing to catch up on: the order is that of the ids.
    desk.publicar(*(categorizada(n, u=2, nivel=6 - n, score=90) for n in (5, 4)))
    assert desk.ranking(2) == [(4, 0.0), (5, 0.0)]
    desk.check()


@pytest.mark.cenario("D-4/T16")
def test_a_very_high_score_is_exact(desk: Desk) -> None:
    desk.publicar(categorizada(1, score=100))
    assert desk.ranking() == [(1, 10000.0)]
    desk.carregar(conjunto("v1", nacionais={1: "999.99"}))
    assert desk.ranking() == [(1, 99999.0)]


@pytest.mark.cenario("D-4/B4.9-3")
def test_far_below_the_top_of_a_long_ranking_nothing_is_told(desk: Desk) -> None:
    for n in range(1, 102):
        desk.engine.publicar("FONTE", categorizada(n, score=101 - n))
    desk.engine.aguardar_ocioso()
    told = len(desk.told())
    # As many as demand 55, which its id puts behind.
    desk.publicar(categorizada(0, score=46))
    assert desk.ranked()[-1] == (0, 4600.0, 55, 102)
    assert (desk.position(0), desk.position(55)) == (55, 56)
    assert desk.told()[told:] == []


@pytest.mark.cenario("D-4/B4.9-7")
def test_a_pending_review_would_be_ranked_like_any_other(desk: Desk) -> None:
    desk.publicar(categorizada(1, metodo="revisao_pendente"))
    assert desk.ranking() == [(1, 9500.0)]


@pytest.mark.cenario("D-4/E3.4-1")
@pytest.mark.parametrize(
    "wrong", [{"agregado_id": None}, {"representante_demanda_id": None}, {"membros": []}]
)
def test_an_invalid_aggregate_never_enters_the_log(desk: Desk, wrong: dict[str, Any]) -> None:
    """design.md 5: publishing validates, and names the field; nothing is written."""
    desk.publicar(categorizada(1), categorizada(2))
    event = agregada(1, 2)
    payload = {**event.payload, **wrong}
    with pytest.raises(UserFacingError) as refused:
        desk.engine.publicar("FONTE", replace(event, payload=payload))
    assert str(refused.value.params["campo"]).startswith(next(iter(wrong)))
    assert desk.ranking() == [(1, 9500.0), (2, 9500.0)]


@pytest.mark.cenario("D-4/E3.4-2")
def test_members_of_an_aggregate_leave_the_ranking(desk: Desk) -> None:
    fill(desk, 14)
    desk.publicar(categorizada(20, u=2), categorizada(21, u=2, score=10))
    told = len(desk.told())
    # The representative is listed among its members as well, and stays.
    desk.publicar(agregada(3, 3, 13, 14, 21, 77))
    event = desk.office.events()[-3]
    assert event.tipo == "duplicidade.agregada"
    assert desk.rows(
        "d4_demandas_agregadas",
        "demanda_id",
        "agregado_id",
        "representante_demanda_id",
        "evento_id",
        "agregado_em",
    ) == [
        (demanda(n), AGREGADO.format(1), demanda(3), event.event_id, event.timestamp)
        for n in (13, 14, 21, 77)
    ]
    assert [n for n, _score in desk.ranking()] == list(range(1, 13))
    assert desk.rows("d4_rankings", "ativo").count((0,)) == 3
    # Told for every unit, wherever the member stood; the trigger is the representative (G-074).
    assert desk.told()[told:] == [
        (1, TOPO, 3, list(range(1, 11)), 12),
        (2, TOPO, 3, [20], 1),
    ]
    assert desk.position(13) is None
    desk.check()


@pytest.mark.cenario("D-4/E3.4-3")
def test_an_aggregate_that_takes_the_first_place_says_so(desk: Desk) -> None:
    fill(desk, 3)
    desk.publicar(categorizada(9, u=2))
    told = len(desk.told())
    desk.publicar(agregada(2, 1, 9))
    assert desk.told()[told:] == [
        (1, PRIMEIRA, 2, [2, 3], 2),
        # A unit that is left empty (G-074).
        (2, PRIMEIRA, 2, [], 0),
    ]
    desk.publicar(agregada(2, 3, agregado=2))
    assert desk.told()[-1] == (1, TOPO, 2, [2], 1)
    # The next one finds the top of now, not one that has left (G-073).
    desk.publicar(categorizada(4, score=1))
    assert desk.told()[-1] == (1, TOPO, 4, [2, 4], 2)
    desk.check()


@pytest.mark.cenario("D-4/E3.4-4")
def test_a_late_category_of_an_aggregated_demand_is_passed_over(desk: Desk) -> None:
    desk.publicar(categorizada(1), agregada(1, 2), categorizada(2, score=99))
    assert desk.ranking() == [(1, 9500.0)]
    assert desk.read(queries.read_waiting) == 0
    desk.publicar(retirada(3), categorizada(3, score=99))
    assert desk.ranking() == [(1, 9500.0)]
    assert desk.ranked() == [(1, 9500.0, 1, 1)]
    desk.check()
