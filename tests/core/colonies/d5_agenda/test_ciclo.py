"""The life of an item: rows T4 to T6, T12 to T14, T19, T23 to T25, 3.6, the matching error rows and
the state machine of 4.5, on the real bus and both databases.

Where design.md changes a row, its id stands with the new expectation and the reason.
"""

from __future__ import annotations

import pytest

from core.kernel.event import NewEvent
from tests.conformidade.test_comportamento import TwiceStepper
from tests.core.colonies.d5_agenda.conftest import (
    DISPONIVEL,
    GERADA,
    MOMENT,
    Bench,
    agregada,
    ciclo,
    concluida,
    confirmada,
    iniciada,
    parametros,
    ranked,
    ranking,
    ranqueada,
    recusada,
    retirada,
    sem_candidatos,
    sorteado,
)
from tests.support.office import conselheiro, demanda, unidade

DAY_MS = 86_400_000


@pytest.mark.cenario("D-5/T4")
@pytest.mark.cenario("D-5/M4.5-1")
def test_a_draw_takes_the_item_and_the_next_is_announced(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40), sorteado(1, c=7))
    assert bench.item(1, "status", "conselheiro_id") == ("atribuido", conselheiro(7))
    # What is being worked on stands behind what is available (G-092); position 1 is drawn next.
    assert bench.itens() == [(1, 2, "disponivel"), (2, 1, "atribuido")]
    assert bench.anunciadas() == [1, 2]
    assert bench.said(DISPONIVEL)[-1].payload["posicao_no_backlog"] == 1
    bench.publicar(sorteado(2, c=8))
    assert bench.anunciadas() == [1, 2]
    bench.check()


@pytest.mark.cenario("D-5/T5")
@pytest.mark.cenario("D-5/M4.5-2")
def test_the_first_contact_says_nothing(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40), sorteado(1))
    before = len(bench.office.events())
    bench.publicar(iniciada(1))
    assert bench.status(1) == "em_progresso"
    assert len(bench.office.events()) == before + 1
    bench.check()


def test_a_first_contact_without_a_draw_opens_the_top(bench: Bench) -> None:
    """G-100 lets it begin; what is at the top now is told of (G-098)."""
    bench.publicar(*ranked(50, 40), iniciada(1))
    assert bench.status(1) == "em_progresso"
    assert bench.anunciadas() == [1, 2]


@pytest.mark.cenario("D-5/T6")
@pytest.mark.cenario("D-5/M4.5-3")
def test_an_end_opens_a_place_for_who_waits(bench: Bench) -> None:
    """G-111: the date is kept on this way, too. G-113: the best of those who wait comes in."""
    bench.publicar(parametros(capacidades={1: 2}), *ranked(50, 40, 20, 30))
    bench.publicar(sorteado(1), sorteado(2, c=2), iniciada(1))
    assert bench.itens() == [(1, 1, "em_progresso"), (2, 2, "atribuido")]
    assert bench.anunciadas() == [1, 2]
    bench.publicar(concluida(1, dias_ate_conclusao=12))
    columns = ("status", "data_conclusao", "dias_ate_conclusao")
    assert bench.item(1, *columns) == ("concluido", MOMENT, 12)
    assert bench.itens() == [(1, 4, "disponivel"), (2, 2, "atribuido")]
    assert bench.anunciadas() == [1, 2, 4]
    assert bench.agenda().em_espera == 1
    assert bench.said(GERADA)[1:] == []  # the parameters' own
    bench.check()


@pytest.mark.cenario("D-5/T12")
@pytest.mark.cenario("D-5/E3.13-7")
def test_a_draw_without_a_place_is_taken_as_it_is(bench: Bench) -> None:
    """G-099: with what the ranking said where it said something. The warning is the position 0."""
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40), sorteado(2), sorteado(9, c=2))
    columns = ("status", "score", "categoria_id", "nivel_precedencia")
    assert bench.item(2, *columns) == ("atribuido", 40, "1.1", 1)
    assert bench.item(9, *columns) == ("atribuido", 0, "", 0)
    assert bench.itens() == [(1, 1, "disponivel"), (0, 2, "atribuido"), (0, 9, "atribuido")]
    assert bench.said(GERADA)[1:] == []
    # Making anew numbers them; what only its draw is known of is in no top 10.
    bench.publicar(ranking())
    assert bench.itens() == [(1, 2, "atribuido"), (2, 9, "atribuido")]
    assert [one["demanda_id"] for one in bench.said(GERADA)[-1].payload["top_10"]] == [demanda(2)]
    # Its ranking comes late: known from then on, and not available.
    bench.publicar(ranqueada(9, 90))
    assert bench.item(9, *columns) == ("atribuido", 90, "1.1", 1)
    bench.check()


@pytest.mark.cenario("D-5/T13")
@pytest.mark.cenario("D-5/E3.13-8")
@pytest.mark.cenario("D-5/T14")
@pytest.mark.cenario("D-5/E3.13-9")
@pytest.mark.cenario("D-5/E3.13-3")
def test_what_was_said_already_changes_nothing(bench: Bench) -> None:
    bench.office.engine(stepper=TwiceStepper)
    bench.publicar(*ranked(50, 40), sorteado(1), iniciada(1))
    live = bench.office.dump()
    bench.publicar(iniciada(1), sorteado(1))
    assert bench.office.dump() == live
    bench.publicar(concluida(1))
    live = bench.office.dump()
    bench.publicar(concluida(1, data_conclusao="2026-06-30T00:00:00.000Z"))
    assert bench.office.dump() == live
    assert bench.anunciadas() == [1, 2]
    bench.check()


@pytest.mark.cenario("D-5/T19")
def test_five_demands_from_the_ranking_to_the_end(bench: Bench) -> None:
    """D-4, D-6a and D-6b as their events; all of them together run in the real office's tests."""
    bench.publicar(*ranked(10, 20, 30, 40, 50), ranking(n=5))
    assert bench.count("d5_backlog_scores") == 5
    assert bench.anunciadas() == [1, 5]
    seen = []
    for n in (5, 4, 3, 2, 1):
        bench.publicar(sorteado(n, c=n))
        seen.append(bench.status(n))
        bench.publicar(iniciada(n, c=n))
        seen.append(bench.status(n))
        bench.publicar(concluida(n, c=n))
        seen.append(bench.status(n))
    assert seen == ["atribuido", "em_progresso", "concluido"] * 5
    assert bench.anunciadas() == [1, 5, 4, 3, 2]  # 1 was told of before the ranking put it last
    assert bench.itens() == []
    assert bench.agenda().por_status == {"concluido": 5}
    bench.check()


@pytest.mark.cenario("D-5/T23")
@pytest.mark.cenario("D-5/M4.5-6")
def test_making_anew_keeps_work_in_progress_and_what_is_done(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 2}), *ranked(50, 40), sorteado(1), ranking())
    assert (bench.status(1), bench.anunciadas()) == ("atribuido", [1, 2])
    # Better ones come; the work keeps its place although its score would not get it one.
    bench.publicar(ranqueada(3, 90), ranqueada(4, 80), ranking())
    assert bench.itens() == [(1, 3, "disponivel"), (2, 1, "atribuido")]
    bench.publicar(iniciada(1), ranking(), concluida(1), ranking(), ranking())
    assert bench.status(1) == "concluido"
    assert bench.disponiveis() == [3, 4]
    bench.check()


@pytest.mark.cenario("D-5/T24")
@pytest.mark.cenario("D-5/E3.6-6")
@pytest.mark.cenario("D-5/M4.5-4")
def test_residents_conclude_what_nobody_works_on(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40, 30), sorteado(2))
    bench.office.clock.advance(5 * DAY_MS - 1)
    late = "2026-06-02T20:26:40.000Z"
    for n in (1, 2):
        bench.publicar(confirmada(n, data=late))
        columns = ("status", "data_conclusao", "dias_ate_conclusao")
        assert bench.item(n, *columns) == ("concluido", late, 5)
    assert bench.anunciadas() == [1, 3]
    # G-114: never less than nothing, and a day that does not exist counts nothing.
    bench.publicar(ranqueada(4, 1), ranqueada(5, 1))
    bench.publicar(confirmada(4, data="2020-01-01T00:00:00.000Z"))
    bench.publicar(confirmada(5, data="2026-02-31T00:00:00.000Z"))
    assert bench.item(4, "dias_ate_conclusao") == (0,)
    assert bench.item(5, "status", "dias_ate_conclusao") == ("concluido", None)
    bench.check()


@pytest.mark.cenario("D-5/T25")
@pytest.mark.cenario("D-5/E3.6-1")
@pytest.mark.cenario("D-5/E3.6-3")
@pytest.mark.cenario("D-5/E3.6-4")
@pytest.mark.cenario("D-5/E3.6-5")
def test_residents_do_not_conclude_the_rest(bench: Bench) -> None:
    bench.publicar(*ranked(50, 40, 30, 20), sorteado(1), iniciada(1))
    bench.publicar(agregada(2, 2, 3), concluida(4), confirmada(2, ratificar=True))
    live = bench.office.dump()
    told = len(bench.office.events())
    bench.publicar(confirmada(1), confirmada(3), confirmada(4), confirmada(1, ratificar=True))
    assert bench.office.dump() == live
    assert len(bench.office.events()) == told + 4
    assert [bench.status(n) for n in (1, 2, 3, 4)] == [
        "em_progresso",
        "disponivel",
        "agregado",
        "concluido",
    ]
    tipo = "demanda.conclusao_confirmada"
    assert bench.offset(tipo).reagido_ate == bench.last(tipo)
    bench.check()


@pytest.mark.cenario("D-5/E3.6-2")
def test_an_end_that_comes_before_the_ranking_is_remembered(bench: Bench) -> None:
    """G-116 and G-093: nothing is said and no agenda changes, but it never becomes available."""
    bench.publicar(confirmada(1), concluida(2), retirada(3))
    assert bench.said(DISPONIVEL) == []
    bench.publicar(*ranked(50, 40, 30, 20), ranking())
    assert bench.itens() == [(1, 4, "disponivel")]
    assert bench.anunciadas() == [4]
    assert [bench.status(n) for n in (1, 2, 3)] == ["concluido", "concluido", "removido"]
    bench.check()


def test_who_waits_is_concluded_and_withdrawn_as_well(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40, 30, 20))
    bench.publicar(confirmada(2), retirada(3), concluida(1))
    assert bench.itens() == [(1, 4, "disponivel")]
    bench.publicar(ranking(), ranqueada(2, 99), ranqueada(3, 99), ranking())
    assert bench.itens() == [(1, 4, "disponivel")]
    bench.check()


@pytest.mark.cenario("D-5/M4.5-5")
@pytest.mark.cenario("D-5/M4.5-9")
def test_members_leave_for_good_and_the_representative_stays(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 5}), *ranked(60, 50, 40, 30, 20, 10))
    bench.publicar(sorteado(2), sorteado(3, c=2), iniciada(3, c=2), concluida(4))
    bench.publicar(agregada(5, 1, 2, 3, 4, 5))
    assert {bench.status(n) for n in (1, 2, 3, 4)} == {"agregado"}
    assert bench.item(4, "data_conclusao") == (MOMENT,)
    assert bench.itens() == [(1, 5, "disponivel"), (2, 6, "disponivel")]
    assert bench.said(GERADA)[-1].payload["total_itens"] == 2
    assert bench.said(GERADA)[-1].chave_derivacao == f"D-5/agenda.gerada/{unidade(1)}"
    assert bench.anunciadas() == [1, 5]
    live = bench.office.rows("SELECT * FROM d5_backlog_items ORDER BY demanda_id")
    told = [ranqueada(1, 99), sorteado(1, c=4), iniciada(2), concluida(3), confirmada(4)]
    bench.publicar(*told, retirada(1), agregada(5, 1, 5))
    assert bench.office.rows("SELECT * FROM d5_backlog_items ORDER BY demanda_id") == live
    assert bench.anunciadas() == [1, 5]
    bench.check()


def test_members_that_wait_or_come_late_are_members_too(bench: Bench) -> None:
    """D-5 3.7: whoever is ranked late is not brought back; nor does a draw give it a place."""
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40), agregada(1, 2, 8))
    assert bench.agenda().em_espera == 0
    generated = len(bench.said(GERADA))
    bench.publicar(ranqueada(8, 99), sorteado(8), ranqueada(2, 99), ranking())
    assert bench.itens() == [(1, 1, "disponivel")]
    assert (bench.status(2), bench.status(8)) == (None, None)
    assert len(bench.said(GERADA)) == generated + 1
    # An aggregate nobody has a score of touches no agenda (G-110).
    bench.publicar(agregada(20, 21, 22))
    assert len(bench.said(GERADA)) == generated + 1
    bench.check()


@pytest.mark.cenario("D-5/M4.5-7")
@pytest.mark.cenario("D-5/M4.5-8")
def test_what_is_done_stays_done(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 1}), *ranked(90, 40), sorteado(1), concluida(1))
    bench.publicar(ranking(), ranqueada(1, 99), ranking(), sorteado(1, c=2), iniciada(1, c=2))
    bench.publicar(recusada(1, c=1), ciclo(1), retirada(1), ranqueada(1, 99, u=2), ranking(2))
    assert bench.status(1) == "concluido"
    assert (bench.disponiveis(1), bench.disponiveis(2)) == ([2], [])
    assert bench.anunciadas() == [1, 2]
    bench.check()


@pytest.mark.cenario("D-5/M4.5-10")
@pytest.mark.parametrize(
    "given_back",
    [recusada(1), recusada(1, motivo="timeout_resposta"), ciclo(1), ciclo(1, motivo="fim_mandato")],
)
@pytest.mark.parametrize("begun", [False, True])
def test_what_is_given_back_waits_for_its_new_draw(
    sqlite_bench: Bench, given_back: NewEvent, *, begun: bool
) -> None:
    """design.md 11 (G-101): D-6a draws for it again, so it is never available here a second time:
    assigned, to nobody, its place kept, until somebody else is drawn.
    """
    bench = sqlite_bench
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40), sorteado(1))
    if begun:
        bench.publicar(iniciada(1))
    bench.publicar(given_back, ranking())
    assert bench.item(1, "status", "conselheiro_id") == ("atribuido", None)
    assert bench.itens() == [(1, 1, "atribuido")]
    assert bench.anunciadas() == [1]
    # Somebody else's word about it changes nothing.
    bench.publicar(sorteado(1, c=2), recusada(1, c=1), ciclo(1, c=1))
    assert bench.item(1, "status", "conselheiro_id") == ("atribuido", conselheiro(2))
    bench.publicar(iniciada(1, c=2))
    assert bench.status(1) == "em_progresso"
    bench.publicar(concluida(1, c=2), ciclo(1, c=2, motivo="demanda_concluida"))
    assert bench.itens() == [(1, 2, "disponivel")]
    bench.check()


def test_what_nobody_can_be_drawn_for_cedes_its_place(bench: Bench) -> None:
    """All its councillors refused it (G-128): work for them goes on beside it."""
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40, 30), sorteado(1), recusada(1))
    assert bench.itens() == [(1, 1, "atribuido")]
    bench.publicar(sem_candidatos(1))
    assert bench.itens() == [(1, 2, "disponivel"), (2, 1, "atribuido")]
    assert bench.anunciadas() == [1, 2]
    bench.publicar(sem_candidatos(1), ranking(), sorteado(2, c=1))
    assert bench.itens() == [(1, 2, "atribuido"), (2, 1, "atribuido")]
    # Somebody comes: it has a place again, one more than the capacity, until one of the two ends.
    bench.publicar(sorteado(1, c=2), concluida(2, c=1))
    assert bench.itens() == [(1, 1, "atribuido")]
    bench.publicar(recusada(1, c=2), sem_candidatos(1), retirada(1))
    assert bench.itens() == [(1, 3, "disponivel")]
    assert bench.anunciadas() == [1, 2, 3]
    bench.check()


def test_what_is_available_keeps_its_place_where_nobody_is_there(bench: Bench) -> None:
    """G-118: it was announced, and waits to be drawn for; nobody is told of the next one."""
    bench.publicar(parametros(capacidades={1: 1}), *ranked(50, 40), sem_candidatos(1))
    assert bench.itens() == [(1, 1, "disponivel")]
    bench.publicar(sem_candidatos(2), sem_candidatos(9), sorteado(1), sem_candidatos(1))
    assert bench.itens() == [(1, 1, "atribuido")]
    assert bench.anunciadas() == [1]


def test_what_is_given_back_may_be_concluded_by_residents(bench: Bench) -> None:
    """Nobody is there to ratify it (G-160)."""
    bench.publicar(*ranked(50), sorteado(1), iniciada(1), ciclo(1), confirmada(1))
    assert bench.status(1) == "concluido"
    bench.check()


def test_the_end_of_a_cycle_by_its_conclusion_is_told_by_the_conclusion(bench: Bench) -> None:
    bench.publicar(*ranked(50), sorteado(1), iniciada(1), ciclo(1, motivo="demanda_concluida"))
    assert bench.item(1, "status", "conselheiro_id") == ("em_progresso", conselheiro(1))


@pytest.mark.cenario("D-5/M4.5-11")
def test_what_was_withdrawn_never_comes_back(bench: Bench) -> None:
    """design.md 11: demanda.retirada makes it ``removido``, for good. The vote of D-10 has no
    version in the catalogue yet: nobody can publish it.
    """
    bench.publicar(
        parametros(capacidades={1: 2}), *ranked(50, 40, 30, 20), sorteado(2), iniciada(2)
    )
    bench.publicar(retirada(1), retirada(2))
    assert (bench.status(1), bench.status(2)) == ("removido", "removido")
    assert bench.itens() == [(1, 3, "disponivel"), (2, 4, "disponivel")]
    assert bench.anunciadas() == [1, 3]
    live = bench.itens()
    later = [sorteado(1, c=5), iniciada(1), concluida(1), confirmada(2), agregada(3, 1, 2)]
    bench.publicar(*later, ranqueada(1, 99), ranqueada(2, 99, u=2), ranking(), ranking(2))
    assert (bench.itens(), bench.itens(2)) == (live, [])
    assert (bench.status(1), bench.status(2)) == ("removido", "removido")
    bench.check()
