"""Steps: apply to the head before any reaction, reactions in log order, authority."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

from core.kernel.colony import Authority, Colony, Context, Reaction
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from tests.support.office import Office, demanda, encerrado, entrou, pedido
from tests.support.toy_colonies import T1, T2

FEITO = "brinquedo.pedido_feito"


class Nobody:
    """Custody is held elsewhere."""

    def __init__(self, _writer: object) -> None:
        self.resets = 0

    def holds(self, _colony: Colony, _event: Event, /) -> bool:
        return False

    def holds_unit(self, _unidade: str, /) -> bool:
        return False

    def reset(self) -> None:
        self.resets += 1


def test_reactions_come_in_log_order_also_over_many(office: Office) -> None:
    seen: list[int] = []

    def note(event: Event, _context: Context) -> tuple[NewEvent, ...]:
        seen.append(event.sequence_number)
        return ()

    watcher = replace(T2, react={FEITO: Reaction(Authority.AUTOR, note)})
    office.colonies = (T1, watcher)
    engine = office.engine()
    engine.publicar("T-1", *(pedido(n) for n in range(300)))
    engine.aguardar_ocioso()
    engine.publicar("T-1", *(pedido(n) for n in range(300, 750)))
    engine.aguardar_ocioso()
    assert seen == list(range(1, 751))
    office.restart()
    assert len(seen) == 750


def test_everything_is_applied_before_the_next_reaction(office: Office) -> None:
    """A reaction sees the head: what is over by then is not drawn for."""
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", entrou(1), pedido(1), encerrado(1), pedido(2))
    engine.aguardar_ocioso()
    drawn = [e.payload["demanda_id"] for e in office.events() if e.tipo == "brinquedo.sorteado"]
    assert drawn == [demanda(2)]


def test_custody_elsewhere_means_no_reaction_here(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine(custody=Nobody)
    engine.publicar("T-1", entrou(1), pedido(1))
    engine.aguardar_ocioso()
    assert len(office.events()) == 2
    (position,) = office.rows("SELECT reagido_ate FROM kernel_posicoes WHERE colonia = 'T-2'")
    assert position == (2,)


def test_only_the_author_performs_an_authors_reaction(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    (own,) = office.events()[:1]
    foreign = copy(own)
    foreign.no = "00" * 16
    stepper = engine.cycle.stepper
    for authority in (Authority.AUTOR, Authority.LOCAL):
        assert stepper.may_react(T1, authority, own)
        assert not stepper.may_react(T1, authority, foreign)
    assert stepper.may_react(T1, Authority.CUSTODIA, foreign)


def test_a_parked_everything_holds_every_key(office: Office) -> None:
    stepper = office.engine().cycle.stepper
    assert not stepper.is_held(frozenset({"a"}), set())
    assert stepper.is_held(frozenset({"a"}), {"a", "b"})
    assert not stepper.is_held(frozenset({"c"}), {"a", "b"})
    assert stepper.is_held(frozenset({"c"}), {"*"})
    assert stepper.is_held(frozenset({"*"}), {"a"})
    assert not stepper.is_held(frozenset(), {"a"})


def test_an_unknown_colony_is_named(office: Office) -> None:
    with pytest.raises(UserFacingError) as unknown:
        office.engine().cycle.stepper.runtime("X-1")
    assert unknown.value.params == {"colonia": "X-1"}
