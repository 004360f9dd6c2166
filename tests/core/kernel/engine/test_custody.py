"""The port: everything by default, and asked anew whenever committed rows are."""

from __future__ import annotations

from core.kernel.engine.custody import FullCustody
from tests.support.custodia import SomeUnits
from tests.support.office import Office, pedido, unidade
from tests.support.toy_colonies import T1


def test_a_stand_alone_office_holds_everything(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    (event,) = office.events()[:1]
    held = FullCustody()
    held.reset()
    assert held.holds(T1, event)
    assert held.holds_unit(unidade(1))
    assert engine.cycle.stepper.context(engine.cycle.stepper.runtime("T-1")).holds(unidade(1))


def test_a_context_asks_the_engines_custody(office: Office) -> None:
    held = SomeUnits(frozenset({unidade(1)}))
    engine = office.engine(custody=lambda _writer: held)
    context = engine.cycle.stepper.context(engine.cycle.stepper.runtime("T-1"))
    assert context.holds(unidade(1))
    assert not context.holds(unidade(2))


def test_it_reads_anew_at_the_start_and_after_a_rollback(office: Office) -> None:
    held = SomeUnits(frozenset())
    engine = office.engine(custody=lambda _writer: held)
    assert held.resets >= 1
    before = held.resets
    engine.cycle.begin()
    engine.cycle.abort()
    engine.publicar("T-1", pedido(1))
    assert held.resets > before
