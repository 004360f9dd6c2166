"""The columns of the queue and of what waits for its text, unit or category."""

from __future__ import annotations

from typing import Final

from app.services.fila_revisao_paginas import MOTIVOS, EmEspera, Pendencia
from app.services.momentos import ms_de
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments

FALTAS: Final = {
    "texto": "o texto em forma limpa",
    "unidade": "a unidade do lugar",
    "categoria": "uma decisão desta fila",
}
"""What a demand lacks, in words."""


def percent(share: float) -> str:
    """``55 %``."""
    return f"{share * 100:.0f} %"


def protocol_of(row: Pendencia | EmEspera) -> str:
    """The protocol, or the beginning of the identifier."""
    return row.protocolo or short(row.demanda_id)


def queue_columns(moments: Moments) -> tuple[Column, ...]:
    """Why, which, how sure, since when."""
    return (
        Column("motivo", "Por quê", text=_why, width_chars=19),
        Column(
            "demanda",
            "Demanda",
            text=protocol_of,
            copied=lambda row: row.protocolo or row.demanda_id,
            tooltip=lambda row: row.demanda_id,
            is_code=True,
            width_chars=14,
        ),
        Column(
            "desde",
            "Na fila",
            text=lambda row: moments.relativo(ms_de(row.desde)),
            tooltip=lambda row: moments.exato(ms_de(row.desde)),
            value=lambda row: moments.iso(ms_de(row.desde)),
            width_chars=11,
        ),
        Column(
            "confianca",
            "Confiança",
            text=lambda row: "–" if row.confianca is None else percent(row.confianca),
            value=lambda row: row.confianca,
            is_number=True,
            width_chars=9,
            is_hidden=True,
        ),
    )


def waiting_columns(moments: Moments) -> tuple[Column, ...]:
    """Which, what is lacking, since when."""
    return (
        Column(
            "demanda",
            "Demanda",
            text=protocol_of,
            copied=lambda row: row.protocolo or row.demanda_id,
            tooltip=lambda row: row.demanda_id,
            is_code=True,
            width_chars=14,
        ),
        Column(
            "falta",
            "Falta",
            text=lambda row: FALTAS.get(row.falta, row.falta),
            width_chars=26,
        ),
        Column(
            "desde",
            "Espera",
            text=lambda row: moments.relativo(ms_de(row.desde)),
            tooltip=lambda row: moments.exato(ms_de(row.desde)),
            value=lambda row: moments.iso(ms_de(row.desde)),
            width_chars=14,
        ),
    )


def _why(row: Pendencia) -> str:
    words = MOTIVOS.get(row.motivo, row.motivo)
    return words if row.confianca is None else f"{words} · {percent(row.confianca)}"
