"""Where units are held by several nodes, each draws for its own demands alone."""

from __future__ import annotations

from core.colonies.d6a_sorteio.colony import SORTEIO
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    OUTRO_BAIRRO,
    SMALL,
    SOURCE,
    Desk,
    cadastrado,
    disponivel,
)
from tests.support.custodia import holding
from tests.support.office import Office


def test_a_sweep_passes_over_demands_of_others(sqlite_office: Office) -> None:
    """A councillor of the city covers both quarters; the older demand is another node's."""
    sqlite_office.colonies = (SOURCE, SORTEIO)
    sqlite_office.engine(custody=holding(BAIRRO, CIDADE))
    desk = Desk(sqlite_office)
    desk.publicar(SMALL, disponivel(1, OUTRO_BAIRRO), disponivel(2))
    assert desk.lacks() == [(2, "nenhum_cadastrado")]
    desk.publicar(cadastrado(1, CIDADE))
    assert desk.pairs() == [(2, 1)]
    desk.publicar(cadastrado(2, CIDADE))
    assert desk.waiting() == [1]
