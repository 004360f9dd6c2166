"""The columns of the parts table in an event's detail."""

from __future__ import annotations

from app.services.evento_detalhe import PartRow
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.words import size


def _state(row: PartRow) -> str:
    if not row.is_present:
        return "ausente"
    if row.holds is False:
        return "não confere"
    return "presente, oculta" if row.is_hidden else "presente"


def _explain(row: PartRow) -> str:
    if not row.is_present:
        return "Foi eliminada ou nunca chegou aqui. O compromisso no cabeçalho continua válido."
    if row.holds is False:
        return "Os bytes guardados não correspondem ao compromisso do cabeçalho."
    return "Os bytes guardados correspondem ao compromisso do cabeçalho."


def part_columns() -> tuple[Column, ...]:
    """Name, class, state, size, commitment and label of every part that the header names."""
    return (
        Column("nome", "Parte", text=lambda row: row.nome, width_chars=20),
        Column("classe", "Classe", text=lambda row: row.classe, width_chars=9),
        Column(
            "estado",
            "Situação",
            text=_state,
            tooltip=_explain,
            width_chars=16,
            tone=lambda row: "danger" if row.holds is False else None,
        ),
        Column(
            "tam",
            "Tamanho",
            text=lambda row: size(row.tam_bytes),
            copied=lambda row: str(row.tam_bytes),
            is_number=True,
            width_chars=11,
        ),
        Column(
            "compromisso",
            "Compromisso",
            text=lambda row: short(row.compromisso),
            copied=lambda row: row.compromisso,
            tooltip=lambda row: row.compromisso,
            is_code=True,
            width_chars=12,
        ),
        Column(
            "titular",
            "Titular",
            text=lambda row: short(row.titular) if row.titular else "—",
            copied=lambda row: row.titular or "",
            tooltip=lambda row: "Rótulo sorteado só para este evento" if row.titular else "",
            is_code=True,
            width_chars=12,
        ),
    )
