"""A draw is drawn again from what it publishes: one changed value, and it does not come out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.sorteio import sortear
from core.sync.importing.draw_claims import reproduces
from tests.support.office import conselheiro, demanda, unidade

BASE = "0" * 8 + "-0000-4000-8000-" + "0" * 12
OTHER = "1" * 8 + "-0000-4000-8000-" + "0" * 12
MOMENT = "2026-11-30T12:00:00.000Z"


def draw(*numbers: int, **change: Any) -> dict[str, Any]:
    """As the program publishes it, then changed."""
    drawn = sortear([conselheiro(n) for n in numbers], BASE, MOMENT)
    return {
        "conselheiro_id": drawn.conselheiro_id,
        "demanda_id": demanda(1),
        "unidade_civica_id": unidade(1),
        "metodo_sorteio": "fisher_yates",
        "seed_publico": drawn.seed_publico,
        "lista_elegiveis_hash": drawn.lista_elegiveis_hash,
        "posicao_sorteada": 0,
        "total_elegiveis": len(numbers),
        "timestamp": MOMENT,
        "elegiveis": list(drawn.elegiveis),
        "seed_base_event_id": BASE,
        **change,
    }


@given(st.sets(st.integers(1, 40), min_size=2, max_size=12))
def test_what_was_drawn_comes_out_and_nobody_else(numbers: set[int]) -> None:
    said = draw(*sorted(numbers))
    assert reproduces(said, MOMENT, BASE)
    assert reproduces(said, MOMENT, None), "a base that is no event is not compared"
    for loser in set(said["elegiveis"]) - {said["conselheiro_id"]}:
        assert not reproduces({**said, "conselheiro_id": loser}, MOMENT, BASE)


@pytest.mark.parametrize(
    "change",
    [
        {"seed_publico": "0" * 64},
        {"lista_elegiveis_hash": "0" * 64},
        {"posicao_sorteada": 1},
        {"total_elegiveis": 4},
        {"timestamp": "2026-11-30T12:00:00.001Z"},
        {"elegiveis": [conselheiro(1), conselheiro(2)]},
        {"elegiveis": [conselheiro(3), conselheiro(2), conselheiro(1)]},
        {"elegiveis": [conselheiro(1), conselheiro(1), conselheiro(2), conselheiro(3)]},
        {"seed_base_event_id": OTHER},
    ],
)
def test_any_other_value_does_not(change: dict[str, Any]) -> None:
    assert not reproduces(draw(1, 2, 3, **change), MOMENT, BASE)


def test_another_moment_or_another_event_before_it_is_another_draw() -> None:
    assert not reproduces(draw(1, 2, 3), "2026-11-30T12:00:00.001Z", BASE)
    assert not reproduces(draw(1, 2, 3), MOMENT, OTHER)


def test_what_is_not_said_is_not_held_against_it() -> None:
    said = draw(1, 2, 3, lista_elegiveis_hash=None, posicao_sorteada=None)
    assert reproduces(said, MOMENT, BASE)
    old = {name: said[name] for name in ("conselheiro_id", "demanda_id", "seed_publico")}
    assert reproduces({**old, "seed_publico": "0" * 64}, MOMENT, BASE), "1.0.0 has no pool"
