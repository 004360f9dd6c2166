"""What each kind of event does to who may be drawn, and for what."""

from __future__ import annotations

import pytest

from core.audit.council import SUSPENSAO_MS
from core.audit.draw_state import TYPES, DrawState
from core.kernel.clock import parse_timestamp
from tests.support.office import conselheiro, demanda, unidade
from tests.support.sorteios import MemoryLog, Story


@pytest.fixture
def story() -> Story:
    """A district in a city; 1 and 2 serve the district, 3 the city."""
    told = Story(MemoryLog())
    told.territory({1: 2, 2: None})
    for who, unit in ((1, 1), (2, 1), (3, 2)):
        told.register(who, unit)
    return told


def state_of(story: Story) -> DrawState:
    assert isinstance(story.log, MemoryLog)
    state = DrawState()
    for event in story.log.events(TYPES):
        state.fold(event)
    return state


def drawable(story: Story, demand: int = 1, unit: int = 1) -> list[int]:
    ids = state_of(story).pool(unidade(unit), demanda(demand)).ids
    return [int(one[-12:], 16) for one in ids]


def test_registration_and_its_old_version(story: Story) -> None:
    story.register(4, 1, trained=None)
    story.register(5, 1, trained=False)
    assert drawable(story) == [1, 2, 4]


def test_a_refusal_frees_but_not_for_the_same_demand(story: Story) -> None:
    story.announce(1, 1)
    story.draw(1, 1, [1, 2], conselheiro_id=conselheiro(1))
    assert drawable(story) == [2]
    story.refuse(1, 1)
    assert drawable(story) == [2]
    assert drawable(story, demand=2) == [1, 2]


def test_a_refusal_of_what_one_does_not_have_counts_nothing(story: Story) -> None:
    for _ in range(6):
        story.refuse(1, 1)
    assert state_of(story).council.suspended_until_ms(conselheiro(1)) is None
    assert drawable(story) == [1, 2]


def test_who_gives_up_is_free_and_not_drawn_for_it_again(story: Story) -> None:
    story.draw(1, 1, [1], conselheiro_id=conselheiro(1))
    story.finish(1, 1, "desistencia")
    assert drawable(story) == [2]
    assert drawable(story, demand=2) == [1, 2]


def test_the_end_of_a_mandate_takes_out_of_all_pools(story: Story) -> None:
    story.draw(1, 1, [1], conselheiro_id=conselheiro(1))
    story.finish(1, 1, "fim_mandato")
    story.finish(7, 2, "fim_mandato")
    assert drawable(story) == [3]
    assert drawable(story, demand=2) == [3]
    demands = state_of(story).demands
    assert demands.get(demanda(1)) is not None
    story.log.put("conselheiro.reativado", {"conselheiro_id": conselheiro(1)})
    assert drawable(story, demand=2) == [1]


def test_a_conclusion_frees_and_counts_as_work(story: Story) -> None:
    for one in range(1, 4):
        story.draw(one, 1, [1], conselheiro_id=conselheiro(1))
        story.refuse(one, 1)
    story.draw(4, 1, [1], conselheiro_id=conselheiro(1))
    story.log.put("demanda.concluída", {"demanda_id": demanda(4)})
    story.finish(4, 1)
    story.draw(5, 1, [1], conselheiro_id=conselheiro(1))
    story.refuse(5, 1)
    assert drawable(story, demand=9) == [1, 2]


def test_a_second_draw_of_a_demand_or_councillor_changes_nothing(story: Story) -> None:
    story.draw(1, 1, [1], conselheiro_id=conselheiro(1))
    story.draw(1, 1, [2], conselheiro_id=conselheiro(2))
    story.draw(2, 1, [1], conselheiro_id=conselheiro(1))
    assert drawable(story) == [2]
    assert state_of(story).demands.get(demanda(2)) is None


def test_a_demand_that_is_done_is_forgotten(story: Story) -> None:
    story.draw(1, 1, [1], conselheiro_id=conselheiro(1))
    story.refuse(1, 1)
    story.draw(1, 1, [2], conselheiro_id=conselheiro(2))
    story.finish(1, 1)
    assert drawable(story) == [3]
    story.finish(1, 2)
    assert drawable(story) == [1, 2]
    assert state_of(story).demands.get(demanda(1)) is None


def test_a_withdrawal_frees_without_penalty(story: Story) -> None:
    story.draw(1, 1, [1], conselheiro_id=conselheiro(1))
    story.withdraw(1)
    assert drawable(story) == [1, 2]
    story.withdraw(2)
    assert state_of(story).demands.get(demanda(2)) is None


def test_joined_and_collectively_ended_demands_leave_the_queue(story: Story) -> None:
    for one in (1, 2, 3, 4):
        story.announce(one, 1)
    story.draw(3, 1, [1, 2], conselheiro_id=conselheiro(1))
    story.join(1, 1, 2, 3)
    story.log.put(
        "demanda.conclusao_confirmada",
        {"demanda_id": demanda(4), "ratificacao_necessaria": False},
    )
    story.log.put(
        "demanda.conclusao_confirmada",
        {"demanda_id": demanda(1), "ratificacao_necessaria": True},
    )
    demands = state_of(story).demands
    assert demands.get(demanda(1)) is not None
    assert demands.get(demanda(2)) is None
    assert demands.is_held(demanda(3), conselheiro(1))
    assert demands.get(demanda(4)) is None


def test_a_suspension_ends_when_it_was_due_and_not_before(story: Story) -> None:
    for one in range(1, 5):
        story.draw(one, 1, [1, 2], conselheiro_id=conselheiro(1))
        story.refuse(one, 1)
    assert isinstance(story.log, MemoryLog)
    due = parse_timestamp(story.log.log[-1].timestamp) + SUSPENSAO_MS
    assert state_of(story).council.suspended_until_ms(conselheiro(1)) == due
    assert drawable(story, demand=9) == [2]
    story.expire(1, due - 1)
    assert drawable(story, demand=9) == [2]
    story.expire(1, due)
    assert drawable(story, demand=9) == [1, 2]


def test_who_is_inactive_is_in_no_pool_until_back(story: Story) -> None:
    story.log.put("conselheiro.inativado", {"conselheiro_id": conselheiro(1)})
    assert drawable(story) == [2]
    story.log.put("conselheiro.reativado", {"conselheiro_id": conselheiro(1)})
    assert drawable(story) == [1, 2]


def test_a_demand_that_waits_beside_somebody_free_is_seen(story: Story) -> None:
    story.announce(1, 1)
    story.announce(2, 2)
    story.draw(3, 2, [3], conselheiro_id=conselheiro(3))
    assert state_of(story).unserved() == [demanda(1)]
    story.draw(1, 1, [1, 2])
    story.announce(4, 1)
    story.draw(4, 1, [1, 2])
    assert state_of(story).unserved() == []
    story.finish(3, 3, "desistencia")
    assert state_of(story).unserved() == [demanda(2)]


def test_fields_that_are_gone_change_nothing(story: Story) -> None:
    before = drawable(story)
    for tipo in TYPES:
        story.log.put(tipo, {})
    assert drawable(story) == before
