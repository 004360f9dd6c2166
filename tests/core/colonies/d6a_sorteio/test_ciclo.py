"""How an assignment ends: work done, somebody leaves, the demand is closed from elsewhere."""

from __future__ import annotations

import pytest

from core.colonies.d6a_sorteio import api
from core.kernel.event import NewEvent
from tests.core.colonies.d6a_sorteio.conftest import (
    BAIRRO,
    CIDADE,
    OPERADOR,
    OUTRO_BAIRRO,
    Desk,
    agregada,
    cadastrado,
    ciclo,
    concluida,
    conclusao_confirmada,
    disponivel,
    number,
    recusada,
    retirada,
)
from tests.support.office import conselheiro, demanda


@pytest.mark.cenario("D-6a/T3")
@pytest.mark.cenario("D-6a/T19")
@pytest.mark.cenario("D-6a/E3.13-16")
@pytest.mark.cenario("D-6a/T35")
def test_work_done_frees_and_the_first_that_waits_is_drawn(desk: Desk) -> None:
    """T35: an attempt is what the log tells: one when the demand came, none by a sweep that draws
    another one.
    """
    desk.publicar(cadastrado(1), *(disponivel(n) for n in range(1, 7)))
    assert desk.waiting() == [2, 3, 4, 5, 6]
    desk.publicar(ciclo(conselheiro(1), 1))
    assert desk.assignments(1) == [(1, "concluida", "demanda_concluida")]
    assert desk.pairs() == [(1, 1), (2, 1)]
    assert desk.waiting() == [3, 4, 5, 6]
    tries = desk.office.rows("SELECT DISTINCT tentativas_sorteio FROM d6a_fila_pendentes")
    assert tries == [(1,)]
    desk.check()


@pytest.mark.cenario("D-6a/E3.13-5")
def test_a_cycle_told_again_frees_nobody_twice(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2), ciclo(conselheiro(1), 1))
    desk.publicar(ciclo(conselheiro(1), 1))
    assert desk.pairs() == [(1, 1), (2, 1)]
    assert desk.status(1) == ["ocupado"]
    desk.check()


@pytest.mark.cenario("D-6a/T11")
def test_a_cycle_that_is_not_running_frees_nobody(desk: Desk) -> None:
    """G-136: the row's councillor would be ``ocupado`` without a demand, which cannot come to be."""
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2))
    desk.publicar(ciclo(conselheiro(1), 2), ciclo(conselheiro(1), 99))
    assert desk.status(1) == ["ocupado"]
    assert desk.assignments(1) == [(1, "ativa", None)]
    assert desk.waiting() == [2]
    desk.check()


@pytest.mark.cenario("D-6a/E3.13-13")
def test_a_cycle_of_somebody_unknown(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2), ciclo(conselheiro(9), 1))
    assert desk.pairs() == [(1, 1)]
    assert desk.waiting() == [2]
    desk.check()


@pytest.mark.cenario("D-6a/B4.10-3")
def test_who_leaves_is_free_and_the_demand_goes_to_another(desk: Desk) -> None:
    """G-101 (on) and G-130: drawn again without who left; what was refused before stays counted."""
    desk.publicar(cadastrado(1), disponivel(1), recusada(conselheiro(1), 1), disponivel(2))
    desk.publicar(ciclo(conselheiro(1), 2, "desistencia"))
    assert desk.lacks()[-1] == (2, "todos_inativos")
    assert desk.row(1).recusas_consecutivas == 1
    assert desk.assignments(2) == [(1, "concluida", "desistencia")]
    desk.publicar(disponivel(3))
    assert desk.pairs()[-1] == (3, 1)  # free for others, without registering again
    desk.publicar(cadastrado(2, CIDADE))
    assert desk.pairs()[-1] == (1, 2)
    desk.publicar(ciclo(conselheiro(2), 1))
    assert desk.pairs()[-1] == (2, 2)
    desk.check()


def test_the_end_of_a_mandate_takes_the_councillor_out(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), disponivel(1))
    desk.publicar(ciclo(conselheiro(1), 1, "fim_mandato"), disponivel(2))
    assert desk.status(1) == ["inativo"]
    assert desk.pairs() == [(1, 1), (1, 2)]
    assert desk.lacks() == [(2, "todos_inativos")]
    desk.agir(api.reativar(conselheiro(1), OPERADOR))
    assert desk.pairs()[-1] == (2, 1)
    desk.publicar(ciclo(conselheiro(2), 77, "fim_mandato"))  # told of a cycle that is not running
    assert desk.status(2) == ["ocupado"]
    desk.publicar(ciclo(conselheiro(2), 1))
    assert desk.status(2) == ["inativo"]
    desk.check()


@pytest.mark.cenario("D-6a/M4.6-6")
def test_nothing_but_an_operator_brings_an_inactive_one_back(desk: Desk) -> None:
    desk.publicar(cadastrado(1))
    desk.agir(api.inativar(conselheiro(1), OPERADOR))
    desk.publicar(
        disponivel(1),
        ciclo(conselheiro(1), 1),
        recusada(conselheiro(1), 1),
        cadastrado(1),
    )
    assert desk.status(1) == ["inativo"]
    assert desk.pairs() == []
    desk.agir(api.reativar(conselheiro(1), OPERADOR))
    assert desk.pairs() == [(1, 1)]
    desk.check()


def closings(n: int) -> list[NewEvent]:
    return [
        retirada(n),
        conclusao_confirmada(n, ratificacao=False),
        concluida(conselheiro(9), n),
        agregada(90 + n, n),
    ]


@pytest.mark.parametrize("which", range(4))
def test_a_demand_that_is_closed_leaves_the_queue_for_good(desk: Desk, which: int) -> None:
    """G-132, G-133, G-134: also where it is announced late."""
    desk.publicar(disponivel(1), disponivel(2), closings(1)[which])
    assert desk.waiting() == [2]
    desk.publicar(disponivel(1), cadastrado(1))
    assert desk.pairs() == [(2, 1)]
    desk.publicar(closings(3)[which], disponivel(3))  # closed before it was announced
    assert desk.waiting() == []
    desk.check()


@pytest.mark.parametrize(
    ("which", "motive"),
    [(0, "demanda_retirada"), (1, "conclusao_coletiva"), (2, "demanda_concluida")],
)
def test_a_demand_that_is_closed_frees_its_councillor(desk: Desk, which: int, motive: str) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2))
    desk.publicar(closings(1)[which])
    assert desk.assignments(1) == [(1, "concluida", motive)]
    assert desk.pairs() == [(1, 1), (2, 1)]
    assert desk.refusals(1) == []
    assert desk.said()[1].causa == desk.office.events()[-2].event_hash
    desk.publicar(ciclo(conselheiro(1), 1))  # the cycle that is told later ends nothing else
    assert desk.status(1) == ["ocupado"]
    desk.check()


def test_a_conclusion_that_has_to_be_ratified_changes_nothing_yet(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), disponivel(2))
    desk.publicar(*(conclusao_confirmada(n, ratificacao=True) for n in (1, 2)))
    assert desk.status(1) == ["ocupado"]
    assert desk.waiting() == [2]
    desk.check()


@pytest.mark.cenario("D-6a/T32")
@pytest.mark.cenario("D-6a/E3.13-20")
def test_members_leave_the_queue_and_the_representative_stays(desk: Desk) -> None:
    desk.publicar(*(disponivel(n) for n in (1, 2, 3)), agregada(1, 1, 2, 7))
    assert desk.waiting() == [1, 3]
    desk.publicar(cadastrado(1), cadastrado(2))
    assert desk.pairs() == [(1, 1), (3, 2)]
    desk.check()


def test_a_member_that_is_assigned_stays_so_until_its_end(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), agregada(2, 1, 2))
    assert desk.status(1) == ["ocupado"]
    desk.publicar(recusada(conselheiro(1), 1), cadastrado(2))
    assert desk.pairs() == [(1, 1)]  # and is not drawn for after it
    assert desk.waiting() == []
    desk.check()


def test_a_sweep_goes_beyond_the_unit_of_the_demand_that_ended(desk: Desk) -> None:
    """G-147: a councillor of the city who is done in one quarter serves the other."""
    desk.publicar(cadastrado(1, CIDADE), disponivel(1, BAIRRO), disponivel(2, OUTRO_BAIRRO))
    desk.publicar(ciclo(conselheiro(1), 1))
    assert desk.pairs() == [(1, 1), (2, 1)]
    desk.check()


def test_a_sweep_goes_past_what_the_councillor_gave_back(desk: Desk) -> None:
    desk.publicar(cadastrado(1), disponivel(1), recusada(conselheiro(1), 1), disponivel(2))
    desk.publicar(disponivel(3), ciclo(conselheiro(1), 2))
    assert desk.pairs() == [(1, 1), (2, 1), (3, 1)]
    assert desk.waiting() == [1]
    desk.check()


@pytest.mark.cenario("D-6a/B4.10-4")
def test_waiting_long_does_nothing_by_itself(desk: Desk) -> None:
    desk.publicar(disponivel(1))
    before = len(desk.office.events())
    desk.adiantar(400)
    desk.office.restart().aguardar_ocioso()
    assert len(desk.office.events()) == before
    assert desk.waiting() == [1]
    desk.check()


@pytest.mark.cenario("D-6a/B4.10-5")
def test_who_never_answers_is_freed_by_hand(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2, CIDADE), disponivel(1))
    desk.adiantar(30)
    assert desk.status(1) == ["ocupado"]
    desk.agir(api.liberar(demanda(1), OPERADOR))
    (event,) = desk.said("conselheiro.atribuicao_recusada")
    assert event.payload["motivo"] == "timeout_resposta"
    assert number(event.payload["conselheiro_id"]) == 1
    assert desk.pairs() == [(1, 1), (1, 2)]
    assert desk.refusals(1) == [1]
    desk.check()


@pytest.mark.cenario("D-6a/T22")
def test_three_demands_and_two_councillors(desk: Desk) -> None:
    desk.publicar(cadastrado(1), cadastrado(2), *(disponivel(n) for n in (1, 2, 3)))
    assert [d for d, _c in desk.pairs()] == [1, 2]
    assert desk.lacks() == [(3, "todos_ocupados")]
    assert desk.status(1, 2) == ["ocupado", "ocupado"]
    desk.publicar(ciclo(desk.winner(1), 1))
    assert [d for d, _c in desk.pairs()] == [1, 2, 3]
    desk.check()
