"""Redelivery over colonies: what it counts, and what it leaves alone."""

from __future__ import annotations

from core.kernel.engine.redelivery import Redelivered
from tests.support.faulty_colonies import Switch, failing_apply, failing_react
from tests.support.office import Office, demanda, entrou, pedido
from tests.support.toy_colonies import T1, T2

FEITO = "brinquedo.pedido_feito"


def test_nothing_parked_is_nothing_to_do(office: Office) -> None:
    assert office.engine().reprocessar().result() == Redelivered(0, 0)


def test_all_colonies_are_tried_and_counted(office: Office) -> None:
    switch = Switch({demanda(1), demanda(2)})
    office.colonies = (failing_apply(T1, FEITO, switch), failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1, 1), pedido(2, 2), pedido(3, 3))
    engine.aguardar_ocioso()
    assert office.rows("SELECT count(*) FROM dead_letter_queue") == [(4,)]
    switch.failing = {demanda(2)}
    assert engine.reprocessar().result() == Redelivered(2, 2)
    switch.failing = set()
    assert engine.reprocessar("T-1").result() == Redelivered(1, 0)
    assert engine.reprocessar("T-2").result() == Redelivered(1, 0)


def test_a_disabled_colony_is_left_alone(office: Office) -> None:
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    engine.desativar("T-2").result()
    switch.failing.clear()
    assert engine.reprocessar().result() == Redelivered(0, 1)
    engine.ativar("T-2").result()
    engine.aguardar_ocioso()
    assert office.rows("SELECT * FROM dead_letter_queue") == []


def test_a_redelivered_reaction_sees_the_head(office: Office) -> None:
    """At start colonies may be behind; a reaction never runs on an old state."""
    switch = Switch({demanda(1)})
    office.colonies = (T1, failing_react(T2, FEITO, switch))
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    engine.desativar("T-2").result()
    engine.publicar("T-1", pedido(2, 9))
    switch.failing.clear()
    engine = office.restart()
    engine.ativar("T-2").result()
    engine.aguardar_ocioso()
    assert [e.tipo for e in office.events()][-1] == "brinquedo.sorteado"
    live = office.dump()
    engine.reconstruir().result()
    assert office.dump() == live
