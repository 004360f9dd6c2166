"""Which demands wait, which are in somebody's hands, and what is forgotten."""

from __future__ import annotations

from core.audit.demands import Demands


def test_a_demand_waits_is_held_waits_again_and_is_forgotten() -> None:
    open_ones = Demands()
    assert open_ones.get("d") is None
    open_ones.announce("d", "u")
    open_ones.assign("d", "u", "a")
    assert open_ones.holder("d", "a")
    assert not open_ones.holder("d", "b")
    assert not open_ones.holder("e", "a")
    open_ones.give_back("d", "a")
    known = open_ones.get("d")
    assert known is not None
    assert (known.unit, known.councillor, known.excluded) == ("u", None, {"a"})
    assert open_ones.close("d") is None
    assert open_ones.get("d") is None


def test_a_demand_changes_its_unit_only_while_it_waits() -> None:
    open_ones = Demands()
    open_ones.announce("d", "u")
    open_ones.announce("d", "v")
    open_ones.assign("d", "v", "a")
    open_ones.announce("d", "w")
    known = open_ones.get("d")
    assert known is not None
    assert (known.unit, known.councillor) == ("v", "a")
    assert open_ones.close("d") == "a"


def test_what_somebody_has_in_hand_goes_on() -> None:
    open_ones = Demands()
    open_ones.announce("d", "u")
    open_ones.assign("e", "u", "a")
    for demand in ("d", "e", "f"):
        open_ones.close_waiting(demand)
    assert open_ones.get("d") is None
    assert open_ones.get("e") is not None
