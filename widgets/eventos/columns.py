"""The columns of the log browser."""

from __future__ import annotations

from app.services.eventos import EventRow
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.words import number

_KINDS = {"demanda": "Demanda", "unidade": "Unidade", "conselheiro": "Conselheiro", "assunto": ""}


def _subject(row: EventRow) -> str:
    if row.assunto is None:
        return "—"
    return f"{_KINDS.get(row.papel, '')} {short(row.assunto)}".strip()


def event_columns(moments: Moments) -> tuple[Column, ...]:
    """Number, time, type, colony and subject; exact time and identifiers on request."""
    return (
        Column(
            "numero",
            "Nº",
            text=lambda row: number(row.numero),
            copied=lambda row: str(row.numero),
            tooltip=lambda row: f"Ordem de chegada a este escritório: {number(row.numero)}",
            is_number=True,
            width_chars=7,
        ),
        Column(
            "quando",
            "Quando",
            text=lambda row: moments.relativo(row.quando_ms),
            copied=lambda row: moments.exato(row.quando_ms),
            tooltip=lambda row: moments.exato(row.quando_ms),
            width_chars=11,
        ),
        Column("tipo", "Tipo", text=lambda row: row.tipo, width_chars=25),
        Column("colonia", "Colônia", text=lambda row: row.colonia, width_chars=8),
        Column(
            "assunto",
            "Assunto",
            text=_subject,
            copied=lambda row: row.assunto or "",
            tooltip=lambda row: row.assunto or "O evento não fala de uma demanda",
            width_chars=16,
        ),
        Column(
            "exato",
            f"Data e hora ({moments.zona})",
            text=lambda row: moments.curto(row.quando_ms),
            width_chars=22,
            is_hidden=True,
        ),
        Column(
            "event_id",
            "Identificador",
            text=lambda row: short(row.event_id),
            copied=lambda row: row.event_id,
            tooltip=lambda row: row.event_id,
            is_code=True,
            width_chars=12,
            is_hidden=True,
        ),
        Column(
            "carimbo",
            "Carimbo",
            text=lambda row: short(row.carimbo),
            copied=lambda row: row.carimbo,
            tooltip=lambda row: f"SHA-256 do cabeçalho: {row.carimbo}",
            is_code=True,
            width_chars=12,
            is_hidden=True,
        ),
    )
