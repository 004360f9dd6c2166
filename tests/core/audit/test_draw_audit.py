"""Whole logs of draws: honest ones pass, and whatever is changed is named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.audit.council import SUSPENSAO_MS
from core.audit.draw_audit import DrawAudit, Judged
from core.kernel.clock import parse_timestamp
from tests.support.office import conselheiro, demanda, unidade
from tests.support.sorteios import MemoryLog, Story


@pytest.fixture
def story() -> Story:
    """A district in a city; 1, 2 and 3 serve the district, 4 the city; demand 1 is announced."""
    told = Story(MemoryLog())
    told.territory({1: 2, 2: None})
    for who, unit in ((1, 1), (2, 1), (3, 1), (4, 2)):
        told.register(who, unit)
    told.announce(1, 1)
    return told


def judged(story: Story) -> list[Judged]:
    assert isinstance(story.log, MemoryLog)
    return list(DrawAudit(story.log).run())


def last(story: Story) -> list[str]:
    return [one.entrada for one in judged(story)[-1].findings]


def test_an_honest_draw_is_rebuilt_with_its_steps(story: Story) -> None:
    winner = story.draw(1, 1, [1, 2, 3])
    (one,) = judged(story)
    assert one.is_right
    assert one.unit == unidade(1)
    assert one.pool is not None
    assert one.pool.ids == tuple(conselheiro(n) for n in (1, 2, 3))
    assert one.rebuilt is not None
    assert one.rebuilt.winner == conselheiro(winner)
    assert isinstance(story.log, MemoryLog)
    assert one.rebuilt.base == story.log.log[-2].event_id
    assert one.rebuilt.timestamp == story.log.log[-1].timestamp


def test_a_draw_climbs_when_all_are_busy_below(story: Story) -> None:
    for place, pool in enumerate(([1, 2, 3], None, None)):
        story.announce(10 + place, 1)
        free = pool or [n for n in (1, 2, 3) if n not in taken(story)]
        story.draw(10 + place, 1, free)
    story.draw(1, 1, [4], at=2)
    assert all(one.is_right for one in judged(story))
    story.announce(2, 1)
    story.nobody(2, 1, "todos_ocupados")
    assert last(story) == []
    story.nobody(2, 1, "todos_inativos")
    assert last(story) == ["motivo"]


def taken(story: Story) -> set[int]:
    assert isinstance(story.log, MemoryLog)
    return {
        int(one.payload["conselheiro_id"][-12:], 16)
        for one in story.log.log
        if one.tipo == "conselheiro.sorteado"
    }


def without(name: str) -> dict[str, Any]:
    return {name: ...}


@pytest.mark.parametrize(
    ("forged", "entradas"),
    [
        ({"conselheiro_id": conselheiro(4)}, ["vencedor"]),
        ({"seed_publico": "00" * 32}, ["semente"]),
        ({"lista_elegiveis_hash": "00" * 32}, ["lista_hash"]),
        ({"seed_base_event_id": demanda(77)}, ["base"]),
        ({"timestamp": "2026-01-01T00:00:00.000Z"}, ["timestamp"]),
        ({"elegiveis": lambda p: p["elegiveis"][::-1]}, ["elegiveis_fora_de_ordem"]),
        ({"elegiveis": lambda p: p["elegiveis"][1:]}, ["elegivel_a_menos"]),
        ({"elegiveis": lambda p: [*p["elegiveis"], conselheiro(4)]}, ["elegivel_a_mais"]),
        ({"total_elegiveis": 2}, ["total"]),
        ({"posicao_sorteada": 2}, ["posicao"]),
        ({"degrau_unidade_id": unidade(2)}, ["degrau"]),
        ({"unidade_civica_id": unidade(2)}, ["unidade"]),
        ({"demanda_id": demanda(2)}, ["demanda_fora"]),
        (without("seed_publico"), ["campo_ausente"]),
        ({"elegiveis": 3}, ["evento_ilegivel"]),
        (without("elegiveis"), []),
    ],
)
def test_a_changed_input_is_named(
    story: Story, forged: dict[str, Any], entradas: list[str]
) -> None:
    story.draw(1, 1, [1, 2, 3], **forged)
    assert last(story) == entradas


def test_somebody_too_many_and_somebody_left_out(story: Story) -> None:
    story.draw(1, 1, [1, 2, 4])
    (one,) = judged(story)
    assert [(f.entrada, f.publicado or f.refeito) for f in one.findings] == [
        ("elegivel_a_mais", conselheiro(4)),
        ("elegivel_a_menos", conselheiro(3)),
    ]
    assert one.findings[0].detalhe == {"por": "outra_unidade"}
    assert "lista_hash" in [f.entrada for f in one.consequences]


def test_a_demand_that_was_not_waiting(story: Story) -> None:
    winner = story.draw(1, 1, [1, 2, 3])
    story.draw(1, 1, [n for n in (1, 2, 3) if n != winner])
    assert last(story) == ["demanda_ocupada"]
    story.withdraw(1)
    story.draw(1, 1, [1, 2, 3])
    assert "demanda_encerrada" in last(story)
    story.announce(1, 1)
    story.draw(1, 1, [1, 2, 3])
    assert "demanda_encerrada" in last(story)


def test_a_refuser_who_is_drawn_again_for_the_same_demand(story: Story) -> None:
    winner = story.draw(1, 1, [1, 2, 3])
    story.refuse(1, winner)
    story.draw(1, 1, [1, 2, 3])
    found = judged(story)[-1].findings[0]
    assert (found.publicado, found.codigo) == (
        conselheiro(winner),
        "auditoria.elegivel_a_mais.recusou",
    )


def test_nobody_is_said_while_somebody_was_there(story: Story) -> None:
    story.nobody(1, 1, "todos_inativos")
    assert last(story) == ["havia_elegivel"] * 3


def test_a_suspension_that_ends_too_early_or_never_was(story: Story) -> None:
    story.expire(1, story.log.now_ms)
    assert last(story) == ["nao_suspenso"]
    for one in range(10, 14):
        story.announce(one, 1)
        story.draw(one, 1, [1, 2, 3], conselheiro_id=conselheiro(1))
        story.refuse(one, 1)
    assert isinstance(story.log, MemoryLog)
    due = parse_timestamp(story.log.log[-1].timestamp) + SUSPENSAO_MS
    story.expire(1, due - 1)
    assert last(story) == ["expiracao"]
    story.draw(1, 1, [1, 2, 3])
    assert "auditoria.elegivel_a_mais.suspenso" in [f.codigo for f in judged(story)[-1].findings]
    story.expire(1, due)
    assert last(story) == []


def test_the_link_that_a_draw_names_has_to_be_there(story: Story) -> None:
    story.draw(1, 1, [1, 2, 3])
    assert isinstance(story.log, MemoryLog)
    base = story.log.log[-2]
    story.log.log.remove(base)
    story.log.log.insert(-1, base.__class__(**{**_fields(base), "event_hash": "00" * 32}))
    assert last(story) == ["base_ausente"]


def _fields(event: Any) -> dict[str, Any]:
    return {name: getattr(event, name) for name in event.__struct_fields__}


FLIPS: dict[str, tuple[str, Any]] = {
    "conselheiro_id": ("vencedor", lambda p, n: p["elegiveis"][n % len(p["elegiveis"])]),
    "seed_publico": ("semente", lambda _, n: f"{n:064x}"),
    "lista_elegiveis_hash": ("lista_hash", lambda _, n: f"{n:064x}"),
    "seed_base_event_id": ("base", lambda _, n: demanda(n)),
    "timestamp": ("timestamp", lambda _, n: f"2020-01-01T00:00:00.{n % 1000:03d}Z"),
    "total_elegiveis": ("total", lambda p, n: p["total_elegiveis"] + 1 + n),
    "posicao_sorteada": ("posicao", lambda _, n: 1 + n),
    "degrau_unidade_id": ("degrau", lambda _, n: unidade(5 + n)),
    "unidade_civica_id": ("unidade", lambda _, n: unidade(5 + n)),
    "demanda_id": ("demanda_fora", lambda _, n: demanda(5 + n)),
}


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 9), st.sampled_from(sorted(FLIPS)), st.integers(0, 1 << 20))
def test_any_flipped_value_of_a_recorded_draw_is_the_one_that_is_named(
    size: int, field: str, chance: int
) -> None:
    story = Story(MemoryLog())
    story.territory({1: None})
    for who in range(1, size + 1):
        story.register(who, 1)
    story.announce(1, 1)
    entrada, flip = FLIPS[field]
    honest: list[bool] = []

    def flipped(payload: dict[str, Any]) -> Any:
        value = flip(payload, chance)
        honest.append(value == payload[field])
        return value

    forged: dict[str, Any] = {field: flipped}
    story.draw(1, 1, range(1, size + 1), **forged)
    (one,) = judged(story)
    expected = [] if honest[-1] else [entrada]
    assert [found.entrada for found in one.findings] == expected
    assert one.consequences == ()


@settings(max_examples=200, deadline=None)
@given(
    st.sets(st.integers(1, 12), min_size=1),
    st.sets(st.integers(1, 12), min_size=1),
    st.booleans(),
)
def test_whoever_is_put_into_or_left_out_of_a_pool_is_named(
    there: set[int],
    told: set[int],
    whole: bool,
) -> None:
    """``whole``: seed, order, hash, total and winner are forged along with the pool."""
    story = Story(MemoryLog())
    story.territory({1: None, 2: None})
    for who in range(1, 13):
        story.register(who, 1 if who in there else 2)
    story.announce(1, 1)
    if whole:
        story.draw(1, 1, sorted(told))
    else:
        ids = [conselheiro(one) for one in sorted(told)]
        story.draw(1, 1, sorted(there), elegiveis=ids)
    (one,) = judged(story)
    assert [(f.entrada, f.publicado or f.refeito) for f in one.findings] == [
        *(("elegivel_a_mais", conselheiro(who)) for who in sorted(told - there)),
        *(("elegivel_a_menos", conselheiro(who)) for who in sorted(there - told)),
    ]
    assert bool(one.consequences) == (whole and there != told)


# -- against a second, naive reading of the rules -------------------------------------------------

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("announce", "draw", "draw", "refuse", "risk", "finish", "leave", "withdraw", "come")
        ),
        st.integers(0, 1 << 16),
    ),
    max_size=60,
)


class Naive:
    """Who may be drawn, read from the whole story anew each time."""

    def __init__(self) -> None:
        self.facts: list[tuple[str, int, int, int]] = []
        self.home: dict[int, int] = {}

    def held(self) -> dict[int, int]:
        holds: dict[int, int] = {}
        for what, demand, who, _ in self.facts:
            if what == "draw":
                holds[demand] = who
            else:
                holds.pop(demand, None)
        return holds

    def waiting(self) -> list[int]:
        told: list[int] = []
        for what, demand, _, _ in self.facts:
            if what in {"finish", "withdraw"} and demand in told:
                told.remove(demand)
            elif what == "announce" and demand not in told:
                told.append(demand)
        return [demand for demand in told if demand not in self.held()]

    def suspended(self, who: int) -> bool:
        in_a_row = 0
        for what, _, one, _ in self.facts:
            if one == who and what == "refuse":
                in_a_row += 1
                if in_a_row > 3:
                    return True
            elif one == who and what == "finish":
                in_a_row = 0
        return False

    def pool(self, demand: int, chain: list[int]) -> tuple[list[int], int | None]:
        busy = set(self.held().values())
        gave_back = {
            who
            for what, one, who, _ in self.facts
            if one == demand and what in {"refuse", "risk", "leave"}
        }
        for unit in chain:
            free = [
                who
                for who, home in sorted(self.home.items())
                if home == unit
                and who not in busy
                and who not in gave_back
                and not self.suspended(who)
            ]
            if free:
                return free, unit
        return [], None


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_two_readings_of_the_rules_come_to_the_same_pool(steps: list[tuple[str, int]]) -> None:
    story, naive = Story(MemoryLog()), Naive()
    chains = {1: [1, 3], 2: [2, 3], 3: [3]}
    story.territory({1: 3, 2: 3, 3: None})
    unit_of: dict[int, int] = {}
    for what, chance in steps:
        waiting, held = naive.waiting(), naive.held()
        if what == "come":
            who = len(naive.home) + 1
            naive.home[who] = 1 + chance % 3
            story.register(who, naive.home[who])
        elif what == "announce":
            demand = len(unit_of) + 1
            unit_of[demand] = 1 + chance % 3
            naive.facts.append(("announce", demand, 0, 0))
            story.announce(demand, unit_of[demand])
        elif what == "draw" and waiting:
            demand = waiting[chance % len(waiting)]
            unit = unit_of[demand]
            pool, at = naive.pool(demand, chains[unit])
            if pool:
                naive.facts.append(("draw", demand, story.draw(demand, unit, pool, at), 0))
            else:
                registered = [w for w, home in naive.home.items() if home in chains[unit]]
                busy = set(held.values())
                story.nobody(
                    demand,
                    unit,
                    "nenhum_cadastrado"
                    if not registered
                    else "todos_ocupados"
                    if busy.issuperset(registered)
                    else "todos_inativos",
                )
        elif held and what in {"refuse", "risk", "finish", "leave", "withdraw"}:
            demand = sorted(held)[chance % len(held)]
            who = held[demand]
            naive.facts.append((what, demand, who, 0))
            if what in {"refuse", "risk"}:
                story.refuse(demand, who, motivo="risco_pessoal" if what == "risk" else None)
            elif what == "withdraw":
                naive.facts[-1] = ("withdraw", demand, 0, 0)
                story.withdraw(demand)
            else:
                story.finish(demand, who, "desistencia" if what == "leave" else "demanda_concluida")
    wrong = [(one.event.payload, one.findings) for one in judged(story) if not one.is_right]
    assert wrong == []


def test_the_surroundings_of_one_draw_are_kept(story: Story) -> None:
    story.register(9, 3)
    story.announce(5, 1)
    first = story.draw(5, 1, [1, 2, 3])
    free = [n for n in (1, 2, 3) if n != first]
    story.draw(1, 1, free)
    assert isinstance(story.log, MemoryLog)
    about = story.log.log[-1].event_hash
    found = list(DrawAudit(story.log, about).run())
    assert found[0].surroundings is None
    around = found[1].surroundings
    assert around is not None
    assert around.chain == (unidade(1), unidade(2))
    assert [(one.who, one.because, one.demand) for one in around.left_out] == sorted(
        [
            (conselheiro(first), "ocupado", demanda(5)),
            (conselheiro(4), "outra_unidade", None),
        ]
    )
    assert around.elsewhere == 1
