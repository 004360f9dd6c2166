"""A colony's positions, memory and installation."""

from __future__ import annotations

from core.kernel.engine.runtime import signature
from tests.support.office import Office, entrou, pedido
from tests.support.toy_colonies import T1, T2

POSITIONS = "SELECT colonia, aplicado_ate, reagido_ate FROM kernel_posicoes ORDER BY colonia"


def test_the_signature_is_the_subscription() -> None:
    assert signature(T1).split("\n") == sorted(T1.apply)


def test_positions_stand_at_the_head_when_nothing_is_left(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", entrou(1))
    engine.publicar("T-1", pedido(1))
    assert office.rows(POSITIONS)[1] == ("T-2", 3, 3)


def test_a_colony_that_nothing_concerns_is_not_written(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", entrou(1))  # T-1 does not subscribe to it
    assert office.rows(POSITIONS) == [("T-1", 0, 0), ("T-2", 1, 1)]


def test_the_installation_is_remembered_only_where_there_was_history(office: Office) -> None:
    office.colonies = (T1,)
    office.engine().publicar("T-1", pedido(1))
    office.stop()
    office.colonies = (T1, T2)
    engine = office.engine()
    assert engine.cycle.stepper.runtime("T-1").installed == 0
    assert engine.cycle.stepper.runtime("T-2").installed == 1
    assert office.restart().cycle.stepper.runtime("T-2").installed == 1
    facts = office.rows("SELECT chave, valor FROM kernel_instalacao WHERE chave LIKE 'colonia.%'")
    assert facts == [("colonia.T-2.instalada_ate", "1")]
