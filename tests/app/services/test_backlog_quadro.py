"""Bands, counts and positions of one moment fit to each other and to what others show."""

from __future__ import annotations

import pytest

from app.services.backlog_quadro import AGENDA, ANDAMENTO
from core.colonies.d7_transparencia.queries import ranking as rankings
from tests.core.colonies.d5_agenda.conftest import iniciada, number_of, retirada, sorteado
from tests.support.office import Office, demanda, unidade
from tests.support.quadros import PESOS, Bairro


@pytest.fixture
def bairro(sqlite_office: Office) -> Bairro:
    """Four places, level 1 first; nine demands, one of them worked on."""
    found = Bairro(sqlite_office)
    found.parametros(4, PESOS)
    for n, nivel, vale in (
        (1, 1, 40), (2, 1, 30), (3, 2, 95), (4, 3, 90), (5, 2, 50),
        (6, 5, 10), (7, 3, 90), (8, 4, 70), (9, 1, 35),
    ):  # fmt: skip
        found.entra(n, nivel, vale)
    found.publicar(sorteado(1), iniciada(1))
    return found


def test_bands_hold_every_ranked_demand_once(bairro: Bairro) -> None:
    found = bairro.quadro()
    held = [line.demanda_id for line in found.linhas]
    assert sorted([*held, *found.fila.demandas]) == [demanda(n) for n in range(1, 10)]
    assert found.em_espera == found.backlog.agenda.em_espera == 5
    assert found.total_no_ranking == 9
    assert found.vagas_ocupadas == found.backlog.agenda.capacidade == 4
    assert [line.faixa for line in found.linhas] == [ANDAMENTO, AGENDA, AGENDA, AGENDA]
    assert [line.ordem for line in found.linhas] == [None, 1, 2, 3]


def test_positions_are_those_of_the_public_ranking(bairro: Bairro) -> None:
    """A demand's page and the backlog give the same place (peers.md 11)."""
    found = bairro.quadro()
    with bairro.leitor.ler() as read:
        public = {
            one.demanda.demanda_id: one.posicao for one in rankings.read_ranking(*read, unidade(1))
        }
    waiting = {one: found.posicao_na_espera(at) for at, one in enumerate(found.fila.demandas)}
    assert {line.demanda_id: line.posicao for line in found.linhas} | waiting == public


def test_who_waits_stands_by_points_and_then_by_id(bairro: Bairro) -> None:
    found = bairro.quadro()
    keys = [found.chave_na_espera(at) for at in range(found.em_espera)]
    assert keys == sorted(keys)
    assert len({minus for minus, _id in keys}) < len(keys)  # 4 and 7 are equal
    for at, one in enumerate(found.fila.demandas):
        assert found.lugar_na_espera(one) == at
        assert found.antes_na_espera(keys[at]) == at
        assert found.posicao(keys[at]) == found.posicao_na_espera(at)
    assert found.lugar_na_espera(demanda(1)) is None


def test_who_leaves_is_in_no_band(bairro: Bairro) -> None:
    last = bairro.quadro().fila.demandas[-1]
    bairro.publicar(retirada(number_of(last)))
    found = bairro.quadro()
    assert last not in found.fila.demandas
    assert found.total_no_ranking == 8
