"""With D-5 and D-6a: one story of every demand, and each comes to an end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from core.colonies.d5_agenda.colony import AGENDA
from core.colonies.d6a_sorteio import api as draws
from core.colonies.d6a_sorteio.colony import SORTEIO
from core.colonies.d6b_relatoria import api
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.colony import Colony, Decisao, no_keys
from core.kernel.event import NewEvent
from tests.core.colonies.d6a_sorteio.conftest import SMALL, cadastrado, number
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONTATO,
    DAY_MS,
    OPERADOR,
    Desk,
    confirmada,
    ranqueada,
    retirada,
)
from tests.support.office import TEST_NO, Office, conselheiro, demanda

MANY = 30
CHAIN = (AGENDA, SORTEIO, RELATORIA)
_CONSUMED = {tipo for colony in CHAIN for tipo in colony.consome}
_PUBLISHED = {tipo for colony in CHAIN for tipo in colony.publica}
OTHERS = Colony(
    id="FONTE",
    prefixo="fonte",
    nome="Fonte",
    publica=(*(_CONSUMED - _PUBLISHED), "conselheiro.cadastrado"),
    apply={},
    chaves=no_keys,
)
ITEMS = "SELECT demanda_id, status, conselheiro_id FROM d5_backlog_items"
CYCLES = (
    "SELECT demanda_id, conselheiro_id, iniciado_em FROM d6b_acompanhamentos "
    "WHERE situacao = 'ativo'"
)
CLOSED = "SELECT demanda_id, encerrada FROM d6b_demandas WHERE encerrada IS NOT NULL"
ENDS = {"concluida": "concluido", "conclusao_coletiva": "concluido", "retirada": "removido"}


def agrees(desk: Desk) -> None:
    """D-5's item says what D-6b's cycle says."""
    items = {row[0]: (row[1], row[2]) for row in desk.office.rows(ITEMS)}
    cycles = {row[0]: (row[1], row[2]) for row in desk.office.rows(CYCLES)}
    closed = dict(desk.office.rows(CLOSED))
    for one, (who, begun) in cycles.items():
        assert items[one] == ("atribuido" if begun is None else "em_progresso", who)
    for one, how in closed.items():
        if one in items:
            assert items[one][0] == ENDS[how]
    for one, (status, _who) in items.items():
        assert (status in {"concluido", "removido"}) == (one in closed)


@pytest.mark.parametrize("seed", range(3))
def test_one_story_and_an_end_for_every_demand(sqlite_office: Office, seed: int) -> None:
    """A seeded course of what people do, then everybody concludes whatever they have."""
    sqlite_office.colonies = (OTHERS, *CHAIN)
    desk = Desk(sqlite_office)
    desk.publicar(SMALL, *(cadastrado(n) for n in (1, 2, 3)))
    chance = random.Random(seed)
    near = [1]
    for _round in range(50):
        desk.juntos([_any_act(chance, near) for _ in range(chance.choice((1, 1, 2, 3)))])
        desk.office.clock.advance(chance.choice((1_000, DAY_MS)))
        desk.engine.aguardar_ocioso()
        agrees(desk)
        near = [number(row[0]) for row in desk.office.rows(CYCLES)] or [1]
    assert len(desk.said("conselheiro.demanda_iniciada")) >= 3
    # Nobody is drawn again for a demand that they left: somebody new has to be there.
    desk.publicar(cadastrado(4), cadastrado(5))
    for _round in range(2 * MANY):
        running = desk.office.rows(CYCLES)
        if not running:
            break
        for row in running:
            desk.concluir(number(row[0]))
    agrees(desk)
    left = {row[0]: row[1] for row in desk.office.rows(ITEMS)}
    assert set(left.values()) <= {"concluido", "removido"}
    ranked = {one["demanda_id"] for one in desk.told("demanda.ranqueada")}
    assert ranked <= set(left)
    desk.check()


def _any_act(chance: random.Random, near: list[int]) -> tuple[str, api.Decide]:
    """Mostly about demands that somebody works on."""
    n = chance.choice(near) if chance.random() < 0.6 else chance.randrange(1, MANY)
    event: Callable[[], NewEvent] = chance.choice(
        (
            *[lambda: ranqueada(chance.randrange(1, MANY))] * 5,
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
        who = conselheiro(chance.randrange(1, 4))
        return "D-6a", draws.recusar(who, demanda(n), "recusa_explicita", ATENDENTE)
    if kind == 6:
        return "D-6b", api.desistir(demanda(n), ATENDENTE)
    if kind == 7:
        return "D-6b", api.concluir(TEST_NO, demanda(n), "Pronto.", ATENDENTE)
    if kind == 8:
        return "D-6b", api.ratificar(demanda(n), ATENDENTE)
    report = api.Pedido(
        demanda_id=demanda(n), tipo="contato_realizado", texto="Fui lá.", campos=CONTATO
    )
    return "D-6b", api.registrar_atualizacao(TEST_NO, report, ATENDENTE)
