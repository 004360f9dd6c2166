"""The order of each unit as the log makes it, and what it remembers of a demand."""

from __future__ import annotations

import pytest

from core.audit.ranking_state import TYPES, RankingState
from tests.support.office import demanda, unidade
from tests.support.pontuacoes import RankStory
from tests.support.sorteios import MemoryLog


@pytest.fixture
def story() -> RankStory:
    return RankStory(MemoryLog())


def state_of(story: RankStory, only: int | None = None) -> RankingState:
    assert isinstance(story.log, MemoryLog)
    state = RankingState(None if only is None else unidade(only))
    for event in story.log.events(TYPES):
        state.fold(event)
    return state


def order(state: RankingState, unit: int) -> list[int]:
    return [int(demand[-12:], 16) for _, demand in state.order(unidade(unit))]


def test_scores_descend_and_ties_go_by_the_id(story: RankStory) -> None:
    for demand, horizontal in ((3, 50), (1, 50), (2, 90), (4, 10)):
        story.categorize(demand, 1, horizontal=horizontal)
    state = state_of(story)
    assert order(state, 1) == [2, 1, 3, 4] == story.order(1)
    assert state.position(unidade(1), (-5000.0, demanda(1))) == 2
    assert state.units() == [unidade(1)]


def test_a_demand_stands_in_one_ranking(story: RankStory) -> None:
    story.categorize(1, 1)
    story.categorize(2, 1)
    story.categorize(1, 2, horizontal=70)
    state = state_of(story)
    assert (order(state, 1), order(state, 2)) == ([2], [1])
    place = state.place(demanda(1))
    assert place is not None
    assert (place.unit, place.category.horizontal) == (unidade(2), 70)


def test_who_left_never_comes_back(story: RankStory) -> None:
    for demand in (1, 2, 3, 4):
        story.categorize(demand, 1)
    story.withdraw(1)
    story.join(2, 2, 3)
    story.categorize(1, 1)
    state = state_of(story)
    assert order(state, 1) == [2, 4]
    assert [state.is_gone(demanda(n)) for n in (1, 2, 3, 4)] == [True, False, True, False]
    assert state.category(demanda(1)) is None


def test_one_unit_alone_is_followed_in_and_out(story: RankStory) -> None:
    story.categorize(1, 2)
    story.categorize(2, 1)
    story.categorize(1, 1)
    story.categorize(2, 2)
    state = state_of(story, only=1)
    assert (order(state, 1), order(state, 2)) == ([1], [])
    assert state.units() == [unidade(1)]
    assert state.place(demanda(2)) is None
    assert state.category(demanda(2)) is None


def test_a_category_waits_for_its_score(story: RankStory) -> None:
    told = {"demanda_id": demanda(1), "score_horizontal": 7, "unidade_civica_id": unidade(1)}
    digest = story.log.put("demanda.categorizada", told)
    waiting = state_of(story).category(demanda(1))
    assert waiting is not None
    assert (waiting.source, waiting.horizontal, waiting.level) == (digest, 7, None)
    story.rank(1, 1, cause=digest)
    assert state_of(story).category(demanda(1)) is None
    story.log.put("demanda.categorizada", {"demanda_id": demanda(1), "score_horizontal": 7})
    assert state_of(story).category(demanda(1)) is None


def test_the_set_in_force_is_the_last_one(story: RankStory) -> None:
    assert state_of(story).parameters.versao == "mvp-v1"
    story.load(versao="a")
    story.load(versao="b")
    assert state_of(story).parameters.versao == "b"


def test_what_an_old_score_does_not_say_is_taken_from_its_category(story: RankStory) -> None:
    story.categorize(1, 1, level=3, categoria_id=..., nivel_precedencia=...)
    place = state_of(story).place(demanda(1))
    assert place is not None
    assert (place.category.level, place.category.categoria_id) == (3, "3.1")
