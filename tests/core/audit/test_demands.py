"""Which demands wait, which are in somebody's hands, and which are over."""

from __future__ import annotations

from core.audit.demands import Demands
from tests.support.office import demanda

D, E, F = demanda(1), demanda(2), demanda(3)


def test_a_demand_waits_is_held_waits_again_and_is_over() -> None:
    known = Demands()
    assert known.get(D) is None
    known.announce(D, "u")
    assert known.can_assign(D)
    assert known.waiting() == [D]
    known.assign(D, "u", "a")
    assert known.waiting() == []
    assert not known.can_assign(D)
    assert known.is_held(D, "a")
    assert not known.is_held(D, "b")
    assert not known.is_held(E, "a")
    known.give_back(D, "a")
    again = known.get(D)
    assert again is not None
    assert (again.unit, again.councillor, again.excluded) == ("u", None, {"a"})
    assert known.close(D) is None
    assert known.get(D) is None
    assert known.is_closed(D)


def test_a_demand_changes_its_unit_only_while_it_waits() -> None:
    known = Demands()
    known.announce(D, "u")
    known.announce(D, "v")
    known.assign(D, "v", "a")
    known.announce(D, "w")
    held = known.get(D)
    assert held is not None
    assert (held.unit, held.councillor) == ("v", "a")
    assert known.close(D) == "a"


def test_what_is_over_never_comes_back() -> None:
    known = Demands()
    known.close(D)
    known.announce(D, "u")
    assert known.get(D) is None
    assert not known.can_assign(D)
    assert known.can_assign(E)


def test_what_somebody_has_in_hand_goes_on_and_does_not_wait_afterwards() -> None:
    known = Demands()
    known.announce(D, "u")
    known.assign(E, "u", "a")
    for demand in (D, E, F):
        known.close_unheld(demand)
    assert known.get(D) is None
    assert known.is_held(E, "a")
    known.give_back(E, "a")
    assert known.get(E) is None
    assert known.is_closed(F)
