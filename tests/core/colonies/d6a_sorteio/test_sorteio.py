"""Draws: who is in the pool, what the event says, and that it can be drawn again from the log."""

from __future__ import annotations

import pytest

from core.base.sorteio import sortear
from core.kernel.event import Event
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    ESTADO,
    OUTRO_BAIRRO,
    Desk,
    cadastrado,
    disponivel,
    number,
    recusada,
    territorio,
)
from tests.support.office import conselheiro, demanda, unidade


def drawn_again(log: list[Event], event: Event) -> None:
    """Draw again with nothing but the log."""
    before = {one.event_hash: one for one in log}
    assert event.prev is not None
    base = before[event.prev]
    payload = event.payload
    assert payload["seed_base_event_id"] == base.event_id
    assert payload["timestamp"] == event.timestamp
    again = sortear(payload["elegiveis"], base.event_id, event.timestamp)
    assert payload["seed_publico"] == again.seed_publico
    assert payload["elegiveis"] == list(again.elegiveis)
    assert payload["lista_elegiveis_hash"] == again.lista_elegiveis_hash
    assert payload["conselheiro_id"] == again.conselheiro_id
    assert payload["posicao_sorteada"] == 0
    assert payload["total_elegiveis"] == len(again.elegiveis)


@pytest.mark.cenario("D-6a/T1")
@pytest.mark.cenario("D-6a/M4.6-1")
def test_an_announced_demand_is_drawn_for(desk: Desk) -> None:
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3)), disponivel(1))
    (event,) = desk.said()
    payload = event.payload
    assert event.versao_schema == "1.1.0"
    assert payload["demanda_id"] == demanda(1)
    assert payload["unidade_civica_id"] == payload["degrau_unidade_id"] == unidade(BAIRRO)
    assert payload["metodo_sorteio"] == "fisher_yates"
    assert payload["elegiveis"] == [conselheiro(n) for n in (1, 2, 3)]
    assert event.chave_derivacao == f"D-6a/conselheiro.sorteado/{demanda(1)}"
    assert event.correlacao_id == demanda(501)
    assert event.causa == desk.said("agenda.item_disponível")[0].event_hash
    drawn_again(desk.office.events(), event)
    winner = number(payload["conselheiro_id"])
    assert desk.status(winner) == ["ocupado"]
    assert sorted(desk.status(1, 2, 3)) == ["disponivel", "disponivel", "ocupado"]
    assert desk.assignments(1) == [(winner, "ativa", None)]
    assert desk.waiting() == []
    desk.check()


@pytest.mark.cenario("D-6a/T6")
@pytest.mark.cenario("D-6a/E3.13-10")
@pytest.mark.cenario("D-6a/B4.10-1")
def test_a_unit_without_councillors_lets_demands_wait(desk: Desk) -> None:
    desk.publicar(disponivel(1), disponivel(2), disponivel(3))
    assert desk.lacks() == [(n, "nenhum_cadastrado") for n in (1, 2, 3)]
    assert desk.said("sorteio.sem_candidatos")[0].payload["total_elegiveis"] == 0
    assert desk.waiting() == [1, 2, 3]
    desk.check()


@pytest.mark.cenario("D-6a/T7")
@pytest.mark.cenario("D-6a/E3.13-11")
def test_where_everybody_is_busy_the_demand_waits(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), *(disponivel(n) for n in (1, 2, 3)))
    assert desk.pairs() == [(1, 1), (2, 2)]
    assert desk.lacks() == [(3, "todos_ocupados")]
    assert desk.waiting() == [3]
    desk.check()


@pytest.mark.cenario("D-6a/T8")
@pytest.mark.cenario("D-6a/E3.13-12")
def test_any_other_reason_is_called_todos_inativos(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, capacitacao_concluida=False), disponivel(1))
    # One busy and one who was never trained: G-138, taken literally.
    desk.publicar(disponivel(2))
    assert desk.lacks() == [(2, "todos_inativos")]
    # And of all suspended: see test_suspensao.
    desk.check()


@pytest.mark.cenario("D-6a/T27")
def test_whoever_has_a_demand_is_not_eligible(desk: Desk) -> None:
    desk.publicar(*(cadastrado(n) for n in (1, 2, 3)), disponivel(1), disponivel(2))
    busy = number(desk.said()[0].payload["conselheiro_id"])
    pool = [number(one) for one in desk.said()[1].payload["elegiveis"]]
    assert pool == [n for n in (1, 2, 3) if n != busy]


@pytest.mark.cenario("D-6a/T9")
@pytest.mark.cenario("D-6a/T28")
@pytest.mark.cenario("D-6a/E3.13-1")
@pytest.mark.cenario("D-6a/E3.13-2")
@pytest.mark.cenario("D-6a/E3.13-3")
def test_an_announcement_again_draws_nothing_again(desk: Desk) -> None:
    # The rows ask for a line in the log; the engine writes one for every step (design.md 6).
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2), disponivel(1), disponivel(2))
    assert desk.pairs() == [(1, 1)]
    assert desk.lacks() == [(2, "todos_ocupados")]
    assert desk.waiting() == [2]
    desk.check()


@pytest.mark.cenario("D-6a/B4.10-6")
def test_of_two_announcements_the_second_sees_the_councillor_busy(desk: Desk) -> None:
    desk.publicar(cadastrado(1))
    desk.juntos(disponivel(1), disponivel(2))
    assert desk.pairs() == [(1, 1)]
    assert desk.lacks() == [(2, "todos_ocupados")]
    desk.check()


@pytest.mark.cenario("D-6a/B4.10-7")
def test_a_councillor_of_the_city_is_drawn_for_one_quarter_only(desk: Desk) -> None:
    desk.publicar(cadastrado(1, CIDADE))
    desk.juntos(disponivel(1, BAIRRO), disponivel(2, OUTRO_BAIRRO))
    assert desk.pairs() == [(1, 1)]
    assert desk.lacks() == [(2, "todos_ocupados")]
    assert desk.said()[0].payload["degrau_unidade_id"] == unidade(CIDADE)
    desk.check()


def test_the_nearest_unit_with_somebody_is_the_pool(desk: Desk) -> None:
    desk.publicar(cadastrado(1, ESTADO), cadastrado(2, CIDADE), cadastrado(3, CIDADE))
    desk.publicar(cadastrado(4, OUTRO_BAIRRO), cadastrado(5, BAIRRO))
    desk.publicar(*(disponivel(n) for n in (1, 2, 3, 4, 5)))
    steps = [
        (number(e.payload["degrau_unidade_id"]), [number(c) for c in e.payload["elegiveis"]])
        for e in desk.said()
    ]
    second, third = (number(e.payload["conselheiro_id"]) for e in desk.said()[1:3])
    assert steps == [(BAIRRO, [5]), (CIDADE, [2, 3]), (CIDADE, [third]), (ESTADO, [1])]
    assert {second, third} == {2, 3}
    assert desk.lacks() == [(5, "todos_ocupados")]  # the other quarter's is none of its own
    assert desk.status(4) == ["disponivel"]
    desk.check()


def test_a_unit_that_nobody_imported_is_its_own_chain(desk: Desk) -> None:
    desk.publicar(cadastrado(1, CIDADE), disponivel(1, 77), cadastrado(2, 77))
    assert desk.lacks() == [(1, "nenhum_cadastrado")]
    assert desk.pairs() == [(1, 2)]
    desk.check()


def test_a_territory_that_comes_later_lets_the_city_serve(desk: Desk) -> None:
    desk.publicar(cadastrado(1, CIDADE), *(disponivel(n, 77) for n in (1, 2, 3)))
    desk.publicar(cadastrado(2, CIDADE))
    assert desk.pairs() == []
    desk.publicar(territorio((77, 2, CIDADE)))
    assert [d for d, _c in desk.pairs()] == [1, 2]
    assert sorted(c for _d, c in desk.pairs()) == [1, 2]
    for event in desk.said():
        drawn_again(desk.office.events(), event)
    assert desk.waiting() == [3]
    desk.check()


def test_units_in_a_ring_do_not_go_on_for_ever(desk: Desk) -> None:
    desk.publicar(territorio((81, 4, 82), (82, 5, 81)))
    desk.publicar(disponivel(1, 81), cadastrado(1, 82))
    assert desk.pairs() == [(1, 1)]
    desk.check()


def test_each_draw_of_one_reaction_sees_the_one_before(desk: Desk) -> None:
    # Two councillors of the city, two quarters that were not known to be in it.
    desk.publicar(*(cadastrado(n, CIDADE) for n in (1, 2, 3)))
    desk.publicar(*(disponivel(n, 70 + n) for n in (1, 2, 3, 4)))
    desk.publicar(territorio(*((70 + n, 2, CIDADE) for n in (1, 2, 3, 4))))
    drawn = desk.said()
    cause = desk.said("territorio.importado")[-1].event_hash
    assert [e.causa for e in drawn] == [cause] * 3
    left = {1, 2, 3}
    for event in drawn:
        assert {number(one) for one in event.payload["elegiveis"]} == left
        left.remove(number(event.payload["conselheiro_id"]))
        drawn_again(desk.office.events(), event)
    assert desk.waiting() == [4]
    desk.check()


def test_a_territory_that_joins_a_whole_city_is_worked_off_in_few_steps(sqlite_desk: Desk) -> None:
    """A chain of causes ends at 64; so many draws at once are no chain."""
    desk = sqlite_desk
    desk.juntos(*(cadastrado(n, CIDADE) for n in range(1, 131)))
    desk.juntos(*(disponivel(n, 1_000 + n) for n in range(1, 141)))
    desk.publicar(territorio(*((1_000 + n, 2, CIDADE) for n in range(1, 141))))
    assert [d for d, _c in sorted(desk.pairs())] == list(range(1, 131))
    assert len({c for _d, c in desk.pairs()}) == 130
    assert desk.waiting() == list(range(131, 141))[:50]
    log = desk.office.events()
    for event in desk.said():
        drawn_again(log, event)
    desk.check()


@pytest.mark.cenario("D-6a/T26")
@pytest.mark.cenario("D-6a/T2")
def test_a_new_councillor_is_drawn_for_the_first_that_waits(desk: Desk) -> None:
    desk.publicar(disponivel(1, OUTRO_BAIRRO), disponivel(2), disponivel(3), cadastrado(1))
    assert desk.pairs() == [(2, 1)]
    assert desk.row(1).capacitacao_concluida
    assert desk.waiting() == [1, 3]
    desk.publicar(cadastrado(2, CIDADE))
    assert desk.pairs() == [(2, 1), (1, 2)]
    assert desk.waiting() == [3]
    desk.check()


@pytest.mark.cenario("D-6a/T17")
def test_a_registration_of_the_first_version_counts_as_trained(desk: Desk) -> None:
    desk.publicar(cadastrado(1, versao="1.0.0"), disponivel(1))
    assert desk.row(1).capacitacao_concluida
    assert desk.pairs() == [(1, 1)]
    desk.check()


def test_a_demand_that_moves_while_it_waits_is_drawn_where_it_is_now(desk: Desk) -> None:
    desk.publicar(disponivel(1), disponivel(2), disponivel(1, OUTRO_BAIRRO, score_final=7))
    assert desk.lacks() == [(1, "nenhum_cadastrado"), (2, "nenhum_cadastrado"),
                            (1, "nenhum_cadastrado")]  # fmt: skip
    assert desk.waiting() == [1, 2]  # it keeps its place
    desk.publicar(cadastrado(1, OUTRO_BAIRRO))
    assert desk.pairs() == [(1, 1)]
    assert desk.said()[0].payload["unidade_civica_id"] == unidade(OUTRO_BAIRRO)
    desk.check()


@pytest.mark.cenario("D-6a/T5")
def test_the_same_log_gives_the_same_draw(desk: Desk) -> None:
    desk.publicar(*(cadastrado(n) for n in range(1, 9)))
    desk.publicar(*(disponivel(n) for n in range(1, 9)))
    assert len(desk.said()) == 8
    for event in desk.said():
        drawn_again(desk.office.events(), event)
        assert not event.restritos
        assert not event.ausentes


def test_refusals_of_others_do_not_stop_a_free_councillor(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), recusada(conselheiro(1), 1))
    assert desk.waiting() == [1]
    desk.publicar(disponivel(2))
    assert desk.pairs() == [(1, 1), (2, 1)]
    desk.check()
