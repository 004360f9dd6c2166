"""A cycle from the draw to its end, and the next one."""

from __future__ import annotations

import pytest

from core.colonies.d6b_relatoria import api, queries
from tests.core.colonies.d6b_relatoria.conftest import (
    ATENDENTE,
    CONSELHEIRA,
    DAY_MS,
    OPERADOR,
    Desk,
    confirmada,
    ranqueada,
    recusada,
    refused,
    retirada,
    sorteado,
)
from tests.support.office import TEST_NO, conselheiro, demanda, unidade

REGISTRADA = "conselheiro.atualização_registrada"
PUBLICADA = "conselheiro.atualização_publicada"
INICIADA = "conselheiro.demanda_iniciada"
CICLO = "conselheiro.ciclo_concluído"
CONCLUIDA = "demanda.concluída"
RESUMO = "demanda.resumo_ciclo_atualizado"


def test_a_draw_opens_a_cycle_and_says_nothing(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    assert [event.tipo for event in desk.office.events()] == ["conselheiro.sorteado"]
    (cycle,) = desk.relatoria(1).ciclos
    assert (cycle.ciclo, cycle.situacao, cycle.iniciado_em) == (1, "ativo", None)
    assert (cycle.conselheiro_id, cycle.unidade_civica_id) == (conselheiro(1), unidade(1))
    assert desk.read(queries.read_active_of, conselheiro(1)) == cycle
    assert desk.read(queries.read_active_of, conselheiro(2)) is None
    desk.check()


def test_the_first_report_starts_the_demand_and_the_second_does_not(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    assert desk.relatar(1)["inicia"] is True
    assert desk.relatar(1)["inicia"] is False
    assert [event.tipo for event in desk.office.events()[1:]] == [
        REGISTRADA, PUBLICADA, INICIADA, RESUMO, REGISTRADA, PUBLICADA, RESUMO,
    ]  # fmt: skip
    registered, started = desk.said(REGISTRADA)[0], desk.said(INICIADA)[0]
    assert registered.origem == "D-1a"
    assert started.causa == registered.event_hash
    assert started.chave_derivacao == f"D-6b/{INICIADA}/{demanda(1)}"
    assert started.payload == {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "unidade_civica_id": unidade(1),
        "timestamp_inicio": registered.timestamp,
    }
    assert [one["numero_sequencial"] for one in desk.told(PUBLICADA)] == [1, 2]
    assert [one["atualizacao_id"] for one in desk.told(PUBLICADA)] == [
        event.event_id for event in desk.said(REGISTRADA)
    ]
    desk.check()


def test_a_first_report_that_concludes_says_all_in_order(desk: Desk) -> None:
    """G-164."""
    desk.publicar(ranqueada(1, "3.4"), sorteado(1))
    desk.office.clock.advance(2 * DAY_MS + 1)
    receipt = desk.concluir(1)
    assert desk.after(receipt) == [REGISTRADA, PUBLICADA, INICIADA, CONCLUIDA, CICLO, RESUMO]
    registered = desk.said(REGISTRADA)[0]
    assert desk.told(CONCLUIDA) == [
        {
            "demanda_id": demanda(1),
            "unidade_civica_id": unidade(1),
            "data_conclusao": registered.timestamp,
            "conselheiro_id": conselheiro(1),
            "categoria_id": "3.4",
            "dias_ate_conclusao": 2,
        }
    ]
    summary = (
        "Acompanhamento encerrado: demanda concluída. 1 atualização publicada: 1 mudança de "
        "situação. Última atualização: (1) “O buraco foi tapado”."
    )
    assert desk.told(CICLO) == [
        {
            "conselheiro_id": conselheiro(1),
            "demanda_id": demanda(1),
            "unidade_civica_id": unidade(1),
            "motivo_encerramento": "demanda_concluida",
            "total_atualizacoes": 1,
            "data_inicio": desk.said("conselheiro.sorteado")[0].timestamp,
            "data_fim": registered.timestamp,
            "dias_duracao": 2,
            "resumo_final": summary,
            "registrado_por": "atendente",
        }
    ]
    (told,) = desk.told(RESUMO)
    assert (told["resumo"], told["total_atualizacoes"]) == (summary, 1)
    assert (told["data_fim"], told["versao_metodo"]) == (registered.timestamp, "resumo_ciclo_v1")
    assert told["fontes"] == [registered.event_id]
    found = desk.relatoria(1)
    assert (found.encerrada, found.ativo) == ("concluida", None)
    assert found.ciclos[0].motivo_encerramento == "demanda_concluida"
    assert found.ciclos[0].texto_resumo_ciclo == summary
    desk.check()


def test_without_a_rank_days_and_category_are_left_out(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.concluir(1)
    (told,) = desk.told(CONCLUIDA)
    assert told.keys().isdisjoint({"categoria_id", "dias_ate_conclusao"})


def test_a_closed_demand_takes_nothing_more(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.concluir(1)
    before = len(desk.office.events())
    with refused("relatoria.demanda_concluida"):
        desk.relatar(1)
    with refused("relatoria.demanda_concluida"):
        desk.concluir(1)
    with refused("relatoria.demanda_concluida"):
        desk.desistir(1)
    with refused("relatoria.demanda_concluida"):
        desk.ratificar(1)
    assert len(desk.office.events()) == before


def test_only_who_was_drawn_or_a_clerk_may_act(desk: Desk) -> None:
    with refused("relatoria.sem_acompanhamento"):
        desk.relatar(1)
    desk.publicar(sorteado(1), sorteado(2, 2))
    with refused("relatoria.de_outro"):
        desk.relatar(1, ator=CONSELHEIRA, c=2)
    with refused("relatoria.de_outro"):
        desk.concluir(1, c=2)
    with refused("relatoria.quem_e"):
        desk.relatar(1, ator=CONSELHEIRA)
    with refused("relatoria.papel"):
        desk.relatar(1, ator=OPERADOR)
    assert desk.said(REGISTRADA) == []
    assert desk.relatar(1, ator=CONSELHEIRA, c=1)["em_nome_de"] is False
    assert desk.relatar(2)["em_nome_de"] is True
    assert [one["registrado_por"] for one in desk.told(PUBLICADA)] == ["conselheiro", "atendente"]
    assert [event.ator for event in desk.said(REGISTRADA)] == [CONSELHEIRA, ATENDENTE]
    desk.check()


def test_giving_up_frees_and_the_next_cycle_counts_anew(desk: Desk) -> None:
    desk.publicar(ranqueada(1), sorteado(1))
    desk.relatar(1)
    desk.relatar(1)
    receipt = desk.desistir(1)
    assert desk.after(receipt) == [CICLO, RESUMO]
    assert receipt.resposta == {
        "demanda_id": demanda(1),
        "conselheiro_id": conselheiro(1),
        "total_atualizacoes": 2,
    }
    (told,) = desk.told(CICLO)
    assert (told["motivo_encerramento"], told["total_atualizacoes"]) == ("desistencia", 2)
    assert told["resumo_final"].startswith("Acompanhamento encerrado: o conselheiro desistiu. 2 ")
    assert desk.said(CONCLUIDA) == []
    with refused("relatoria.sem_acompanhamento"):
        desk.relatar(1)
    desk.office.clock.advance(DAY_MS)
    desk.publicar(sorteado(1, 2))
    assert desk.relatar(1)["inicia"] is True
    assert [one["numero_sequencial"] for one in desk.told(PUBLICADA)] == [1, 2, 3]
    assert len(desk.said(INICIADA)) == 2
    assert desk.told(RESUMO)[-1]["total_atualizacoes"] == 1
    desk.concluir(1)
    assert desk.told(CICLO)[-1]["total_atualizacoes"] == 2
    first, second = desk.relatoria(1).ciclos
    assert (first.ciclo, first.motivo_encerramento, first.total_atualizacoes) == (
        1, "desistencia", 2,
    )  # fmt: skip
    assert (second.ciclo, second.motivo_encerramento, second.total_atualizacoes) == (
        2, "demanda_concluida", 2,
    )  # fmt: skip
    assert first.texto_resumo_ciclo != second.texto_resumo_ciclo
    desk.check()


def test_giving_up_without_a_report_needs_no_summary(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    assert desk.after(desk.desistir(1)) == [CICLO]
    desk.check()


def test_a_mandate_ends_by_councillor(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    with refused("relatoria.papel_mandato"):
        desk.decidir(api.encerrar_mandato(conselheiro(1), CONSELHEIRA))
    with refused("relatoria.sem_demanda_ativa"):
        desk.decidir(api.encerrar_mandato(conselheiro(2), OPERADOR))
    receipt = desk.decidir(api.encerrar_mandato(conselheiro(1), OPERADOR))
    assert desk.after(receipt) == [CICLO]
    (told,) = desk.told(CICLO)
    assert (told["motivo_encerramento"], told["registrado_por"]) == ("fim_mandato", "operador")
    desk.check()


def test_a_refusal_ends_the_cycle_of_whoever_refuses(desk: Desk) -> None:
    desk.publicar(sorteado(1), recusada(1, 2))
    assert desk.relatoria(1).ativo is not None
    desk.publicar(recusada(1))
    assert desk.relatoria(1).ciclos[0].motivo_encerramento == "recusa"
    assert desk.said(CICLO) == []
    with refused("relatoria.sem_acompanhamento"):
        desk.relatar(1)
    desk.publicar(sorteado(1, 2))
    desk.relatar(1, c=2)
    assert [one["numero_sequencial"] for one in desk.told(PUBLICADA)] == [1]
    desk.check()


def test_a_cycle_given_back_after_reports_leaves_its_summary(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1)
    desk.publicar(recusada(1))
    told = desk.told(RESUMO)[-1]
    assert told["resumo"].startswith("Acompanhamento encerrado. 1 atualização publicada: 1 contato")
    assert told["data_fim"] == desk.said("conselheiro.atribuicao_recusada")[0].timestamp
    desk.check()


def test_a_withdrawal_closes_without_penalty(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    desk.relatar(1)
    desk.publicar(retirada(1))
    assert desk.said(CICLO) == []
    assert desk.said(CONCLUIDA) == []
    found = desk.relatoria(1)
    assert (found.encerrada, found.ciclos[0].motivo_encerramento) == ("retirada", "retirada")
    assert desk.told(RESUMO)[-1]["resumo"].startswith("Acompanhamento encerrado: demanda retirada.")
    with refused("relatoria.demanda_retirada"):
        desk.relatar(1)
    desk.check()


@pytest.mark.parametrize("how", ["concluida", "retirada", "moradores"])
def test_a_late_draw_opens_nothing_and_lets_go(desk: Desk, how: str) -> None:
    """G-132: whoever is drawn for a closed demand must not stay busy."""
    if how == "concluida":
        desk.publicar(sorteado(1))
        desk.concluir(1)
    else:
        desk.publicar(retirada(1) if how == "retirada" else confirmada(1, ratificacao=False))
    cycles = len(desk.relatoria(1).ciclos)
    desk.office.clock.advance(5_000)
    desk.publicar(sorteado(1, 2))
    draw = desk.said("conselheiro.sorteado")[-1]
    told = desk.said(CICLO)[-1]
    assert told.causa == draw.event_hash
    assert told.payload == {
        "conselheiro_id": conselheiro(2),
        "demanda_id": demanda(1),
        "unidade_civica_id": unidade(1),
        "motivo_encerramento": "demanda_concluida",
        "total_atualizacoes": 0,
        "data_inicio": draw.timestamp,
        "data_fim": draw.timestamp,
        "dias_duracao": 0,
    }
    assert len(desk.relatoria(1).ciclos) == cycles
    desk.check()


def test_another_draw_for_a_running_demand_takes_over(desk: Desk) -> None:
    desk.publicar(sorteado(1), sorteado(1, 2))
    first, second = desk.relatoria(1).ciclos
    assert (first.motivo_encerramento, second.situacao) == ("substituido", "ativo")
    desk.relatar(1, c=2)
    with refused("relatoria.de_outro"):
        desk.relatar(1, c=1)
    desk.check()


def test_days_count_from_the_first_rank_and_the_category_is_the_last(desk: Desk) -> None:
    desk.publicar(ranqueada(1, "3.1"), sorteado(1))
    desk.office.clock.advance(3 * DAY_MS)
    desk.publicar(ranqueada(1, "3.9"), ranqueada(1, "3.9"))
    desk.concluir(1)
    (told,) = desk.told(CONCLUIDA)
    assert (told["categoria_id"], told["dias_ate_conclusao"]) == ("3.9", 3)
    desk.check()


def test_a_demand_that_was_ranked_after_its_draw_is_known_too(desk: Desk) -> None:
    desk.publicar(sorteado(1), ranqueada(1, "3.9"))
    desk.office.clock.advance(DAY_MS)
    desk.concluir(1)
    (told,) = desk.told(CONCLUIDA)
    assert (told["categoria_id"], told["dias_ate_conclusao"]) == ("3.9", 1)
    desk.check()


def test_a_repeated_command_registers_once(desk: Desk) -> None:
    desk.publicar(sorteado(1))
    decide = api.concluir(TEST_NO, demanda(1), "Feito, o poste acende.", ATENDENTE)
    first = desk.decidir(decide, "comando-1")
    again = desk.decidir(decide, "comando-1")
    assert again.resposta == first.resposta
    assert len(desk.said(REGISTRADA)) == 1
