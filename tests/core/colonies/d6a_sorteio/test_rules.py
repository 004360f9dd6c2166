"""Status, refusals, and the draws of one reaction: values in, values out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.colonies.d6a_sorteio import rules
from core.colonies.d6a_sorteio.rules import Degrau, Rodada
from core.kernel.event import SealPoint

MOMENT = "2026-01-01T00:00:00.000Z"
IDS = [f"22222222-0000-4000-8000-{n:012x}" for n in range(8)]


@pytest.mark.parametrize(
    ("is_ativa", "is_inativo", "is_suspenso", "status"),
    [
        (False, False, False, "disponivel"),
        (True, False, False, "ocupado"),
        (True, True, True, "ocupado"),
        (False, True, True, "inativo"),
        (False, False, True, "suspenso"),
    ],
)
def test_status(is_ativa: bool, is_inativo: bool, is_suspenso: bool, status: str) -> None:
    found = rules.status_of(is_ativa=is_ativa, is_inativo=is_inativo, is_suspenso=is_suspenso)
    assert found == status


def test_the_limit_is_strict() -> None:
    assert [n for n in range(8) if rules.suspends(n)] == [4, 5, 6, 7]


def test_a_suspension_lasts_ninety_days_and_not_beyond_the_calendar() -> None:
    assert rules.suspended_until("2026-01-01T00:00:00.000Z") == "2026-04-01T00:00:00.000Z"
    assert rules.suspended_until("9999-12-30T00:00:00.000Z") == "9999-12-31T23:59:59.999Z"


@pytest.mark.parametrize(
    ("is_alguem", "is_alguem_livre", "motive"),
    [
        (False, False, "nenhum_cadastrado"),
        (True, False, "todos_ocupados"),
        (True, True, "todos_inativos"),
    ],
)
def test_why_nobody(is_alguem: bool, is_alguem_livre: bool, motive: str) -> None:
    assert rules.lack(is_alguem=is_alguem, is_alguem_livre=is_alguem_livre) == motive


def planned(rodada: Rodada, *pools: list[int]) -> bool:
    """Whether a draw could be planned, the nearest pool first."""
    degraus = [Degrau(f"u{n}", tuple(IDS[i] for i in pool)) for n, pool in enumerate(pools) if pool]
    return rodada.plan(degraus, "x") is not None


def test_what_an_earlier_draw_may_take_is_not_promised() -> None:
    rodada = Rodada()
    assert planned(rodada, [0, 1])
    assert not planned(rodada, [1])
    assert planned(rodada, [0, 1])  # two, and one draw before: one is left
    assert not planned(rodada, [0, 1])
    assert planned(rodada, [2])  # nobody else may take this one


def test_nearer_pools_go_first_and_the_next_one_fills_in() -> None:
    rodada = Rodada()
    degraus = [Degrau("perto", (IDS[0],)), Degrau("longe", (IDS[1], IDS[2]))]
    told = []
    for n in range(3):
        at_seal = rodada.plan(degraus, "x")
        assert at_seal is not None
        told.append(at_seal(SealPoint("aa", IDS[n], MOMENT)))
    assert rodada.plan(degraus, "x") is None
    assert [one["degrau_unidade_id"] for one in told] == ["perto", "longe", "longe"]
    assert [one["total_elegiveis"] for one in told] == [1, 2, 1]


@given(
    pools=st.lists(st.lists(st.sets(st.integers(0, 7)), min_size=1, max_size=3), max_size=10),
    seed=st.integers(0, 2**32),
)
def test_whatever_is_planned_can_be_drawn(pools: list[list[set[int]]], seed: int) -> None:
    rodada, chance = Rodada(), random.Random(seed)
    sealing = []
    for demand in pools:
        degraus = [
            Degrau(f"u{n}", tuple(sorted(IDS[i] for i in pool)))
            for n, pool in enumerate(demand)
            if pool
        ]
        at_seal = rodada.plan(degraus, "x")
        if at_seal is not None:
            sealing.append((at_seal, degraus))
    taken: set[str] = set()
    for at_seal, degraus in sealing:
        told = at_seal(SealPoint("aa", f"{chance.random()}", MOMENT))
        nearest = next(d for d in degraus if set(d.elegiveis) - taken)
        assert told["elegiveis"] == sorted(set(nearest.elegiveis) - taken)
        assert told["degrau_unidade_id"] == nearest.unidade_id
        assert told["conselheiro_id"] not in taken
        taken.add(told["conselheiro_id"])
    assert rodada.planned == len(sealing)
