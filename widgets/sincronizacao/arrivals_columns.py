"""The columns of what came: bundles, refused files, feeds that wait."""

from __future__ import annotations

from typing import Final

from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import code_column, count_column, moment_column, named_column
from widgets.runtime.words import number, size

_STATES: Final = {
    "importado": "importado",
    "em_parte": "em parte",
    "pendente": "uma parte espera",
}


def received_columns(moments: Moments) -> tuple[Column, ...]:
    """Every bundle that was imported."""
    return (
        moment_column("quando", "Veio por último", moments, lambda row: row.ultima_ms, 15),
        named_column("autor", "Entregue por", lambda row: row.nome, lambda row: row.no, 24),
        Column(
            "estado",
            "Resultado",
            text=lambda row: _STATES.get(row.estado, row.estado),
            width_chars=18,
        ),
        count_column("eventos", "Eventos novos", lambda row: row.eventos, 13),
        count_column("vezes", "Vezes", lambda row: row.vezes, 7),
        code_column("sha256", "SHA-256", lambda row: row.sha256, 12),
    )


def quarantine_columns(moments: Moments) -> tuple[Column, ...]:
    """Every refused file."""
    return (
        moment_column("quando", "Desde", moments, lambda row: row.desde_ms, 15),
        Column("frase", "Por quê", text=lambda row: row.frase, width_chars=46),
        Column("nome", "Arquivo", text=lambda row: row.nome, width_chars=32),
        Column(
            "tamanho",
            "Tamanho",
            text=lambda row: size(row.tamanho),
            value=lambda row: row.tamanho,
            is_number=True,
            width_chars=10,
        ),
        Column(
            "guardado",
            "Guardado",
            text=lambda row: "sim" if row.guardado else "não",
            tooltip=lambda row: "" if row.guardado else "Grande ou privado demais para guardar",
            width_chars=10,
        ),
        code_column("sha256", "SHA-256", lambda row: row.sha256, 12),
    )


def waiting_columns(moments: Moments) -> tuple[Column, ...]:
    """Every feed that waits for something."""
    return (
        moment_column("quando", "Desde", moments, lambda row: row.desde_ms, 15),
        named_column("autor", "Fluxo de", lambda row: row.nome, lambda row: row.no, 24),
        Column(
            "faixa",
            "Eventos",
            text=lambda row: f"{number(row.seq)} a {number(row.ate - 1)}",
            width_chars=16,
        ),
        Column("frase", "Por que espera", text=lambda row: row.frase, width_chars=46),
        Column(
            "falta",
            "O que falta",
            text=lambda row: row.falta,
            tooltip=lambda row: row.falta,
            is_code=True,
            width_chars=30,
        ),
    )
