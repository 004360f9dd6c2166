"""With D-6a: whoever leaves is replaced, whoever is done is free, nobody is held by a closed demand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from core.colonies.d6a_sorteio import api as draws
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria import api
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Colony, Decisao, no_keys
from core.kernel.event import NewEvent
from tests.core.colonies.d6a_sorteio.conftest import SMALL, cadastrado, disponivel, number
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONTATO,
    DAY_MS,
    OPERADOR,
    Desk,
    confirmada,
    retirada,
)
from tests.support.office import TEST_NO, Office, conselheiro, demanda

CICLO = "conselheiro.ciclo_concluído"
SORTEADO = "conselheiro.sorteado"
MANY = 40
OTHERS = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=tuple({*SORTEIO.consome, *RELATORIA.consome} - {*SORTEIO.publica, *RELATORIA.publica}),
    apply={},
    chaves=no_keys,
)
REGISTRARS = Colony(
    id="CADASTRO",
    prefixo="cadastro",
    nome="Cadastro",
    publica=("conselheiro.cadastrado",),
    apply={},
    chaves=no_keys,
)


@pytest.fixture
def both(office: Office) -> Desk:
    """An office with D-6a and D-6b on each of the two databases."""
    office.colonies = (OTHERS, REGISTRARS, SORTEIO, RELATORIA)
    desk = Desk(office)
    desk.publicar(SMALL)
    return desk


def register(desk: Desk, *numbers: int) -> None:
    for n in numbers:
        desk.engine.publicar("CADASTRO", cadastrado(n))
        desk.engine.aguardar_ocioso()


def pairs(desk: Desk) -> list[tuple[int, int]]:
    """(demand, councillor) of every draw."""
    return [
        (number(one["demanda_id"]), number(one["conselheiro_id"])) for one in desk.told(SORTEADO)
    ]


def at_work(desk: Desk, n: int) -> int | None:
    active = desk.relatoria(n).ativo
    return None if active is None else number(active.conselheiro_id)


def test_giving_up_has_the_demand_drawn_for_somebody_else(both: Desk) -> None:
    register(both, 1, 2)
    both.publicar(disponivel(1))
    first = at_work(both, 1)
    assert first is not None
    both.relatar(1)
    both.desistir(1)
    assert at_work(both, 1) == 3 - first
    assert pairs(both) == [(1, first), (1, 3 - first)]
    assert both.relatar(1)["inicia"] is True
    assert [one["numero_sequencial"] for one in both.told("conselheiro.atualização_publicada")] == [
        1, 2,
    ]  # fmt: skip
    both.check()


def test_a_conclusion_frees_for_the_demand_that_waits(both: Desk) -> None:
    register(both, 1)
    both.publicar(disponivel(1), disponivel(2))
    assert (at_work(both, 1), at_work(both, 2)) == (1, None)
    both.concluir(1)
    assert (at_work(both, 1), at_work(both, 2)) == (None, 1)
    both.check()


def test_the_end_of_a_mandate_takes_out_of_the_pools(both: Desk) -> None:
    register(both, 1)
    both.publicar(disponivel(1))
    both.decidir(api.encerrar_mandato(conselheiro(1), OPERADOR))
    assert (at_work(both, 1), pairs(both)) == (None, [(1, 1)])
    register(both, 2)
    assert at_work(both, 1) == 2
    both.check()


@pytest.mark.parametrize("begun", [False, True])
def test_residents_who_close_a_demand_let_its_councillor_go(both: Desk, begun: bool) -> None:
    register(both, 1)
    both.publicar(disponivel(1), disponivel(2))
    if begun:
        both.relatar(1)
    both.publicar(confirmada(1, ratificacao=False))
    assert (at_work(both, 1), at_work(both, 2)) == (None, 1)
    assert [one["demanda_id"] for one in both.told(CICLO)] == [demanda(1)]
    both.check()


def test_a_ratification_that_nobody_could_give_waits_for_the_next_draw(both: Desk) -> None:
    """G-160: refused without a substitute, and confirmed meanwhile."""
    register(both, 1)
    both.publicar(disponivel(1))
    refuse = draws.recusar(conselheiro(1), demanda(1), "risco_pessoal", ATENDENTE)
    both.engine.executar("D-6a", refuse).result()
    both.engine.aguardar_ocioso()
    assert at_work(both, 1) is None
    both.publicar(confirmada(1, ratificacao=True))
    register(both, 2)
    assert at_work(both, 1) == 2
    both.ratificar(1)
    assert both.relatoria(1).encerrada == "concluida"
    both.check()


HELD = "SELECT conselheiro_id, demanda_id FROM d6a_atribuicoes WHERE status = 'ativa'"
RUNNING = "SELECT conselheiro_id, demanda_id FROM d6b_acompanhamentos WHERE situacao = 'ativo'"


@pytest.mark.parametrize("seed", range(3))
def test_both_colonies_agree_on_who_works_on_what(sqlite_office: Office, seed: int) -> None:
    """A seeded course of everything that people can do, several acts to a batch."""
    sqlite_office.colonies = (OTHERS, REGISTRARS, SORTEIO, RELATORIA)
    desk = Desk(sqlite_office)
    desk.publicar(SMALL)
    register(desk, 1, 2, 3)
    chance = random.Random(seed)
    active: set[tuple[Any, ...]] = set()
    for _round in range(60):
        near = [number(what) for _who, what in sorted(active)] or [1]
        acts = [_any_act(chance, near) for _ in range(chance.choice((1, 1, 2, 3)))]
        desk.juntos(acts)
        desk.office.clock.advance(chance.choice((1_000, DAY_MS)))
        desk.engine.aguardar_ocioso()
        active = set(desk.office.rows(RUNNING))
        assert active == set(desk.office.rows(HELD))
        assert len({who for who, _what in active}) == len(active)
    assert len(desk.said(CICLO)) >= 8
    assert len(desk.said("conselheiro.demanda_iniciada")) >= 3
    desk.check()


def _any_act(chance: random.Random, near: list[int]) -> tuple[str, api.Decide]:
    """Mostly about demands that somebody works on."""
    n = chance.choice(near) if chance.random() < 0.6 else chance.randrange(1, MANY)
    event: Callable[[], NewEvent] = chance.choice(
        (
            *[lambda: disponivel(chance.randrange(1, MANY))] * 5,
            lambda: retirada(n),
            lambda: confirmada(n, ratificacao=True),
            lambda: confirmada(n, ratificacao=False),
        )
    )
    kind = chance.randrange(10)
    if kind < 4:
        return "FONTE", lambda _context: Decisao(None, (event(),))
    if kind == 4:
        return "D-6a", draws.liberar(demanda(n), OPERADOR)
    if kind == 5:
        return "D-6b", api.desistir(demanda(n), ATENDENTE)
    if kind == 6:
        return "D-6b", api.concluir(TEST_NO, demanda(n), "Pronto.", ATENDENTE)
    if kind == 7:
        return "D-6b", api.ratificar(demanda(n), ATENDENTE)
    report = api.Pedido(
        demanda_id=demanda(n), tipo="contato_realizado", texto="Fui lá.", campos=CONTATO
    )
    return "D-6b", api.registrar_atualizacao(TEST_NO, report, ATENDENTE)
