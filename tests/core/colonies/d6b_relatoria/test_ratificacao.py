"""Residents say it is done: closed at once, or waiting for a councillor's word (G-160)."""

from __future__ import annotations

import pytest

from tests.core.colonies.d6b_relatoria.conftest import (
    Desk,
    confirmada,
    ranqueada,
    recusada,
    refused,
    retirada,
    sorteado,
)
from tests.support.office import conselheiro, demanda

CICLO = "conselheiro.ciclo_concluído"
CONCLUIDA = "demanda.concluída"
RESUMO = "demanda.resumo_ciclo_atualizado"


def effects(desk: Desk) -> list[str]:
    found = desk.office.rows("SELECT efeito FROM d6b_conclusoes_sociais ORDER BY confirmada_em")
    return [row[0] for row in found]


def test_a_councillor_ratifies(desk: Desk) -> None:
    desk.publicar(ranqueada(1), sorteado(1))
    desk.relatar(1)
    with refused("relatoria.sem_pendencia"):
        desk.ratificar(1)
    desk.publicar(confirmada(1, ratificacao=True))
    found = desk.relatoria(1)
    assert found.ativo is not None
    assert found.pendencia is not None
    assert (found.pendencia.conclusao_id, found.pendencia.total_conclusoes) == (demanda(801), 3)
    assert found.pendencia.data == "2026-05-28T20:00:00.000Z"
    with refused("relatoria.de_outro"):
        desk.ratificar(1, c=2)
    receipt = desk.ratificar(1)
    assert desk.after(receipt) == [CONCLUIDA, CICLO, RESUMO]
    assert receipt.resposta == {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "conclusao_id": demanda(801),
        "total_conclusoes": 3,
    }
    (told,) = desk.told(CICLO)
    assert (told["motivo_encerramento"], told["total_atualizacoes"]) == ("demanda_concluida", 1)
    assert desk.told(CONCLUIDA)[0]["dias_ate_conclusao"] == 0
    found = desk.relatoria(1)
    assert (found.encerrada, found.pendencia) == ("concluida", None)
    assert effects(desk) == ["ratificada"]
    desk.check()


def test_an_ordinary_conclusion_settles_it_too(desk: Desk) -> None:
    desk.publicar(sorteado(1), confirmada(1, ratificacao=True))
    desk.concluir(1)
    assert desk.relatoria(1).pendencia is None
    assert effects(desk) == ["ratificada"]
    assert len(desk.said(CONCLUIDA)) == 1
    desk.check()


def test_it_waits_for_the_next_draw(desk: Desk) -> None:
    desk.publicar(confirmada(1, ratificacao=True))
    assert desk.relatoria(1).pendencia is not None
    with refused("relatoria.sem_acompanhamento"):
        desk.ratificar(1)
    desk.publicar(sorteado(1))
    assert desk.said(CICLO) == []
    assert desk.after(desk.ratificar(1)) == [CONCLUIDA, CICLO, RESUMO]
    assert desk.relatoria(1).encerrada == "concluida"
    desk.check()


@pytest.mark.parametrize("how", ["desistencia", "recusa"])
def test_it_goes_on_to_the_next_councillor(desk: Desk, how: str) -> None:
    desk.publicar(sorteado(1), confirmada(1, ratificacao=True))
    if how == "recusa":
        desk.publicar(recusada(1))
    else:
        desk.desistir(1)
    desk.publicar(sorteado(1, 2))
    desk.ratificar(1, c=2)
    assert desk.told(CONCLUIDA)[0]["conselheiro_id"] == conselheiro(2)
    desk.check()


def test_nobody_has_to_be_asked_and_nobody_works_on_it(desk: Desk) -> None:
    desk.publicar(confirmada(1, ratificacao=False))
    assert [event.tipo for event in desk.office.events()] == ["demanda.conclusao_confirmada"]
    assert desk.relatoria(1).encerrada == "conclusao_coletiva"
    assert effects(desk) == ["direta"]
    desk.check()


def test_a_councillor_who_had_not_begun_is_let_go(desk: Desk) -> None:
    desk.publicar(sorteado(1), confirmada(1, ratificacao=False))
    (told,) = desk.told(CICLO)
    assert (told["conselheiro_id"], told["motivo_encerramento"]) == (
        conselheiro(1), "demanda_concluida",
    )  # fmt: skip
    assert desk.said(CONCLUIDA) == []
    assert desk.relatoria(1).ciclos[0].motivo_encerramento == "conclusao_coletiva"
    with refused("relatoria.demanda_concluida"):
        desk.relatar(1)
    desk.check()


def test_work_that_had_begun_is_concluded_for_the_agenda(desk: Desk) -> None:
    """D-5 3.6 leaves an item em_progresso to this colony; nobody has to be asked."""
    desk.publicar(ranqueada(1), sorteado(1))
    desk.relatar(1)
    desk.publicar(confirmada(1, ratificacao=False))
    said = desk.said("demanda.conclusao_confirmada")[0]
    assert [event.tipo for event in desk.office.events()[-3:]] == [CONCLUIDA, CICLO, RESUMO]
    assert {event.causa for event in desk.office.events()[-3:]} == {said.event_hash}
    assert desk.told(CONCLUIDA)[0]["conselheiro_id"] == conselheiro(1)
    assert desk.told(RESUMO)[-1]["resumo"].startswith(
        "Acompanhamento encerrado: moradores confirmaram a conclusão. 1 atualização"
    )
    assert (desk.relatoria(1).encerrada, effects(desk)) == ("conclusao_coletiva", ["direta"])
    with refused("relatoria.demanda_concluida"):
        desk.ratificar(1)
    desk.check()


def test_what_waited_for_a_word_waits_no_longer(desk: Desk) -> None:
    desk.publicar(confirmada(1, ratificacao=True), confirmada(1, ratificacao=False, conclusao=2))
    assert effects(desk) == ["direta", "direta"]
    assert desk.relatoria(1).pendencia is None
    desk.publicar(confirmada(2, ratificacao=True), retirada(2))
    assert desk.relatoria(2).pendencia is None
    desk.check()


@pytest.mark.parametrize("how", ["concluida", "retirada"])
def test_a_closed_demand_is_not_closed_again(desk: Desk, how: str) -> None:
    desk.publicar(sorteado(1))
    if how == "concluida":
        desk.concluir(1)
    else:
        desk.publicar(retirada(1))
    before = desk.relatoria(1)
    desk.publicar(
        confirmada(1, ratificacao=False), confirmada(1, ratificacao=True, conclusao=2), retirada(1)
    )
    assert desk.relatoria(1) == before
    assert effects(desk) == ["sem_efeito", "sem_efeito"]
    assert len(desk.said(CICLO)) == (1 if how == "concluida" else 0)
    desk.check()
