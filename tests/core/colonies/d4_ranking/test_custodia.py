"""Where units are held by several nodes, each ranks its own alone."""

from __future__ import annotations

from core.colonies.d4_ranking.colony import RANKING
from tests.core.colonies.d4_ranking.conftest import SOURCE, Desk, agregada, categorizada, conjunto
from tests.support.custodia import holding
from tests.support.office import Office, unidade


def test_other_nodes_units_are_left_to_them(sqlite_office: Office) -> None:
    """A demand that leaves another's unit, members of both, and a new set of parameters."""
    sqlite_office.colonies = (SOURCE, RANKING)
    sqlite_office.engine()
    desk = Desk(sqlite_office)
    desk.publicar(*(categorizada(n, u=1 + n % 2) for n in range(1, 7)))
    sqlite_office.stop()
    before = len(desk.said())
    sqlite_office.engine(custody=holding(1))
    desk.publicar(categorizada(7, u=2), categorizada(1, u=1), agregada(2, 3, 4))
    desk.carregar(conjunto("novos", {1: 80}))
    said = desk.said()[before:]
    assert {"demanda.ranqueada", "ranking.atualizado"} <= {event.tipo for event in said}
    named = {event.payload.get("unidade_civica_id") for event in said} - {None}
    assert named == {unidade(1)}
    assert desk.dead_letters() == []
