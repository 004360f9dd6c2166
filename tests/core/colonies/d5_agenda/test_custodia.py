"""Where units are held by several nodes, each announces for its own alone."""

from __future__ import annotations

from core.colonies.d5_agenda.colony import AGENDA
from tests.core.colonies.d5_agenda.conftest import SOURCE, Bench, parametros, ranking, ranqueada
from tests.support.custodia import holding
from tests.support.office import Office


def test_other_nodes_units_are_left_to_them(sqlite_office: Office) -> None:
    """By an event of one unit, and by new parameters, which concern every unit."""
    sqlite_office.colonies = (SOURCE, AGENDA)
    sqlite_office.engine(custody=holding(1))
    bench = Bench(sqlite_office)
    bench.publicar(ranqueada(1, 90.0, u=2), ranking(2), ranqueada(2, 80.0), ranking(1))
    bench.publicar(parametros(padrao=5))
    assert bench.anunciadas() == [2]
    units = {event.payload["unidade_civica_id"] for event in bench.said("agenda.gerada")}
    assert len(units) == 1
    assert bench.dead_letters() == []
