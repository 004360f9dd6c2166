"""The end of a suspension: by its deadline, by a draw that needs it, and whatever the clock does."""

from __future__ import annotations

import pytest

from core.colonies.d6a_sorteio import api
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.kernel.clock import format_timestamp
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    DAY_MS,
    OPERADOR,
    SOURCE,
    Desk,
    cadastrado,
    disponivel,
    number,
    recusada,
    retirada,
)
from tests.core.colonies.d6a_sorteio.test_sorteio import drawn_again
from tests.support.office import START_MS, conselheiro, unidade

EXPIRED = "conselheiro.suspensao_expirada"


@pytest.fixture
def desk(sqlite_desk: Desk) -> Desk:
    """SQLite alone: none of this depends on the database."""
    return sqlite_desk


def suspend(desk: Desk, n: int = 1, unit: int = BAIRRO, first: int = 100) -> None:
    """Register a councillor who gives four demands back; these are withdrawn then."""
    desk.publicar(cadastrado(n, unit))
    for d in range(first, first + 4):
        desk.publicar(disponivel(d, unit), recusada(conselheiro(n), d), retirada(d))
    assert desk.status(n) == ["suspenso"]


@pytest.mark.cenario("D-6a/M4.6-4")
@pytest.mark.cenario("D-6a/T33")
def test_it_ends_by_itself_also_while_the_office_was_closed(desk: Desk) -> None:
    """T33: the row's change is that of an event, not of a boot."""
    suspend(desk)
    until = format_timestamp(START_MS + 90 * DAY_MS)
    desk.adiantar(89.9)
    assert desk.said(EXPIRED) == []
    desk.office.stop()
    desk.office.clock.advance(DAY_MS)
    desk.office.engine().aguardar_ocioso()
    (event,) = desk.said(EXPIRED)
    assert event.payload == {
        "conselheiro_id": conselheiro(1),
        "unidade_civica_id": unidade(BAIRRO),
        "expirou_em": until,
    }
    assert event.causa == desk.said("conselheiro.atribuicao_recusada")[-1].event_hash
    row = desk.row(1)
    assert (row.status, row.data_suspensao_ate) == ("disponivel", None)
    changed = desk.office.rows("SELECT event_id_ultima_alteracao FROM d6a_conselheiros")
    assert changed == [(event.event_id,)]
    assert desk.office.rows("SELECT * FROM d6a_prazos") == []
    desk.check()


def test_who_is_back_is_drawn_for_what_waits(desk: Desk) -> None:
    suspend(desk)
    desk.publicar(disponivel(1))
    assert desk.lacks()[-1] == (1, "todos_inativos")
    desk.adiantar(90.1)
    assert desk.pairs()[-1] == (1, 1)  # and not for the four he gave back
    assert desk.said()[-1].causa == desk.said(EXPIRED)[0].event_hash
    desk.check()


@pytest.mark.cenario("D-6a/T18")
@pytest.mark.cenario("D-6a/M4.6-5")
def test_a_draw_that_comes_before_the_deadline_says_first_that_it_is_over(desk: Desk) -> None:
    """G-123: who is drawn was ``disponivel`` before, in the log too."""
    suspend(desk, 1)
    suspend(desk, 3, CIDADE, 200)
    desk.office.clock.advance(91 * DAY_MS)
    # The announcement's reaction runs before any deadline does.
    desk.publicar(disponivel(1))
    told = [e for e in desk.office.events() if e.tipo in {EXPIRED, "conselheiro.sorteado"}]
    expired, drawn, later = told[-3:]
    assert [e.tipo for e in (expired, drawn, later)] == [EXPIRED, "conselheiro.sorteado", EXPIRED]
    assert number(expired.payload["conselheiro_id"]) == 1
    assert expired.causa == drawn.causa == desk.said("agenda.item_disponível")[-1].event_hash
    assert drawn.prev == expired.event_hash  # the seed's base is the event just before
    assert [number(c) for c in drawn.payload["elegiveis"]] == [1]
    drawn_again(desk.office.events(), drawn)
    assert number(later.payload["conselheiro_id"]) == 3  # by its deadline
    assert desk.status(1, 3) == ["ocupado", "disponivel"]
    desk.check()


@pytest.mark.cenario("D-6a/E3.13-15")
def test_the_next_refusal_after_a_suspension_suspends_anew(desk: Desk) -> None:
    """A suspended councillor has nothing to give back (design.md 3: the demand is not his), so the
    row speaks of the refusal after it: counted as the fifth, suspended from then on.
    """
    suspend(desk)
    desk.publicar(recusada(conselheiro(1), 100))  # not his any more
    assert desk.refusals(1) == [1, 2, 3, 4]
    desk.adiantar(90.1)
    desk.publicar(disponivel(1))
    desk.adiantar(1)
    desk.publicar(recusada(conselheiro(1), 1))
    assert desk.refusals(1) == [1, 2, 3, 4, 5]
    row = desk.row(1)
    until = format_timestamp(START_MS + round(90.1 * DAY_MS) + 91 * DAY_MS)
    assert (row.status, row.data_suspensao_ate) == ("suspenso", until)
    desk.check()


def test_everybody_suspended_is_todos_inativos(desk: Desk) -> None:
    suspend(desk, 1)
    suspend(desk, 2, CIDADE, 200)
    desk.publicar(disponivel(1))
    assert desk.lacks()[-1] == (1, "todos_inativos")
    desk.check()


def test_the_clock_set_back_ends_no_suspension_and_brings_none_back(desk: Desk) -> None:
    suspend(desk)
    desk.publicar(disponivel(1))
    desk.adiantar(-400)
    desk.publicar(disponivel(2))
    assert desk.said(EXPIRED) == []
    assert desk.status(1) == ["suspenso"]
    desk.office.restart().aguardar_ocioso()
    desk.adiantar(491)
    assert len(desk.said(EXPIRED)) == 1
    assert desk.status(1) == ["ocupado"]
    desk.adiantar(-491)
    assert desk.status(1) == ["ocupado"]
    desk.publicar(recusada(conselheiro(1), 1, "risco_pessoal"))
    assert desk.pairs()[-1] == (2, 1)
    desk.check()


def test_a_suspension_and_being_inactive_are_two_things(desk: Desk) -> None:
    suspend(desk)
    desk.publicar(disponivel(1))
    desk.agir(api.inativar(conselheiro(1), OPERADOR))
    assert desk.status(1) == ["inativo"]
    desk.adiantar(91)
    assert len(desk.said(EXPIRED)) == 1
    assert desk.status(1) == ["inativo"]
    desk.agir(api.reativar(conselheiro(1), OPERADOR))
    assert desk.pairs()[-1] == (1, 1)
    desk.check()


def test_back_before_the_end_of_the_suspension_is_still_suspended(desk: Desk) -> None:
    suspend(desk)
    desk.agir(api.inativar(conselheiro(1), OPERADOR))
    desk.agir(api.reativar(conselheiro(1), OPERADOR))
    assert desk.status(1) == ["suspenso"]
    desk.adiantar(91)
    assert desk.status(1) == ["disponivel"]
    desk.check()


def test_a_colony_that_was_away_catches_up(desk: Desk) -> None:
    suspend(desk)
    desk.publicar(disponivel(1))
    desk.office.stop()
    desk.office.clock.advance(91 * DAY_MS)
    desk.office.colonies = (SOURCE,)
    desk.publicar(disponivel(2))
    desk.office.stop()
    desk.office.colonies = (SOURCE, SORTEIO)
    desk.office.engine().aguardar_ocioso()
    # The announcement finds the suspension over before the deadline does (D-6a 4.5: first what
    # was missed, then the queue).
    assert desk.pairs()[-1] == (2, 1)
    assert desk.waiting() == [1]
    assert len(desk.said(EXPIRED)) == 1
    desk.check()
