"""The columns of the auditor's lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.services.contas import LinhaDePapeis
from app.services.historia_sorteio import Fora
from app.services.momentos import ms_de
from app.services.registro_sorteios import (
    SITUACOES,
    TIPOS,
    LinhaDoRegistro,
    motivo_em_palavras,
)
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import count_column, moment_column, named_column

SHAPES: Final = {
    "conselheiro.sorteado": "●",
    "sorteio.sem_candidatos": "○",
    "conselheiro.atribuicao_recusada": "✗",
    "conselheiro.ciclo_concluído": "■",
    "conselheiro.suspensao_expirada": "↺",
}
"""A shape beside the word of each kind."""
_ACTS: Final = {
    "criacao": "conta criada",
    "papeis": "papéis mudados",
    "desativacao": "desativada",
    "reativacao": "reativada",
    "senha": "senha trocada",
}


def registry_columns(moments: Moments) -> tuple[Column, ...]:
    """What happened when to which demand, and with whom."""
    return (
        _when(moments, lambda row: row.quando_ms),
        Column(
            "tipo",
            "O quê",
            text=lambda row: f"{SHAPES.get(row.tipo, '')} {TIPOS.get(row.tipo, row.tipo)}",
            value=lambda row: TIPOS.get(row.tipo, row.tipo),
            width_chars=21,
        ),
        _demand(),
        named_column(
            "conselheiro",
            "Conselheiro",
            lambda row: row.conselheiro,
            lambda row: row.conselheiro_id,
            18,
        ),
        Column("unidade", "Unidade", text=lambda row: row.unidade or "—", width_chars=18),
        count_column("elegiveis", "Entre", lambda row: row.elegiveis, 6),
        Column("desfecho", "Desfecho", text=_outcome, width_chars=24),
        count_column("numero", "Nº no registro", lambda row: row.numero, 12, is_hidden=True),
    )


def waiting_columns(moments: Moments) -> tuple[Column, ...]:
    """Demands that wait for a draw."""
    return (
        _when(moments, lambda row: row.desde_ms, "Espera"),
        _demand(),
        Column("unidade", "Unidade", text=lambda row: row.unidade or "—", width_chars=22),
        Column(
            "motivo", "Por quê", text=lambda row: motivo_em_palavras(row.motivo), width_chars=34
        ),
        count_column("tentativas", "Tentativas", lambda row: row.tentativas, 10),
    )


def left_out_columns(moments: Moments) -> tuple[Column, ...]:
    """Who could not be drawn, and why."""
    return (
        named_column(
            "conselheiro",
            "Conselheiro",
            lambda row: row.conselheiro,
            lambda row: row.conselheiro_id,
            18,
        ),
        Column("unidade", "Serve em", text=lambda row: row.unidade or "—", width_chars=18),
        Column("motivo", "Por que não", text=lambda row: _why_not(row, moments), width_chars=46),
    )


def role_columns(moments: Moments) -> tuple[Column, ...]:
    """Who held which role, since when and until when."""
    return (
        _when(moments, lambda row: ms_de(row.ocorrido_em), "Desde"),
        Column(
            "ate",
            "Até",
            text=lambda row: "agora" if row.ate is None else moments.relativo(ms_de(row.ate)),
            tooltip=lambda row: "" if row.ate is None else moments.exato(ms_de(row.ate)),
            width_chars=13,
        ),
        named_column("conta", "Conta", lambda row: row.nome, lambda row: row.conta_id, 18),
        Column("papeis", "Papéis", text=_roles, width_chars=32),
        Column(
            "ato", "O que mudou", text=lambda row: _ACTS.get(row.ato or "", "—"), width_chars=16
        ),
        Column("por", "Por quem", text=lambda row: row.por or "—", width_chars=16),
    )


def difference_columns(moments: Moments) -> tuple[Column, ...]:
    """What does not match."""
    return (
        _when(moments, lambda row: ms_de(row.timestamp)),
        _demand(),
        Column("frase", "O que difere", text=lambda row: row.frase, width_chars=90),
    )


def _when(moments: Moments, ms: Callable[[Any], int], title: str = "Quando") -> Column:
    return moment_column("quando", title, moments, ms, 12)


def _demand() -> Column:
    return Column(
        "demanda",
        "Demanda",
        text=lambda row: row.protocolo or short(row.demanda_id or "—"),
        copied=lambda row: row.protocolo or row.demanda_id or "",
        tooltip=lambda row: row.demanda_id or "",
        is_code=True,
        width_chars=14,
    )


def _outcome(row: LinhaDoRegistro) -> str:
    words = SITUACOES.get(row.situacao or "", "")
    return " · ".join(filter(None, (words, motivo_em_palavras(row.motivo)))) or "—"


def _why_not(row: Fora, moments: Moments) -> str:
    if row.suspenso_ate_ms is not None:
        return f"{row.por_que} até {moments.curto(row.suspenso_ate_ms)}"
    return f"{row.por_que}: {row.demanda}" if row.demanda is not None else row.por_que


def _roles(row: LinhaDePapeis) -> str:
    return ", ".join(row.papeis) if row.ativa else "nenhum (desativada)"
