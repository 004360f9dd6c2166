"""Columns of the list beside the map: public words only."""

from __future__ import annotations

from datetime import tzinfo

from app.services.mapa_json import dia, titulo
from app.services.mapa_vistas import Simbolo
from widgets.runtime.columns import Column


def situacao(um: Simbolo) -> str:
    """Shape and word of the state."""
    return f"{um.forma} {um.situacao.nome}"


def columns(fuso: tzinfo) -> tuple[Column, ...]:
    """What the list shows, most needed first."""
    return (
        Column("titulo", "Demanda", titulo, tooltip=titulo, width_chars=26),
        Column(
            "situacao",
            "Situação",
            situacao,
            tooltip=lambda um: str(um.situacao.descricao),
            value=lambda um: um.situacao.nome,
            is_whole=True,
            width_chars=22,
        ),
        Column(
            "nivel",
            "Nível",
            lambda um: "" if um.nivel is None else str(um.nivel),
            is_number=True,
            value=lambda um: um.nivel,
            width_chars=5,
        ),
        Column("categoria", "Categoria", lambda um: um.categoria or "", width_chars=20),
        Column("unidade", "Unidade", lambda um: um.unidade or "", width_chars=18),
        Column(
            "protocolo", "Protocolo", lambda um: um.protocolo or "", is_code=True, width_chars=14
        ),
        Column(
            "recebida",
            "Recebida",
            lambda um: dia(um.recebida_em, fuso) or "",
            sort=lambda um: um.recebida_em or "",
            width_chars=11,
        ),
        Column(
            "lat",
            "Latitude",
            lambda um: _degrees(um.lat),
            value=lambda um: um.lat,
            is_hidden=True,
            is_number=True,
        ),
        Column(
            "lng",
            "Longitude",
            lambda um: _degrees(um.lng),
            value=lambda um: um.lng,
            is_hidden=True,
            is_number=True,
        ),
    )


def _degrees(value: float) -> str:
    return f"{value:.6f}".replace(".", ",")
