"""Columns of the list of demands. No resident is named in any of them."""

from __future__ import annotations

from app.services.decimais import decimal
from app.services.demanda_lista import LinhaDeDemanda
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments

SORTS = {
    "recebida": "recebida",
    "desde": "desde",
    "situacao": "situacao",
    "unidade": "unidade",
    "categoria": "categoria",
    "nivel": "nivel",
    "pontos": "pontos",
    "protocolo": "protocolo",
}
"""Column -> order that the service knows."""


def state_text(row: LinhaDeDemanda) -> str:
    """Shape, word, and what stands beside the state."""
    return " · ".join((f"{row.situacao.forma} {row.situacao.nome}", *row.marcas))


def demand_columns(moments: Moments) -> tuple[Column, ...]:
    """What a list of demands shows.

    Args:
        moments: formats moments.
    """
    return (
        Column(
            "protocolo",
            "Protocolo",
            text=lambda row: row.nome,
            copied=lambda row: row.protocolo or row.demanda_id,
            tooltip=lambda row: row.titulo,
            is_code=True,
            width_chars=14,
        ),
        Column(
            "situacao",
            "Situação",
            text=state_text,
            tooltip=lambda row: row.situacao.descricao,
            is_whole=True,
            width_chars=22,
        ),
        Column(
            "titulo",
            "Título",
            text=lambda row: row.titulo,
            tooltip=lambda row: row.titulo,
            width_chars=28,
            stays=True,
        ),
        Column(
            "nivel",
            "Nível",
            text=lambda row: "" if row.nivel is None else str(row.nivel),
            tooltip=lambda _row: "Nível de precedência: 1 é o mais urgente, 5 o menos",
            value=lambda row: row.nivel,
            is_number=True,
            width_chars=6,
        ),
        Column("categoria", "Categoria", text=lambda row: row.categoria or "", width_chars=22),
        Column("unidade", "Unidade", text=lambda row: row.unidade or "sem lugar", width_chars=20),
        Column(
            "recebida",
            "Recebida",
            text=lambda row: _relative(moments, row.recebida_ms),
            copied=lambda row: _exact(moments, row.recebida_ms),
            tooltip=lambda row: _exact(moments, row.recebida_ms),
            value=lambda row: "" if row.recebida_ms is None else moments.iso(row.recebida_ms),
            width_chars=14,
        ),
        Column(
            "desde",
            "Nesta situação",
            text=lambda row: _relative(moments, row.desde_ms),
            copied=lambda row: _exact(moments, row.desde_ms),
            tooltip=lambda row: _exact(moments, row.desde_ms),
            value=lambda row: moments.iso(row.desde_ms),
            width_chars=14,
            is_hidden=True,
        ),
        Column(
            "pontos",
            "Pontos",
            text=lambda row: "" if row.pontos is None else decimal(row.pontos),
            value=lambda row: row.pontos,
            is_number=True,
            width_chars=10,
            is_hidden=True,
        ),
        Column(
            "conselheiro",
            "Conselheiro",
            text=lambda row: row.conselheiro or "",
            width_chars=18,
            is_hidden=True,
        ),
        Column(
            "demanda_id",
            "Identificador",
            text=lambda row: row.demanda_id[:8],
            copied=lambda row: row.demanda_id,
            tooltip=lambda row: row.demanda_id,
            is_code=True,
            width_chars=11,
            is_hidden=True,
        ),
    )


def _relative(moments: Moments, ms: int | None) -> str:
    return "" if ms is None else moments.relativo(ms)


def _exact(moments: Moments, ms: int | None) -> str:
    return "" if ms is None else moments.exato(ms)
