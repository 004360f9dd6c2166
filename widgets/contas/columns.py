"""How accounts and the history of their roles become cells."""

from __future__ import annotations

from typing import Final

from app.services.contas import PALAVRAS_DO_ATO, ContaListada, LinhaDePapeis
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments

OPEN: Final = "até hoje"


def account_state(row: ContaListada) -> str:
    """Whether somebody can sign in with it, and if not, why."""
    if not row.ativa:
        return "desativada"
    return "ativa" if row.tem_senha else "sem senha neste computador"


ACCOUNTS: Final = (
    Column("nome", "Conta", lambda row: row.nome or "sem nome", width_chars=22),
    Column("papeis", "Papéis", lambda row: ", ".join(row.papeis), width_chars=30),
    Column(
        "conselheiro", "Age pelo conselheiro", lambda row: row.conselheiro or "", width_chars=22
    ),
    Column("situacao", "Situação", account_state, width_chars=18),
    Column(
        "id",
        "Identificador",
        lambda row: row.conta_id[:8],
        tooltip=lambda row: row.conta_id,
        copied=lambda row: row.conta_id,
        is_code=True,
        width_chars=12,
        is_hidden=True,
    ),
)


def access_columns(moments: Moments) -> tuple[Column, ...]:
    """Columns of "who opened whose data"."""
    return (
        Column(
            "quando",
            "Quando",
            lambda row: moments.curto(row.quando_ms),
            tooltip=lambda row: moments.exato(row.quando_ms),
            value=lambda row: moments.iso(row.quando_ms),
            sort=lambda row: row.quando_ms,
            is_whole=True,
            width_chars=20,
        ),
        Column("conta", "Conta", lambda row: row.conta or "conta desconhecida", width_chars=22),
        Column("papel", "Papel", lambda row: row.papel, width_chars=14),
        Column("de_quem", "De quem", lambda row: row.de_quem, width_chars=40),
    )


def history_columns(moments: Moments) -> tuple[Column, ...]:
    """Columns of "who held which role when", with times of the office's zone."""

    def since(row: LinhaDePapeis) -> str:
        return moments.curto(row.desde_ms)

    def until(row: LinhaDePapeis) -> str:
        return OPEN if row.ate_ms is None else moments.curto(row.ate_ms)

    return (
        Column(
            "desde",
            "Desde",
            since,
            tooltip=lambda row: moments.exato(row.desde_ms),
            value=lambda row: moments.iso(row.desde_ms),
            sort=lambda row: row.desde_ms,
            is_whole=True,
            width_chars=20,
        ),
        Column(
            "ate",
            "Até",
            until,
            value=lambda row: "" if row.ate_ms is None else moments.iso(row.ate_ms),
            sort=lambda row: row.ate_ms or 2**62,
            is_whole=True,
            width_chars=20,
        ),
        Column("nome", "Conta", lambda row: row.nome or row.conta_id[:8], width_chars=16),
        Column(
            "papeis",
            "Papéis",
            lambda row: ", ".join(row.papeis) if row.ativa else "nenhum: desativada",
            width_chars=30,
        ),
        Column(
            "ato",
            "O que houve",
            lambda row: PALAVRAS_DO_ATO.get(row.ato, row.ato or ""),
            width_chars=16,
        ),
        Column("por", "Por", lambda row: row.por or "", width_chars=12),
        Column("motivo", "Motivo", lambda row: row.motivo or "", width_chars=30),
        Column(
            "evento",
            "Carimbo",
            lambda row: row.event_hash[:8],
            tooltip=lambda row: row.event_hash,
            copied=lambda row: row.event_hash,
            is_code=True,
            width_chars=12,
        ),
    )
