"""The columns of the backlog. Decimals as in Brazil; no resident is ever named."""

from __future__ import annotations

from app.services.backlog_quadro import LinhaDoBacklog
from widgets.backlog.words import ordinal, points
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.words import number

HIDDEN_TITLE = "(texto retido)"


def _place(row: LinhaDoBacklog) -> str:
    if row.ordem is not None:
        return ordinal(row.ordem)
    return "—" if row.posicao is None or row.faixa == "andamento" else ordinal(row.posicao)


def _place_told(row: LinhaDoBacklog) -> str:
    ranked = (
        "sem pontos" if row.posicao is None else f"{ordinal(row.posicao)} no ranking por pontos"
    )
    if row.ordem is not None:
        return f"{ordinal(row.ordem)} da agenda, a próxima a sortear é a 1ª; {ranked}"
    return ranked


def protocol(row: LinhaDoBacklog) -> str:
    """The protocol number; the short id where there is none."""
    return row.protocolo or short(row.demanda_id)


def backlog_columns(moments: Moments) -> tuple[Column, ...]:
    """Place, protocol, points, level, title, state; the rest on request."""
    return (
        Column(
            "lugar",
            "Lugar",
            text=_place,
            tooltip=_place_told,
            value=lambda row: row.ordem if row.ordem is not None else row.posicao,
            is_number=True,
            width_chars=8,
        ),
        Column(
            "protocolo",
            "Protocolo",
            text=protocol,
            copied=lambda row: row.protocolo or row.demanda_id,
            tooltip=lambda row: row.demanda_id,
            is_code=True,
            width_chars=15,
        ),
        Column(
            "pontos",
            "Pontos",
            text=lambda row: "—" if row.score is None else points(row.score),
            value=lambda row: row.score,
            tooltip=lambda row: f"Pelos parâmetros {row.versao or '—'}",
            is_number=True,
            width_chars=10,
        ),
        Column(
            "nivel",
            "Nível",
            text=lambda row: str(row.nivel) if row.nivel else "—",
            value=lambda row: row.nivel or None,
            tooltip=lambda row: f"Nível de precedência {row.nivel or '—'}; 1 é o mais urgente",
            is_number=True,
            width_chars=6,
        ),
        Column(
            "titulo",
            "Demanda",
            text=lambda row: row.titulo or HIDDEN_TITLE,
            tooltip=lambda row: row.titulo or "O texto desta demanda não está público.",
            width_chars=30,
            stays=True,
        ),
        Column(
            "situacao",
            "Situação",
            text=lambda row: f"{row.situacao.forma} {row.situacao.nome}",
            copied=lambda row: row.situacao.nome,
            tooltip=lambda row: row.situacao.descricao,
            width_chars=18,
        ),
        Column(
            "categoria",
            "Categoria",
            text=lambda row: row.categoria or "—",
            tooltip=lambda row: row.categoria_id or "Sem categoria ainda",
            width_chars=22,
        ),
        Column(
            "desde",
            "Desde",
            text=lambda row: "—" if row.desde_ms is None else moments.relativo(row.desde_ms),
            tooltip=lambda row: "" if row.desde_ms is None else moments.exato(row.desde_ms),
            copied=lambda row: "" if row.desde_ms is None else moments.exato(row.desde_ms),
            value=lambda row: "" if row.desde_ms is None else moments.curto(row.desde_ms),
            width_chars=11,
        ),
        Column(
            "conselheiro",
            "Conselheiro",
            text=lambda row: row.conselheiro or "—",
            value=lambda row: row.conselheiro,
            width_chars=16,
            is_hidden=True,
        ),
        Column(
            "faixa",
            "Faixa",
            text=lambda row: _BANDS[row.faixa],
            width_chars=14,
            is_hidden=True,
        ),
        Column(
            "posicao",
            "No ranking",
            text=lambda row: "—" if row.posicao is None else number(row.posicao),
            value=lambda row: row.posicao,
            tooltip=lambda _row: "Lugar por pontos entre todas as demandas abertas da unidade",
            is_number=True,
            width_chars=9,
            is_hidden=True,
        ),
        Column(
            "versao",
            "Parâmetros",
            text=lambda row: row.versao or "—",
            width_chars=12,
            is_hidden=True,
        ),
    )


_BANDS = {"andamento": "Em andamento", "agenda": "Na agenda", "espera": "Esperando vaga"}
