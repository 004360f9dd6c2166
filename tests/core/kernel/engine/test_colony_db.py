"""What a colony's code sees of the database."""

from __future__ import annotations

from sqlalchemy import select

from core.kernel.store.statement import Statement
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, T2, fila


def test_memory_is_loaded_on_first_use_and_after_it_was_dropped(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1))
    db = engine.cycle.stepper.runtime("T-2").db
    first = db.memory
    assert first == {demanda(1)}
    assert db.memory is first
    db.drop_memory()
    assert db.memory == first
    assert db.memory is not first


def test_a_colony_reads_and_writes_by_statements(office: Office) -> None:
    office.colonies = (T1, T2)
    engine = office.engine()
    engine.publicar("T-1", pedido(1), pedido(2))
    db = engine.cycle.stepper.runtime("T-2").db
    ids = Statement(select(fila.c.demanda_id).order_by(fila.c.demanda_id))
    assert db.one(ids) == (demanda(1),)
    assert db.all(ids) == [(demanda(1),), (demanda(2),)]
    db.run_many(ids, [])
