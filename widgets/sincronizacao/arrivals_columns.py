"""The columns of what came: bundles, refused files, feeds that wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.words import number, size

_STATES: Final = {
    "importado": "importado",
    "em_parte": "em parte",
    "pendente": "uma parte espera",
}


def received_columns(moments: Moments) -> tuple[Column, ...]:
    """Every bundle that was imported."""
    return (
        _when(moments, "Veio por último", lambda row: row.ultima_ms),
        _author("Entregue por"),
        Column(
            "estado",
            "Resultado",
            text=lambda row: _STATES.get(row.estado, row.estado),
            width_chars=18,
        ),
        Column(
            "eventos",
            "Eventos novos",
            text=lambda row: number(row.eventos),
            value=lambda row: row.eventos,
            is_number=True,
            width_chars=13,
        ),
        Column(
            "vezes",
            "Vezes",
            text=lambda row: number(row.vezes),
            value=lambda row: row.vezes,
            is_number=True,
            width_chars=7,
        ),
        _hash(),
    )


def quarantine_columns(moments: Moments) -> tuple[Column, ...]:
    """Every refused file."""
    return (
        _when(moments, "Desde", lambda row: row.desde_ms),
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
        _hash(),
    )


def waiting_columns(moments: Moments) -> tuple[Column, ...]:
    """Every feed that waits for something."""
    return (
        _when(moments, "Desde", lambda row: row.desde_ms),
        _author("Fluxo de"),
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


def _when(moments: Moments, title: str, ms: Callable[[Any], int]) -> Column:
    return Column(
        "quando",
        title,
        text=lambda row: moments.relativo(ms(row)),
        tooltip=lambda row: moments.exato(ms(row)),
        value=lambda row: moments.iso(ms(row)),
        sort=ms,
        width_chars=15,
    )


def _author(title: str) -> Column:
    return Column(
        "autor",
        title,
        text=lambda row: row.nome or short(row.no),
        copied=lambda row: row.no,
        tooltip=lambda row: row.no,
        width_chars=24,
    )


def _hash() -> Column:
    return Column(
        "sha256",
        "SHA-256",
        text=lambda row: short(row.sha256),
        copied=lambda row: row.sha256,
        tooltip=lambda row: row.sha256,
        is_code=True,
        width_chars=12,
    )
