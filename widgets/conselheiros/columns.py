"""Columns of the three lists of Conselheiros, and of one councillor's draws. Values only."""

from __future__ import annotations

from collections.abc import Sequence

from app.services.conselheiros import Conselheiro
from app.services.designacoes import NaMesa
from app.services.momentos import ms_de
from app.services.sorteio import DoConselheiro
from widgets.conselheiros.words import CANAL, desfecho, espera, situacao
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments


def _status(one: Conselheiro, moments: Moments) -> str:
    if one.status == "suspenso" and one.data_suspensao_ate:
        return f"{situacao(one.status)} até {moments.curto(ms_de(one.data_suspensao_ate))[:10]}"
    return situacao(one.status)


def _tone(one: Conselheiro) -> str | None:
    return {"suspenso": "warning", "inativo": "secondary"}.get(one.status)


def councillor_columns(moments: Moments) -> Sequence[Column]:
    """One row a councillor."""
    return (
        Column(
            "nome", "Conselheiro",
            lambda one: one.nome_publico or f"sem nome público ({short(one.conselheiro_id)})",
            tooltip=lambda one: one.conselheiro_id,
            tone=lambda one: None if one.nome_publico else "secondary",
            value=lambda one: one.nome_publico or "",
            width_chars=22,
        ),
        Column("situacao", "Situação", lambda one: _status(one, moments), tone=_tone,
               value=lambda one: one.status, width_chars=23),
        Column("unidade", "Unidade", lambda one: one.unidade_nome or short(one.unidade_civica_id),
               width_chars=19),
        Column("nivel", "Nível", lambda one: str(one.nivel_atuacao), is_number=True,
               value=lambda one: one.nivel_atuacao, width_chars=6, is_hidden=True),
        Column("recusas", "Recusas seguidas", lambda one: str(one.recusas_consecutivas),
               is_number=True, value=lambda one: one.recusas_consecutivas,
               tone=lambda one: "warning" if one.recusas_consecutivas > 2 else None,
               width_chars=16, is_hidden=True),
        Column("ultima", "Última demanda",
               lambda one: _relative(one.data_ultima_atribuicao, moments, "nunca"),
               tooltip=lambda one: _exact(one.data_ultima_atribuicao, moments),
               value=lambda one: one.data_ultima_atribuicao, width_chars=14, is_hidden=True),
        Column("cadastro", "Cadastro", lambda one: _relative(one.data_cadastro, moments),
               tooltip=lambda one: _exact(one.data_cadastro, moments),
               value=lambda one: one.data_cadastro, width_chars=12, is_hidden=True),
        Column("id", "Identificador", lambda one: short(one.conselheiro_id), is_code=True,
               copied=lambda one: one.conselheiro_id, tooltip=lambda one: one.conselheiro_id,
               width_chars=12, is_hidden=True),
    )  # fmt: skip


def desk_columns(moments: Moments) -> Sequence[Column]:
    """One row a running assignment."""
    return (
        Column("protocolo", "Protocolo", lambda one: one.protocolo or short(one.demanda_id),
               is_code=True, tooltip=lambda one: one.demanda_id, width_chars=14),
        Column("titulo", "Demanda", lambda one: one.titulo or "texto retido",
               tooltip=lambda one: one.titulo or "Um moderador ainda vai decidir sobre este texto.",
               tone=lambda one: None if one.titulo else "secondary", width_chars=30),
        Column("conselheiro", "Conselheiro", _who,
               tooltip=lambda one: one.designacao.conselheiro_id,
               copied=lambda one: one.designacao.conselheiro_id, width_chars=17),
        Column("aviso", "Aviso", lambda one: _told(one, moments),
               tooltip=lambda one: _told_exactly(one, moments),
               tone=lambda one: "warning" if one.designacao.is_a_avisar else None,
               width_chars=24),
        Column("responder", "Começar até",
               lambda one: _until(one, moments), tooltip=lambda one: _until_exactly(one, moments),
               tone=lambda one: "danger" if one.pode_liberar(moments.agora_ms()) else None,
               value=lambda one: moments.iso(one.responder_ate_ms),
               sort=lambda one: one.responder_ate_ms, is_whole=True, width_chars=23),
        Column("sorteada", "Sorteada",
               lambda one: _relative(one.designacao.data_sorteio, moments),
               tooltip=lambda one: _exact(one.designacao.data_sorteio, moments),
               value=lambda one: one.designacao.data_sorteio, width_chars=12, is_hidden=True),
        Column("unidade", "Unidade",
               lambda one: one.designacao.unidade_nome or short(one.designacao.unidade_civica_id),
               width_chars=17),
        Column("categoria", "Categoria", lambda one: one.categoria or "", width_chars=20,
               is_hidden=True),
    )  # fmt: skip


def waiting_columns(moments: Moments) -> Sequence[Column]:
    """One row a demand without a councillor."""
    return (
        Column("protocolo", "Protocolo", lambda one: one.protocolo or short(one.demanda_id),
               is_code=True, tooltip=lambda one: one.demanda_id, width_chars=14),
        Column("titulo", "Demanda", lambda one: one.titulo or "texto retido",
               tooltip=lambda one: one.titulo or "Um moderador ainda vai decidir sobre este texto.",
               tone=lambda one: None if one.titulo else "secondary", width_chars=30),
        Column("espera", "Espera",
               lambda one: _relative(one.pendente.data_entrada, moments),
               tooltip=lambda one: _exact(one.pendente.data_entrada, moments),
               value=lambda one: one.pendente.data_entrada, width_chars=12),
        Column("motivo", "Por quê", lambda one: espera(one.pendente.motivo_espera),
               tooltip=lambda one: espera(one.pendente.motivo_espera), width_chars=38),
        Column("unidade", "Unidade", lambda one: one.unidade or "", width_chars=20),
        Column("categoria", "Categoria", lambda one: one.categoria or "", width_chars=20,
               is_hidden=True),
        Column("nivel", "Nível", lambda one: str(one.pendente.nivel_precedencia), is_number=True,
               value=lambda one: one.pendente.nivel_precedencia, width_chars=7),
        Column("tentativas", "Sorteios sem ninguém",
               lambda one: str(one.pendente.tentativas_sorteio), is_number=True,
               value=lambda one: one.pendente.tentativas_sorteio, width_chars=18,
               is_hidden=True),
    )  # fmt: skip


def draw_columns(moments: Moments) -> Sequence[Column]:
    """One row a draw of one councillor."""
    return (
        Column("quando", "Sorteada", lambda one: moments.curto(ms_de(one.sorteado.data_sorteio))[:16],
               tooltip=lambda one: _exact(one.sorteado.data_sorteio, moments),
               value=lambda one: one.sorteado.data_sorteio, is_whole=True,
               width_chars=16),
        Column("demanda", "Protocolo", lambda one: one.protocolo or short(one.demanda_id),
               is_code=True, tooltip=lambda one: one.demanda_id, width_chars=14),
        Column("entre", "Entre", lambda one: str(one.sorteado.total_elegiveis or "–"),
               is_number=True, value=lambda one: one.sorteado.total_elegiveis, width_chars=6),
        Column("fim", "O que houve", _ended,
               tooltip=lambda one: _exact(one.sorteado.data_encerramento, moments),
               width_chars=23),
    )  # fmt: skip


def _ended(one: DoConselheiro) -> str:
    return desfecho(one.sorteado.status, one.sorteado.motivo_encerramento)


def _who(one: NaMesa) -> str:
    return one.designacao.nome_publico or short(one.designacao.conselheiro_id)


def _told(one: NaMesa, moments: Moments) -> str:
    note = one.designacao.aviso
    if note is None:
        return "falta avisar" if one.designacao.is_a_avisar else "já trabalha"
    when = moments.relativo(ms_de(note.avisado_em))
    by = f", {one.avisado_por}" if one.avisado_por else ""
    return f"{CANAL.get(note.canal, note.canal)} {when}{by}"


def _told_exactly(one: NaMesa, moments: Moments) -> str:
    note = one.designacao.aviso
    return _told(one, moments) if note is None else moments.exato(ms_de(note.avisado_em))


def _until(one: NaMesa, moments: Moments) -> str:
    if one.designacao.iniciada_em is not None:
        return f"começou {moments.relativo(ms_de(one.designacao.iniciada_em))}"
    shown = moments.curto(one.responder_ate_ms)[:16]
    return f"venceu {shown}" if one.pode_liberar(moments.agora_ms()) else shown


def _until_exactly(one: NaMesa, moments: Moments) -> str:
    begun = one.designacao.iniciada_em
    return moments.exato(one.responder_ate_ms if begun is None else ms_de(begun))


def _relative(timestamp: str | None, moments: Moments, none: str = "–") -> str:
    return none if timestamp is None else moments.relativo(ms_de(timestamp))


def _exact(timestamp: str | None, moments: Moments) -> str:
    return "" if timestamp is None else moments.exato(ms_de(timestamp))
