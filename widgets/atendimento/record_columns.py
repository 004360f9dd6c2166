"""The columns of a list of demands at the counter; no names."""

from __future__ import annotations

from app.services.atendimento_consultas import Registro
from app.services.atendimento_ficha import CANAIS
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments


def record_columns(moments: Moments) -> tuple[Column, ...]:
    """Columns over ``Registro``."""

    def state(row: Registro) -> str:
        return "…" if row.situacao is None else f"{row.situacao.forma} {row.situacao.nome}"

    def explained(row: Registro) -> str:
        return "Em preparo." if row.situacao is None else row.situacao.descricao

    return (
        Column("protocolo", "Protocolo", lambda row: row.protocolo, is_code=True, width_chars=14),
        Column(
            "quando",
            f"Quando ({moments.zona})",
            lambda row: moments.curto(row.quando_ms),
            tooltip=lambda row: moments.exato(row.quando_ms),
            value=lambda row: moments.iso(row.quando_ms),
            sort=lambda row: row.quando_ms,
            width_chars=25,
        ),
        Column("situacao", "Situação", state, tooltip=explained, is_whole=True, width_chars=22),
        Column(
            "texto",
            "Como começa",
            lambda row: row.comeco or "—",
            tooltip=lambda row: row.comeco or "O texto foi eliminado.",
            width_chars=40,
        ),
        Column("unidade", "Unidade", lambda row: row.unidade or "—", width_chars=18),
        Column("categoria", "Categoria", lambda row: row.categoria or "—", width_chars=20),
        Column(
            "canal",
            "Como chegou",
            lambda row: CANAIS.get(row.canal, row.canal),
            width_chars=14,
            is_hidden=True,
        ),
    )
