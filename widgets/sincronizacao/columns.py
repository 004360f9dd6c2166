"""The columns of Sincronização: offices, and bundles that were taken out."""

from __future__ import annotations

from collections.abc import Callable

from app.services.sincronizacao import SUMIDO_DIAS, Vizinho
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import code_column, count_column, moment_column
from widgets.runtime.words import number, size

_DAY_MS = 86_400_000


def peer_columns(moments: Moments, ours: Callable[[], int]) -> tuple[Column, ...]:
    """Each office: when it was last heard of, what it has of ours, what is here of its.

    Args:
        moments: formats.
        ours: events of our own feeds, asked when a cell is shown.
    """
    return (*_heard_of(moments), *_exchanged(ours), *_keys())


def _heard_of(moments: Moments) -> tuple[Column, ...]:
    """Who it is, and when it was last heard of."""
    return (
        Column(
            "escritorio",
            "Escritório",
            text=lambda row: (row.nome or short(row.no)) + (" (este)" if row.is_este else ""),
            copied=lambda row: row.no,
            tooltip=lambda row: f"Nó {row.no}",
            width_chars=26,
        ),
        Column(
            "visto",
            "Visto por último",
            text=lambda row: _seen(row, moments),
            tooltip=lambda row: "" if row.visto_ms is None else moments.exato(row.visto_ms),
            value=lambda row: None if row.visto_ms is None else moments.iso(row.visto_ms),
            sort=lambda row: row.visto_ms or 0,
            tone=lambda row: "warning" if _is_lost(row, moments) else None,
            width_chars=20,
        ),
    )


def _exchanged(ours: Callable[[], int]) -> tuple[Column, ...]:
    """What is here of its, what it has of ours, what it lacks."""
    return (
        Column(
            "aqui",
            "Dele, aqui",
            text=lambda row: number(row.eventos),
            value=lambda row: row.eventos,
            tooltip=lambda row: "Eventos dele que estão neste escritório",
            is_number=True,
            width_chars=11,
        ),
        Column(
            "tem",
            "Nosso, lá",
            text=lambda row: "—" if row.is_este else _has(row),
            value=lambda row: row.tem,
            tooltip=lambda row: "Eventos nossos que o recibo mais novo dele diz ter",
            is_number=True,
            width_chars=14,
        ),
        Column(
            "falta",
            "Falta levar",
            text=lambda row: "—" if row.is_este else _lacks(row, ours()),
            value=lambda row: None if row.is_este else row.falta(ours()),
            tone=lambda row: "warning" if not row.is_este and row.falta(ours()) else None,
            is_number=True,
            width_chars=12,
        ),
        Column(
            "troca",
            "Troca pacotes",
            text=lambda row: "sim" if row.troca else "ainda não",
            width_chars=13,
        ),
    )


def _keys() -> tuple[Column, ...]:
    """Fingerprints, to be compared with paper."""
    return (
        Column(
            "registro",
            "Impressão do registro",
            text=lambda row: row.impressao_registro,
            is_code=True,
            width_chars=36,
        ),
        Column(
            "transporte",
            "Impressão da troca",
            text=lambda row: row.impressao_troca or "—",
            is_code=True,
            is_hidden=True,
            width_chars=36,
        ),
    )


def exported_columns(moments: Moments) -> tuple[Column, ...]:
    """What was taken out from this computer."""
    return (
        moment_column("quando", "Quando", moments, lambda row: row.quando_ms, 14),
        Column(
            "para",
            "Para",
            text=lambda row: ", ".join(short(no) for no in row.para) or "qualquer um",
            copied=lambda row: " ".join(row.para),
            tooltip=lambda row: "\n".join(row.para),
            width_chars=20,
        ),
        Column(
            "o_que",
            "O quê",
            text=lambda row: (
                ("tudo" if row.is_completo else "só o que faltava")
                + (", com partes restritas" if row.restrito else "")
            ),
            width_chars=32,
        ),
        count_column("eventos", "Eventos", lambda row: row.eventos, 10),
        Column(
            "tamanho",
            "Tamanho",
            text=lambda row: size(row.tamanho),
            value=lambda row: row.tamanho,
            is_number=True,
            width_chars=10,
        ),
        Column("arquivo", "Arquivo", text=lambda row: row.arquivo, width_chars=44),
        code_column("sha256", "SHA-256", lambda row: row.sha256, 12),
    )


def _seen(row: Vizinho, moments: Moments) -> str:
    if row.is_este:
        return "—"
    return "nunca" if row.visto_ms is None else moments.relativo(row.visto_ms)


def _is_lost(row: Vizinho, moments: Moments) -> bool:
    if row.is_este:
        return False
    return row.visto_ms is None or moments.agora_ms() - row.visto_ms > SUMIDO_DIAS * _DAY_MS


def _has(row: Vizinho) -> str:
    return "nada, sem recibo" if row.tem is None else number(row.tem)


def _lacks(row: Vizinho, ours: int) -> str:
    lacks = row.falta(ours)
    return "nada" if not lacks else number(lacks)
