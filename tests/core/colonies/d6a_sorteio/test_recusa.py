"""Demands given back: drawn anew at once, counted, and the fourth in a row suspends."""

from __future__ import annotations

import pytest

from core.colonies.d6a_sorteio import queries
from core.kernel.clock import format_timestamp
from core.kernel.event import NewEvent
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    DAY_MS,
    OUTRO_BAIRRO,
    Desk,
    cadastrado,
    ciclo,
    concluida,
    disponivel,
    number,
    recusada,
)
from tests.support.office import START_MS, conselheiro, demanda


def refuse(desk: Desk, n: int, motivo: str | None = None) -> int:
    """Whoever has a demand gives it back; who that was."""
    who = desk.winner(n)
    desk.publicar(recusada(who, n, motivo))
    return number(who)


@pytest.mark.cenario("D-6a/T4")
@pytest.mark.cenario("D-6a/T31")
@pytest.mark.cenario("D-6a/M4.6-2")
def test_a_refusal_is_drawn_anew_without_who_gave_it_back(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2), disponivel(1))
    first = refuse(desk, 1)
    second = 3 - first
    assert desk.pairs() == [(1, first), (1, second)]
    assert [number(c) for c in desk.said()[1].payload["elegiveis"]] == [second]
    assert desk.said()[1].causa == desk.said("conselheiro.atribuicao_recusada")[0].event_hash
    assert desk.assignments(1) == [(first, "recusada", "recusa_explicita"), (second, "ativa", None)]
    assert desk.refusals(first) == [1]
    assert desk.status(first, second) == ["disponivel", "ocupado"]
    desk.publicar(disponivel(2))  # and is in the pool of the next one
    assert desk.pairs()[2] == (2, first)
    desk.check()


@pytest.mark.cenario("D-6a/T14")
@pytest.mark.cenario("D-6a/T34")
@pytest.mark.cenario("D-6a/E3.13-9")
def test_without_anybody_else_the_demand_waits_with_what_was_known_of_it(desk: Desk) -> None:
    group = demanda(77)
    desk.publicar(cadastrado(1), disponivel(1, score_final=98.76, grupo_id=group))
    refuse(desk, 1)
    assert desk.lacks() == [(1, "todos_inativos")]
    (waiting,) = desk.read(queries.read_fila)
    assert (waiting.score_final, waiting.categoria_id) == (98.76, "3.1")
    assert (waiting.nivel_precedencia, waiting.grupo_id) == (3, group)
    assert waiting.tentativas_sorteio == 1
    assert desk.said("sorteio.sem_candidatos")[0].correlacao_id == demanda(501)
    desk.publicar(cadastrado(2))
    assert desk.pairs() == [(1, 1), (1, 2)]
    row = desk.office.rows(
        "SELECT score_final, categoria_id, nivel_precedencia, grupo_id FROM d6a_atribuicoes "
        "WHERE status = 'ativa'"
    )
    assert row == [(98.76, "3.1", 3, group)]
    desk.check()


def test_every_stay_in_the_queue_has_its_own_attempt(desk: Desk) -> None:
    """G-126: the correlation stays the same all along, and hides no second lack of candidates."""
    desk.publicar(disponivel(1), cadastrado(1))
    refuse(desk, 1)
    assert desk.lacks() == [(1, "nenhum_cadastrado"), (1, "todos_inativos")]
    assert len({e.correlacao_id for e in desk.said("sorteio.sem_candidatos")}) == 1
    desk.check()


@pytest.mark.cenario("D-6a/T13")
def test_three_refusals_have_no_consequence(desk: Desk) -> None:
    desk.publicar(cadastrado(1))
    for n in (1, 2, 3):
        desk.publicar(disponivel(n))
        refuse(desk, n)
    assert desk.refusals(1) == [1, 2, 3]
    assert desk.status(1) == ["disponivel"]
    desk.check()


@pytest.mark.cenario("D-6a/T12")
@pytest.mark.cenario("D-6a/T24")
@pytest.mark.cenario("D-6a/M4.6-3")
@pytest.mark.cenario("D-6a/B4.10-2")
def test_the_fourth_in_a_row_suspends_for_ninety_days(desk: Desk) -> None:
    # G-128: not drawn for the same demand again, but for the next one.
    desk.publicar(cadastrado(1))
    for n in (1, 2, 3, 4):
        desk.publicar(disponivel(n))
        assert desk.pairs()[-1] == (n, 1)
        refuse(desk, n)
    assert desk.refusals(1) == [1, 2, 3, 4]
    row = desk.row(1)
    assert (row.status, row.recusas_consecutivas) == ("suspenso", 4)
    assert row.data_suspensao_ate == format_timestamp(START_MS + 90 * DAY_MS)
    assert desk.waiting() == [1, 2, 3, 4]
    desk.publicar(disponivel(5))
    assert desk.lacks()[-1] == (5, "todos_inativos")
    desk.check()


@pytest.mark.cenario("D-6a/M4.6-7")
def test_nobody_is_suspended_while_busy(desk: Desk) -> None:
    desk.publicar(cadastrado(1))
    for n in (1, 2, 3):
        desk.publicar(disponivel(n))
        refuse(desk, n)
    desk.publicar(disponivel(4))
    assert desk.status(1) == ["ocupado"]
    # A late refusal of a demand that he has no more counts nothing.
    desk.publicar(recusada(conselheiro(1), 1), recusada(conselheiro(1), 2))
    assert desk.status(1) == ["ocupado"]
    assert desk.refusals(1) == [1, 2, 3]
    refuse(desk, 4)
    assert desk.status(1) == ["suspenso"]
    desk.check()


@pytest.mark.cenario("D-6a/T29")
def test_a_personal_risk_counts_nothing(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), disponivel(1))
    refuse(desk, 1, "risco_pessoal")
    assert desk.pairs() == [(1, 1), (1, 2)]
    assert desk.refusals(1) == []
    assert desk.status(1) == ["disponivel"]
    assert desk.row(1).recusas_consecutivas == 0
    desk.check()


@pytest.mark.parametrize(
    "motivo", [None, "recusa_explicita", "timeout_resposta", "fora_do_territorio"]
)
def test_every_other_motive_counts(sqlite_desk: Desk, motivo: str | None) -> None:
    sqlite_desk.publicar(cadastrado(1), disponivel(1))
    refuse(sqlite_desk, 1, motivo)
    assert sqlite_desk.refusals(1) == [1]
    assert sqlite_desk.assignments(1) == [(1, "recusada", motivo or "recusa_explicita")]


@pytest.mark.cenario("D-6a/T30")
@pytest.mark.cenario("D-6a/E3.13-6")
@pytest.mark.cenario("D-6a/E3.13-14")
def test_a_refusal_of_what_he_does_not_have_changes_nothing(desk: Desk) -> None:
    """Redelivery itself is the conformance suite's; this is a second event of the same content."""
    desk.publicar(cadastrado(1), cadastrado(2), disponivel(1))
    first = refuse(desk, 1)
    desk.publicar(recusada(conselheiro(first), 1), recusada(conselheiro(9), 1, u=99))
    assert len(desk.pairs()) == 2
    assert desk.refusals(first) == [1]
    assert desk.status(first, 3 - first) == ["disponivel", "ocupado"]
    desk.check()


def test_who_gave_back_is_drawn_for_another_that_waits(desk: Desk) -> None:
    """G-129, G-147: at once, and also for a demand of another quarter."""
    desk.publicar(cadastrado(1, CIDADE), disponivel(1), disponivel(2, OUTRO_BAIRRO))
    assert desk.lacks() == [(2, "todos_ocupados")]
    refuse(desk, 1)
    assert desk.pairs() == [(1, 1), (2, 1)]
    assert desk.waiting() == [1]
    desk.check()


def test_a_re_draw_and_a_sweep_in_one_reaction_see_each_other(desk: Desk) -> None:
    # The refuser of the city goes to the demand that waits in the other quarter; the demand given
    # back goes to whoever is nearer.
    desk.publicar(cadastrado(1, CIDADE), disponivel(1), disponivel(2, OUTRO_BAIRRO))
    desk.juntos(recusada(conselheiro(1), 1), cadastrado(2))
    assert sorted(desk.pairs()[1:]) == [(1, 2), (2, 1)]
    desk.check()


def test_giving_back_says_nothing_twice(desk: Desk) -> None:
    """G-128 for good: no sweep and no restart gives the demand to who gave it back."""
    desk.publicar(cadastrado(1), disponivel(1))
    refuse(desk, 1)
    desk.publicar(disponivel(2), ciclo(conselheiro(1), 2))
    desk.office.restart().aguardar_ocioso()
    assert desk.pairs() == [(1, 1), (2, 1)]
    assert desk.waiting() == [1]
    desk.check()


@pytest.mark.cenario("D-6a/T23")
def test_refusal_new_draw_work_done_and_the_next_draw(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2), disponivel(1))
    first = refuse(desk, 1)
    second = 3 - first
    # Acceptance is not to refuse (G-144).
    assert desk.assignments(1)[1] == (second, "ativa", None)
    desk.publicar(disponivel(2))
    assert desk.pairs()[2] == (2, first)
    desk.publicar(ciclo(conselheiro(second), 1), disponivel(3))
    assert desk.assignments(1)[1] == (second, "concluida", "demanda_concluida")
    assert desk.pairs()[3] == (3, second)
    assert desk.refusals(first) == [1]
    desk.check()


@pytest.mark.parametrize("ending", [ciclo, concluida])
def test_only_work_done_clears_the_count(desk: Desk, ending: object) -> None:
    desk.publicar(cadastrado(1))
    for n in (1, 2, 3):
        desk.publicar(disponivel(n))
        refuse(desk, n)
    desk.publicar(disponivel(4))
    assert callable(ending)
    done: NewEvent = ending(conselheiro(1), 4)
    desk.publicar(done, disponivel(5))
    assert desk.row(1).recusas_consecutivas == 0
    refuse(desk, 5)
    assert desk.refusals(1) == [1, 2, 3, 1]
    assert desk.status(1) == ["disponivel"]
    desk.check()


def test_a_unit_of_the_refusal_is_not_believed(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2), disponivel(1))
    who = desk.winner(1)
    desk.publicar(recusada(who, 1, u=OUTRO_BAIRRO))
    assert [number(e.payload["unidade_civica_id"]) for e in desk.said()] == [BAIRRO, BAIRRO]
    desk.check()
