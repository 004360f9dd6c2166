"""Who may be drawn: degrees, exclusions, refusals in a row, suspension and its end."""

from __future__ import annotations

import pytest

from core.audit.council import SUSPENSAO_MS, Council
from core.kernel.clock import MAX_MS

NOBODY = frozenset[str]()
CHAIN = ("bairro", "cidade")


@pytest.fixture
def council() -> Council:
    found = Council()
    for who, unit in (("b", "bairro"), ("a", "bairro"), ("c", "cidade")):
        found.register(who, unit, trained=True)
    return found


def drawable(council: Council, *excluded: str) -> tuple[tuple[str, ...], str | None]:
    pool = council.pool(CHAIN, frozenset(excluded))
    return pool.ids, pool.unit


def test_the_nearest_unit_with_anybody_free_makes_the_pool(council: Council) -> None:
    assert drawable(council) == (("a", "b"), "bairro")
    assert drawable(council, "a") == (("b",), "bairro")
    assert drawable(council, "a", "b") == (("c",), "cidade")
    council.assign("a", "d1")
    council.assign("b", "d2")
    pool = council.pool(CHAIN, NOBODY)
    assert (pool.ids, pool.unit) == (("c",), "cidade")
    assert [(s.unit, s.registered, s.busy, s.eligible) for s in pool.steps] == [
        ("bairro", 2, 2, 0),
        ("cidade", 1, 0, 1),
    ]
    council.release("a", "outra")
    assert drawable(council) == (("c",), "cidade")
    council.release("a", "d1")
    assert drawable(council) == (("a",), "bairro")


def test_why_nobody_may_be_drawn(council: Council) -> None:
    assert council.pool(("longe",), NOBODY).nobody_because == "nenhum_cadastrado"
    council.assign("a", "d1")
    council.assign("b", "d2")
    assert council.pool(("bairro",), NOBODY).nobody_because == "todos_ocupados"
    council.release("a", "d1")
    assert council.pool(("bairro",), frozenset({"a"})).nobody_because == "todos_inativos"
    council.register("sem", "longe", trained=False)
    assert council.pool(("longe",), NOBODY).nobody_because == "todos_inativos"
    assert council.pool(("bairro",), NOBODY).nobody_because is None


def test_the_fourth_refusal_in_a_row_suspends_until_it_expires(council: Council) -> None:
    for when in range(3):
        council.refuse("a", "recusa_explicita", when)
    council.refuse("a", "risco_pessoal", 3)
    assert council.suspended_until_ms("a") is None
    council.refuse("a", None, 4)
    assert council.suspended_until_ms("a") == 4 + SUSPENSAO_MS
    assert drawable(council)[0] == ("b",)
    assert council.why_not("a", "bairro", NOBODY) == "suspenso"
    council.expire("a")
    assert drawable(council)[0] == ("a", "b")
    council.refuse("a", "timeout_resposta", 5)
    assert council.suspended_until_ms("a") == 5 + SUSPENSAO_MS


def test_a_demand_brought_to_its_end_sets_the_count_back(council: Council) -> None:
    for when in range(3):
        council.refuse("a", None, when)
    council.accept("a")
    council.refuse("a", None, 9)
    assert council.suspended_until_ms("a") is None


def test_a_second_registration_changes_nothing(council: Council) -> None:
    council.register("a", "cidade", trained=True)
    assert drawable(council)[0] == ("a", "b")
    assert council.pool(("cidade",), NOBODY).steps[0].registered == 1


def test_a_second_demand_at_once_is_not_kept(council: Council) -> None:
    council.assign("a", "d1")
    council.assign("a", "d2")
    assert council.is_busy("a")
    council.release("a", "d2")
    assert council.is_busy("a")
    assert council.pool(("bairro",), NOBODY).steps[0].busy == 1
    council.release("a", "d1")
    assert council.pool(("bairro",), NOBODY).steps[0].busy == 0
    assert not council.is_busy("a")
    assert not council.is_busy("x")


def test_a_suspension_ends_before_the_calendar_does(council: Council) -> None:
    for _ in range(4):
        council.refuse("a", None, MAX_MS - 1)
    assert council.suspended_until_ms("a") == MAX_MS


def test_every_reason_has_its_name(council: Council) -> None:
    council.register("sem", "bairro", trained=False)
    council.register("fora", "bairro", trained=True)
    council.set_inactive("fora", inactive=True)
    council.assign("b", "d1")
    reasons = {
        who: council.why_not(who, "bairro", frozenset({"a"}))
        for who in ("x", "sem", "fora", "b", "a", "c")
    }
    assert reasons == {
        "x": "nao_cadastrado",
        "sem": "sem_capacitacao",
        "fora": "inativo",
        "b": "ocupado",
        "a": "recusou",
        "c": "outra_unidade",
    }
    council.set_inactive("fora", inactive=False)
    assert drawable(council)[0] == ("a", "fora")


def test_nothing_happens_to_strangers(council: Council) -> None:
    council.assign("x", "d1")
    council.release("x", "d1")
    council.refuse("x", None, 1)
    council.accept("x")
    council.expire("x")
    council.set_inactive("x", inactive=True)
    assert council.suspended_until_ms("x") is None
    assert drawable(council)[0] == ("a", "b")


def test_everybody_of_some_units_is_listed(council: Council) -> None:
    there = council.registered(frozenset({"bairro"}))
    assert there == sorted(there)
    assert {"a", "b"} <= set(there)
    assert council.registered(frozenset({"longe"})) == []
    assert len(council) >= len(there)
    found = council.find("a")
    assert found is not None
    assert found.unit == "bairro"
    assert council.find("x") is None
