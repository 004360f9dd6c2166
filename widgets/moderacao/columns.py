"""The columns of the queue, of a moderator's decisions, and of what a denylist would catch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.services.denylist import LUGARES, Achado
from app.services.moderacao_vistas import STATUS, TIPOS, Linha, tipo_dito
from app.services.momentos import ms_de
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments

PATTERNS = {
    "padrao:cpf": "CPF",
    "padrao:rg": "RG",
    "padrao:cnh": "CNH",
    "padrao:cartao": "cartão",
    "padrao:telefone": "telefone",
    "padrao:email": "e-mail",
}
"""Patterns of personal data, in words."""


def protocol_of(row: Linha) -> str:
    """The protocol, or the beginning of the demand's identifier."""
    return row.protocolo or short(row.item.demanda_id)


def reason_of(row: Linha) -> str:
    """Why it was flagged."""
    return ", ".join(PATTERNS.get(one, one) for one in row.item.motivo) or "sinalizado"


def queue_columns(moments: Moments, is_marked: Callable[[str], bool]) -> tuple[Column, ...]:
    """What, why, which, since when; marked ones carry a sign."""
    return (
        Column(
            "tipo",
            "Tipo",
            text=lambda row: ("✓ " if is_marked(row.chave) else "") + tipo_dito(row.item),
            tooltip=lambda row: tipo_dito(row.item),
            width_chars=8,
        ),
        Column("motivo", "Por quê", text=reason_of, tooltip=reason_of, width_chars=13),
        Column(
            "demanda",
            "Demanda",
            text=protocol_of,
            copied=lambda row: row.protocolo or row.item.demanda_id,
            tooltip=lambda row: row.item.demanda_id,
            is_code=True,
            width_chars=14,
        ),
        Column(
            "desde",
            "Na fila",
            text=lambda row: moments.relativo(ms_de(row.item.entrou_em)),
            tooltip=lambda row: moments.exato(ms_de(row.item.entrou_em)),
            value=lambda row: moments.iso(ms_de(row.item.entrou_em)),
            width_chars=11,
        ),
        Column(
            "situacao",
            "Situação",
            text=lambda row: STATUS[row.item.status],
            width_chars=14,
            is_hidden=True,
        ),
        Column(
            "opiniao",
            "2ª opinião",
            text=lambda row: "pedida" if row.item.quer_opiniao else "",
            width_chars=9,
            is_hidden=True,
        ),
    )


def trail_columns(
    moments: Moments, protocols: Callable[[], Mapping[str, str]]
) -> tuple[Column, ...]:
    """When, which, what, why."""
    return (
        Column(
            "quando",
            "Quando",
            text=lambda row: moments.relativo(ms_de(row.data)),
            tooltip=lambda row: moments.exato(ms_de(row.data)),
            value=lambda row: moments.iso(ms_de(row.data)),
            width_chars=14,
        ),
        Column(
            "demanda",
            "Demanda",
            text=lambda row: protocols().get(row.item_id) or short(row.referencia_id),
            is_code=True,
            width_chars=18,
        ),
        Column("tipo", "Tipo", text=lambda row: TIPOS[row.tipo], width_chars=9),
        Column(
            "decisao",
            "Decisão",
            text=lambda row: STATUS[row.decisao] + (" (revertido)" if row.is_reaberto else ""),
            width_chars=18,
        ),
        Column("motivo", "Motivo", text=lambda row: row.motivo or "", width_chars=40),
    )


def catch_columns() -> tuple[Column, ...]:
    """Which text, by which terms, where."""
    return (
        Column("novo", "Novo", text=lambda row: "sim" if row.is_novo else "", width_chars=6),
        Column("demanda", "Demanda", text=_caught, is_code=True, width_chars=18),
        Column("termos", "Termos", text=lambda row: ", ".join(row.termos), width_chars=20),
        Column("lugar", "Em", text=lambda row: LUGARES[row.lugar], width_chars=20),
        Column("onde", "Onde", text=lambda row: row.trecho, width_chars=44),
    )


def _caught(row: Achado) -> str:
    return row.protocolo or short(row.demanda_id)
