"""One draw judged: exactly the input that was changed is named, the rest follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.audit.draw_check import Published, Rebuilt, judge
from core.base.sorteio import sortear

BASE = "d8c0d719-944a-4f1e-a7e8-43b26cabef03"
OTHER = "5f7705c0-b64a-4b83-abd5-db315af1164b"
MOMENT = "2026-03-03T02:14:26.074Z"
LATER = "2026-03-03T02:14:26.075Z"
POOL = tuple(f"22222222-0000-4000-8000-{n:012x}" for n in range(1, 8))
STRANGER = "22222222-0000-4000-8000-0000000000ff"
RIGHT = Rebuilt(BASE, MOMENT, POOL, "u")


def published(
    pool: tuple[str, ...] = POOL, base: str = BASE, moment: str = MOMENT, **changed: Any
) -> Published:
    """An honest draw from these inputs, with some values changed."""
    drawn = sortear(pool, base, moment)
    return replace(
        Published(
            winner=drawn.conselheiro_id,
            seed=drawn.seed_publico,
            base=base,
            timestamp=moment,
            pool=drawn.elegiveis,
            unit_of_pool="u",
            digest=drawn.lista_elegiveis_hash,
            position=0,
            total=len(pool),
        ),
        **changed,
    )


def named(draw: Published, rebuilt: Rebuilt = RIGHT) -> tuple[list[str], list[str]]:
    verdict = judge(draw, rebuilt, lambda _who: "nao_cadastrado")
    return (
        [one.entrada for one in verdict.findings],
        [one.entrada for one in verdict.consequences],
    )


def test_an_honest_draw_has_nothing_to_say() -> None:
    assert named(published()) == ([], [])


def test_what_an_old_version_does_not_say_is_not_missed() -> None:
    silent = replace(
        published(), base=None, timestamp=None, pool=None, unit_of_pool=None, digest=None,
        position=None, total=None,
    )  # fmt: skip
    assert named(silent) == ([], [])
    assert named(replace(silent, winner=STRANGER)) == (["vencedor"], [])


@pytest.mark.parametrize(
    ("changed", "entrada"),
    [
        ({"winner": STRANGER}, "vencedor"),
        ({"seed": "ab" * 32}, "semente"),
        ({"base": OTHER}, "base"),
        ({"timestamp": LATER}, "timestamp"),
        ({"digest": "ab" * 32}, "lista_hash"),
        ({"position": 1}, "posicao"),
        ({"total": 6}, "total"),
        ({"unit_of_pool": "v"}, "degrau"),
        ({"pool": POOL[1:]}, "elegivel_a_menos"),
        ({"pool": (*POOL, STRANGER)}, "elegivel_a_mais"),
        ({"pool": (POOL[1], POOL[0], *POOL[2:])}, "elegiveis_fora_de_ordem"),
        ({"pool": (POOL[0], *POOL)}, "elegivel_repetido"),
    ],
)
def test_one_changed_value_is_named_and_nothing_else(changed: dict[str, Any], entrada: str) -> None:
    assert named(replace(published(), **changed)) == ([entrada], [])


@pytest.mark.parametrize(
    ("draw", "entradas"),
    [
        (lambda: published(base=OTHER), ["base"]),
        (lambda: published(moment=LATER), ["timestamp"]),
        (lambda: published(POOL[1:]), ["elegivel_a_menos"]),
        (lambda: published((*POOL, STRANGER)), ["elegivel_a_mais"]),
        (lambda: published((*POOL[2:], STRANGER), base=OTHER),
         ["base", "elegivel_a_mais", "elegivel_a_menos", "elegivel_a_menos"]),
    ],
)  # fmt: skip
def test_a_consistent_forgery_is_led_back_to_its_inputs(
    draw: Callable[[], Published], entradas: list[str]
) -> None:
    findings, consequences = named(draw())
    assert findings == entradas
    assert "lista_hash" in consequences


def test_a_seed_chosen_at_will_is_the_cause_of_all_that_follows() -> None:
    chosen = sortear(POOL, OTHER, LATER)
    draw = published(
        seed=chosen.seed_publico,
        digest=chosen.lista_elegiveis_hash,
        winner=chosen.conselheiro_id,
    )
    findings, consequences = named(draw)
    assert findings == ["semente"]
    assert "lista_hash" in consequences
    assert named(replace(draw, winner=STRANGER))[0] == ["semente", "vencedor"]


def test_a_base_that_the_log_lacks_is_said_once() -> None:
    gone = replace(RIGHT, base=None)
    findings, consequences = named(published(), gone)
    assert findings == ["base_ausente"]
    assert consequences == ["semente", "lista_hash", "vencedor"]


def test_a_draw_where_nobody_could_be_drawn() -> None:
    findings, consequences = named(published(POOL[:1]), Rebuilt(BASE, MOMENT, (), None))
    assert findings == ["degrau", "elegivel_a_mais"]
    assert consequences == ["total", "lista_hash", "vencedor"]
