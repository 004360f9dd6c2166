"""Whole logs of rankings: honest ones pass, and of each demand the first that differs is named."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audit.ranking_audit import RankingAudit, Scored
from tests.support.office import demanda, unidade
from tests.support.pontuacoes import RankStory
from tests.support.sorteios import MemoryLog


@pytest.fixture
def story() -> RankStory:
    """Three demands of unit 1: 3 before 1 before 2."""
    told = RankStory(MemoryLog())
    for demand, horizontal in ((1, 60), (2, 50), (3, 70)):
        told.categorize(demand, 1, horizontal=horizontal)
    return told


def scored(story: RankStory, only: int | None = None) -> list[Scored]:
    assert isinstance(story.log, MemoryLog)
    return list(RankingAudit(story.log, None if only is None else unidade(only)).run())


def last(story: RankStory) -> tuple[list[str], list[str]]:
    one = scored(story)[-1]
    return [f.entrada for f in one.findings], [f.entrada for f in one.consequences]


def test_an_honest_ranking_is_right_with_its_tops_and_new_weights(story: RankStory) -> None:
    story.tell_top(1)
    story.load(
        pesos_nacionais={1: Decimal(10)}, pesos_situacionais={unidade(1): {1: Decimal("0.5")}}
    )
    for demand in (1, 2, 3):
        _, _, level, horizontal = story.standing[demand]
        story.rank(demand, 1, level, horizontal)
    story.tell_top(1)
    assert [one.findings for one in scored(story)] == [()] * 9


@pytest.mark.parametrize(
    ("forged", "findings", "consequences"),
    [
        ({"score_final": 6500.01}, ["score_final"], []),
        ({"posicao_no_ranking": 1}, ["posicao_no_ranking"], []),
        ({"total_demandas_na_uc": 3}, ["total_demandas_na_uc"], []),
        ({"versao_parametros": "x"}, ["versao_parametros"], []),
        ({"nivel_precedencia": 2}, ["nivel_precedencia"], []),
        ({"breakdown": {"peso_nacional": 99}}, ["peso_nacional"], []),
        ({"breakdown": {"peso_situacional": 0.1}, "score_final": 650.0}, ["peso_situacional"],
         ["score_final"]),
        ({"breakdown": {}, "score_final": ...}, ["evento_ilegivel"], []),
    ],
)  # fmt: skip
def test_a_changed_value_is_named(
    story: RankStory, forged: dict[str, Any], findings: list[str], consequences: list[str]
) -> None:
    if forged.get("score_final") is ...:
        story.log.put("demanda.ranqueada", {"demanda_id": demanda(4), "breakdown": {}})
    else:
        story.categorize(4, 1, horizontal=65, **forged)
    assert last(story) == (findings, consequences)


def test_a_wrong_score_with_the_place_of_the_right_one_is_one_finding(story: RankStory) -> None:
    story.categorize(4, 1, horizontal=65, score_final=1.0, posicao_no_ranking=2)
    assert last(story) == (["score_final"], [])
    story.categorize(5, 1, horizontal=65, score_final=9_999.0, posicao_no_ranking=2)
    assert last(story) == (["score_final"], [])
    story.categorize(6, 1, horizontal=65, score_final=9_999.0, posicao_no_ranking=4)
    assert last(story) == (["score_final", "posicao_no_ranking"], [])


def test_a_score_without_a_category_and_of_a_demand_that_left(story: RankStory) -> None:
    story.rank(4, 1)
    assert last(story)[0] == ["categoria_ausente"]
    story.withdraw(1)
    story.rank(1, 1)
    assert last(story)[0] == ["demanda_fora_do_ranking", "categoria_ausente"]


def test_old_weights_after_new_ones_are_named(story: RankStory) -> None:
    story.load(pesos_nacionais={1: Decimal(10)})
    story.rank(
        1, 1, horizontal=60, breakdown={"peso_nacional": 100}, score_final=6000.0,
        versao_parametros="mvp-v1",
    )  # fmt: skip
    assert last(story) == (["peso_nacional", "versao_parametros"], ["score_final"])


def test_a_top_that_differs(story: RankStory) -> None:
    story.tell_top(1, top_10=lambda told: told["top_10"][1:])
    assert last(story)[0] == ["top_10"]
    story.tell_top(1, total_demandas=4)
    assert last(story)[0] == ["total_demandas"]


def test_a_set_that_is_not_what_its_hash_says_or_reuses_a_label(story: RankStory) -> None:
    story.load(forged={"hash_conteudo": "ab" * 32})
    assert last(story)[0] == ["hash_conteudo"]
    story.load(capacidade_padrao=3)
    assert last(story)[0] == ["rotulo_repetido"]


def test_one_unit_is_judged_alone_while_demands_move_in_and_out(story: RankStory) -> None:
    story.categorize(4, 2, horizontal=80)
    story.categorize(4, 1, horizontal=80)
    story.categorize(3, 2)
    story.categorize(5, 1, horizontal=55)
    story.tell_top(1)
    story.tell_top(2)
    found = scored(story, only=1)
    assert [one.event.tipo for one in found] == ["demanda.ranqueada"] * 5 + ["ranking.atualizado"]
    assert all(one.is_right for one in found)
    assert all(one.is_right for one in scored(story))


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["categorize"] * 6 + ["withdraw", "join", "load", "top"]),
        st.integers(1, 12),
        st.integers(1, 3),
        st.integers(1, 5),
        st.integers(10, 100),
    ),
    max_size=50,
)


@settings(max_examples=100, deadline=None)
@given(STEPS)
def test_positions_by_counting_are_the_same(steps: list[tuple[str, int, int, int, int]]) -> None:
    story = RankStory(MemoryLog())
    gone: set[int] = set()
    for number, (what, demand, unit, level, horizontal) in enumerate(steps):
        if what == "categorize" and demand not in gone:
            story.categorize(demand, unit, level, horizontal)
        elif what == "withdraw":
            gone.add(demand)
            story.withdraw(demand)
        elif what == "join":
            gone.update({demand, level} - {unit})
            story.join(unit, demand, level)
        elif what == "load":
            weights = {unidade(unit): {level: Decimal(horizontal) / 100}}
            story.load(versao=f"v{number}", pesos_situacionais=weights)
        elif what == "top":
            story.tell_top(unit)
    assert [one for one in scored(story) if not one.is_right] == []
    for unit in (1, 2, 3):
        assert [one for one in scored(story, only=unit) if not one.is_right] == []
