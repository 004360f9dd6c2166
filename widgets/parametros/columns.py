"""The columns of weights, versions and what a dry run would move."""

from __future__ import annotations

from app.services.ensaio_parametros import Movimento
from app.services.momentos import ms_de
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import code_column, count_column, moment_column, named_column
from widgets.runtime.words import number


def decimal(value: float | None) -> str:
    """``4.750,5``: as many places as it has, at most two."""
    if value is None:
        return "—"
    whole, _, rest = f"{value:,.2f}".partition(".")
    rest = rest.rstrip("0")
    return whole.replace(",", ".") + (f",{rest}" if rest else "")


def level_columns() -> tuple[Column, ...]:
    """What a level weighs, and what that does now."""
    return (
        Column("nivel", "Nível", text=lambda row: str(row.nivel), is_number=True, width_chars=6),
        Column(
            "peso",
            "Peso nacional",
            text=lambda row: decimal(row.peso),
            value=lambda row: row.peso,
            is_number=True,
            width_chars=13,
        ),
        count_column("demandas", "Demandas", lambda row: row.demandas, 10),
        Column(
            "menor",
            "Menos pontos",
            text=lambda row: decimal(row.menor),
            value=lambda row: row.menor,
            is_number=True,
            width_chars=12,
        ),
        Column(
            "maior",
            "Mais pontos",
            text=lambda row: decimal(row.maior),
            value=lambda row: row.maior,
            is_number=True,
            width_chars=12,
        ),
    )


def unit_columns() -> tuple[Column, ...]:
    """Units with weights or a capacity of their own."""
    return (
        named_column("unidade", "Unidade", lambda row: row.nome, lambda row: row.unidade_id, 24),
        Column("pesos", "Peso situacional por nível", text=lambda row: row.pesos, width_chars=34),
        count_column("capacidade", "Capacidade", lambda row: row.capacidade, 10),
    )


def version_columns(moments: Moments) -> tuple[Column, ...]:
    """Every set that was loaded."""
    return (
        Column("versao", "Versão", text=lambda row: row.parametros.versao, width_chars=16),
        Column(
            "situacao",
            "Situação",
            text=lambda row: "✓ em vigor" if row.is_em_vigor else "substituída",
            width_chars=13,
        ),
        moment_column("carregada", "Carregada", moments, lambda row: ms_de(row.carregado_em), 14),
        code_column("carimbo", "Carimbo do conteúdo", lambda row: row.hash_conteudo, 20),
    )


def move_columns() -> tuple[Column, ...]:
    """Which demands would move, and how far."""
    return (
        Column(
            "demanda",
            "Demanda",
            text=lambda row: row.protocolo or short(row.demanda_id),
            copied=lambda row: row.protocolo or row.demanda_id,
            tooltip=lambda row: row.demanda_id,
            is_code=True,
            width_chars=17,
        ),
        Column(
            "unidade",
            "Unidade",
            text=lambda row: row.unidade or short(row.unidade_id),
            width_chars=20,
        ),
        Column("nivel", "Nível", text=lambda row: str(row.nivel), is_number=True, width_chars=6),
        Column(
            "lugar",
            "Lugar",
            text=lambda row: f"{number(row.posicao_antes)} → {number(row.posicao_depois)}",
            sort=lambda row: row.posicao_antes,
            width_chars=14,
        ),
        Column(
            "subiu",
            "Move",
            text=_moved,
            value=lambda row: row.subiu,
            is_number=True,
            width_chars=9,
        ),
        Column(
            "score",
            "Pontos",
            text=lambda row: f"{decimal(row.score_antes)} → {decimal(row.score_depois)}",
            sort=lambda row: row.score_antes,
            width_chars=22,
        ),
    )


def ranking_columns() -> tuple[Column, ...]:
    """What happens to each unit's ranking and agenda."""
    return (
        Column(
            "unidade",
            "Unidade",
            text=lambda row: row.unidade or short(row.unidade_id),
            copied=lambda row: row.unidade_id,
            width_chars=22,
        ),
        count_column("demandas", "Demandas", lambda row: row.demandas, 10),
        count_column("mudam", "Mudam de lugar", lambda row: row.mudam_de_lugar, 14),
        Column(
            "primeira",
            "Primeira",
            text=lambda row: "outra" if row.primeira_muda else "a mesma",
            width_chars=10,
        ),
        Column(
            "capacidade",
            "Capacidade",
            text=lambda row: (
                number(row.capacidade_antes)
                if row.capacidade_antes == row.capacidade_depois
                else f"{number(row.capacidade_antes)} → {number(row.capacidade_depois)}"
            ),
            width_chars=14,
        ),
    )


def _moved(row: Movimento) -> str:
    if row.subiu == 0:
        return "="
    return f"▲ {number(row.subiu)}" if row.subiu > 0 else f"▼ {number(-row.subiu)}"
