"""The workspace: only the own one, the whole demand, drafts that survive, reports registered once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.services.gabinete import SEMELHANTES, GabineteService
from app.services.permissoes import Papel
from app.services.sessao import Conta
from core.kernel.errors import UserFacingError
from tests.support.conselheiros import CLERK, designacao, livre
from tests.support.vivo import Vivo

ME = "44444444-0000-4000-8000-000000000055"
CONTATO = {"com_quem": "Maria Souza", "canal": "telefone", "resultado": "vistoria marcada"}


def sit_down(vivo: Vivo, conselheiro_id: str | None, *papeis: Papel) -> GabineteService:
    account = Conta(ME, "Bia", frozenset(papeis), conselheiro_id)
    vivo.servicos.sessao.entrar(account)
    return vivo.servicos.gabinete


def pair(vivo: Vivo, *, begun: bool) -> tuple[str, str]:
    """A councillor and the demand in hand."""
    found = designacao(vivo, begun=begun)
    return found.designacao.conselheiro_id, found.demanda_id


def test_a_councillor_opens_the_own_workspace_alone(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    other, _ = pair(vivo, begun=True)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    assert (gabinete.meu_id, gabinete.pode_escolher) == (who, False)
    found = gabinete.abrir(who)
    assert found.is_proprio
    assert found.sorteio is not None
    assert found.sorteio.demanda_id == demanda
    for act in (
        lambda: gabinete.abrir(other),
        lambda: gabinete.rascunho(other, demanda),
        lambda: gabinete.guardar(other, demanda, {}, None),
        lambda: gabinete.recusar(other, demanda, "recusa_explicita"),
        lambda: gabinete.desistir(other, demanda),
        lambda: gabinete.ratificar(other, demanda),
    ):
        with pytest.raises(UserFacingError, match=r"gabinete\.de_outro"):
            act()


def test_who_is_neither_councillor_nor_clerk_opens_none(vivo: Vivo) -> None:
    who, _ = pair(vivo, begun=True)
    with pytest.raises(UserFacingError, match=r"conta\.sem_permissao"):
        sit_down(vivo, None, Papel.AUDITOR).abrir(who)
    vivo.servicos.sessao.sair()
    with pytest.raises(UserFacingError, match=r"conta\.entrada_necessaria"):
        vivo.servicos.gabinete.abrir(who)


def test_the_demand_with_history_deadlines_and_likes(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=True)
    gabinete = sit_down(vivo, None, Papel.ATENDENTE)
    found = gabinete.abrir(who)
    assert not found.is_proprio
    assert found.demanda is not None
    assert found.demanda.demanda.demanda_id == demanda
    assert found.demanda.linha_do_tempo.entradas
    assert found.atualizacoes
    assert found.is_iniciada
    assert "atualizacao" in {one.espera for one in found.prazos}


def test_what_worked_before_nearest_and_newest_first(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=True)
    vivo.servicos.relatoria.concluir(demanda, "O serviço foi feito e conferido.", CLERK)
    vivo.ocioso()
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    done = vivo.servicos.transparencia.demanda(demanda)
    assert demanda not in {one.demanda_id for one in gabinete.semelhantes(done)}
    likes = gabinete.semelhantes(replace(done, demanda_id="00000000-0000-4000-8000-000000000000"))
    assert likes[0].demanda_id == demanda
    assert likes[0].relato_final == "O serviço foi feito e conferido."
    assert all(one.concluida_em for one in likes)
    assert len(likes) <= SEMELHANTES
    assert gabinete.semelhantes(replace(done, categoria_id=None)) == ()


def test_a_free_councillor_has_an_empty_desk(vivo: Vivo) -> None:
    free = livre(vivo)
    gabinete = sit_down(vivo, None, Papel.ATENDENTE)
    found = gabinete.abrir(free.conselheiro_id)
    assert (found.sorteio, found.demanda, found.prazos) == (None, None, ())
    assert not found.is_iniciada


def test_a_draft_survives_and_two_windows_lose_nothing(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    assert gabinete.rascunho(who, demanda) is None
    first = gabinete.guardar(who, demanda, {"texto": "Fui lá"}, None)
    assert gabinete.guardar(who, demanda, {"texto": "Fui lá"}, first) == first
    with pytest.raises(UserFacingError, match=r"relatoria\.rascunho_de_outra_janela"):
        gabinete.guardar(who, demanda, {"texto": "outra janela, sem ver a primeira"}, None)
    vivo.reabrir()
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    assert gabinete.rascunho(who, demanda) == first
    second = gabinete.guardar(who, demanda, {"texto": "Fui lá ontem"}, first)
    with pytest.raises(UserFacingError, match=r"relatoria\.rascunho_de_outra_janela"):
        gabinete.guardar(who, demanda, {"texto": "sobre a primeira"}, first)
    assert gabinete.descartar(first) is False
    assert gabinete.rascunho(who, demanda) == second
    assert gabinete.descartar(second) is True
    assert gabinete.rascunho(who, demanda) is None


def test_a_report_is_registered_once_and_takes_its_draft_away(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    text = "Falei com a Maria Souza, que marcou a vistoria."
    draft = gabinete.guardar(who, demanda, {"texto": text}, None)
    with pytest.raises(UserFacingError, match=r"relatoria\.campo_faltando"):
        gabinete.registrar(draft, "contato_realizado", text, {})
    assert gabinete.rascunho(who, demanda) == draft
    answer = gabinete.registrar(draft, "contato_realizado", text, CONTATO)
    assert gabinete.registrar(draft, "contato_realizado", text, CONTATO) == answer
    vivo.ocioso()
    assert answer["inicia"] is True
    assert answer["em_nome_de"] is False
    assert gabinete.rascunho(who, demanda) is None
    found = gabinete.abrir(who)
    assert len(found.atualizacoes) == 1
    assert "Maria" not in (found.atualizacoes[0].descricao_sanitizada or "")
    with pytest.raises(UserFacingError, match=r"conselheiros\.ja_iniciada"):
        gabinete.recusar(who, demanda, "recusa_explicita")


def test_a_window_registers_nothing_that_another_has_written_on_or_registered(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    seen = gabinete.guardar(who, demanda, {"texto": "Falei com ela."}, None)
    newer = gabinete.guardar(who, demanda, {"texto": "Falei com ela hoje."}, seen)
    with pytest.raises(UserFacingError, match=r"relatoria\.rascunho_de_outra_janela"):
        gabinete.registrar(seen, "contato_realizado", "Falei com ela.", CONTATO)
    assert gabinete.rascunho(who, demanda) == newer, "nothing is gone"
    gabinete.registrar(newer, "contato_realizado", "Falei com ela hoje.", CONTATO)
    with pytest.raises(UserFacingError, match=r"relatoria\.rascunho_encerrado"):
        gabinete.registrar(seen, "contato_realizado", "Falei com ela.", CONTATO)
    vivo.ocioso()
    assert len(gabinete.abrir(who).atualizacoes) == 1


def test_a_clerk_acts_in_the_councillors_name_and_the_timeline_says_so(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    gabinete = sit_down(vivo, None, Papel.ATENDENTE)
    draft = gabinete.guardar(who, demanda, {"texto": "Fui lá."}, None)
    gabinete.registrar(draft, "status_atualizado", "Fui lá.", {"status": "em_andamento"})
    vivo.ocioso()
    told = gabinete.abrir(who).demanda
    assert told is not None
    assert "em nome do conselheiro" in " ".join(e.frase for e in told.linha_do_tempo.entradas)


def test_a_refusal_in_somebodys_name_says_so_too(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    sit_down(vivo, None, Papel.ATENDENTE).recusar(who, demanda, "fora_do_territorio")
    vivo.ocioso()
    told = vivo.servicos.transparencia.relatorio_da_demanda(demanda).linha_do_tempo
    (line,) = [e.frase for e in told.entradas if "fora do seu território" in e.frase]
    assert line.endswith("(Registrada por um atendente em nome do conselheiro.)")


def test_giving_up_draws_again_without_a_penalty(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=True)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    before = gabinete.abrir(who).conselheiro.recusas_consecutivas
    gabinete.desistir(who, demanda)
    vivo.ocioso()
    after = gabinete.abrir(who)
    assert after.conselheiro.recusas_consecutivas == before
    assert after.sorteio is None or after.sorteio.demanda_id != demanda


def test_refusing_for_a_risk_and_nothing_to_ratify(vivo: Vivo) -> None:
    who, demanda = pair(vivo, begun=False)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    with pytest.raises(UserFacingError, match=r"relatoria\.sem_pendencia"):
        gabinete.ratificar(who, demanda)
    before = gabinete.abrir(who).conselheiro.recusas_consecutivas
    gabinete.recusar(who, demanda, "risco_pessoal")
    vivo.ocioso()
    assert gabinete.abrir(who).conselheiro.recusas_consecutivas == before


def test_a_preview_names_what_stays_inside_and_quotes_nothing(vivo: Vivo) -> None:
    who, _ = pair(vivo, begun=False)
    gabinete = sit_down(vivo, who, Papel.CONSELHEIRO)
    clean = gabinete.prever("contato_realizado", "Falei com o setor de obras.", CONTATO)
    assert clean.publica == "Falei com o setor de obras."
    assert clean.campos_internos == ("com_quem",)
    assert (clean.padroes, clean.termos_da_lista, clean.is_alterada) == ((), 0, False)
    named = gabinete.prever("contato_realizado", "Falei com a Maria Souza.", CONTATO)
    assert named.is_alterada
    held = gabinete.prever("contato_realizado", "Ligue para (11) 98765-4321.", CONTATO)
    assert held.publica is None
    assert held.padroes == ("telefone",)
    assert "98765" not in repr(held)
    assert gabinete.sugerir("Falei por telefone com a prefeitura.").sugestao.tipo == (
        "contato_realizado"
    )
