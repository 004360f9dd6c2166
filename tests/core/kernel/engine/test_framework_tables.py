"""The tables that the framework lends: due rows and trabalhos."""

from __future__ import annotations

from sqlalchemy import MetaData

from core.kernel.engine.framework_tables import JobRows, deadline_table, jobs_table
from tests.support.office import Office, demanda, pedido
from tests.support.toy_colonies import T1, t3, trabalhos

ROWS = "SELECT trabalho, estado, dados FROM t3_trabalhos"


def test_due_rows_are_a_projection_and_trabalhos_are_local() -> None:
    metadata = MetaData()
    due, jobs = deadline_table("x9", metadata), jobs_table("x9", metadata)
    assert (due.name, due.info["classe"]) == ("x9_prazos", "projecao")
    assert (jobs.name, jobs.info["classe"]) == ("x9_trabalhos", "local")
    assert jobs.c.dados.info["privacidade"] == "restrita"
    for table in (due, jobs):
        assert all("privacidade" in column.info for column in table.columns)


def test_a_row_is_opened_once_and_closed_by_its_outcome(office: Office) -> None:
    office.colonies = (T1, t3())
    engine = office.engine()
    engine.publicar("T-1", pedido(1, titulo="a"))
    engine.aguardar_ocioso(trabalhos=True)
    assert office.rows(ROWS) == [("contar", "feito", '{"texto": "a"}')]
    rows, event = JobRows(trabalhos), office.events()[0]
    db = engine.cycle.stepper.runtime("T-3").db
    engine.cycle.begin()
    rows.open(db, "contar", demanda(1), event, "{}")  # as in a rebuild: it stays as it is
    rows.close(db, "contar", demanda(2), event.event_hash)  # another subject: nothing
    engine.cycle.commit()
    assert office.rows(ROWS) == [("contar", "feito", '{"texto": "a"}')]
