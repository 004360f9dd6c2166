"""The columns of an opened bundle: feeds, draws, rankings, what differs, what deserves a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.services.momentos import ms_de
from app.services.registro_sorteios import TIPOS
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.words import number
from widgets.sorteio.columns import SHAPES


def feed_columns(moments: Moments) -> tuple[Column, ...]:
    """Each feed: author, how much, until when, what came of it."""
    return (
        Column(
            "autor",
            "Autor",
            text=lambda row: row.nome or short(row.no),
            copied=lambda row: row.no,
            tooltip=lambda row: row.no,
            width_chars=22,
        ),
        _count("epoca", "Época", lambda row: row.epoca, 6),
        Column(
            "resultado",
            "Resultado",
            text=lambda row: "✓ confere" if row.is_aceito else f"✗ {row.frase}",
            tone=lambda row: "ok" if row.is_aceito else "danger",
            width_chars=34,
        ),
        _count("eventos", "Eventos", lambda row: row.eventos, 9),
        Column(
            "faixa",
            "Do evento",
            text=lambda row: (
                f"{number(row.de)} a {number(row.ate - 1)}"
                if row.de < row.ate
                else f"só a nota, em {number(row.ate)}"
            ),
            width_chars=16,
        ),
        Column(
            "ultimo",
            "Último diz ser de",
            text=lambda row: "—" if row.ultimo is None else moments.curto(ms_de(row.ultimo)),
            tooltip=lambda row: "" if row.ultimo is None else moments.exato(ms_de(row.ultimo)),
            value=lambda row: row.ultimo or "",
            width_chars=19,
        ),
        _count("sem_efeito", "Sem efeito", lambda row: row.sem_efeito, 10),
        _count("partes", "Partes", lambda row: row.partes, 9),
        _count("descartadas", "Descartadas", lambda row: row.partes_descartadas, 11),
        Column(
            "raiz",
            "Raiz assinada",
            text=lambda row: short(row.raiz or "—"),
            copied=lambda row: row.raiz or "",
            tooltip=lambda row: row.raiz or "",
            is_code=True,
            width_chars=14,
        ),
    )


def draw_columns(moments: Moments) -> tuple[Column, ...]:
    """Each draw, drawn again."""
    return (
        _verdict(),
        _when(moments),
        Column(
            "tipo",
            "O quê",
            text=lambda row: f"{SHAPES.get(row.tipo, '')} {TIPOS.get(row.tipo, row.tipo)}",
            value=lambda row: TIPOS.get(row.tipo, row.tipo),
            width_chars=21,
        ),
        _demand(),
        Column("unidade", "Unidade", text=lambda row: row.unidade or "—", width_chars=18),
        Column(
            "elegiveis",
            "Entre",
            text=lambda row: "—" if row.elegiveis is None else number(row.elegiveis),
            value=lambda row: row.elegiveis,
            is_number=True,
            width_chars=6,
        ),
        Column(
            "conselheiro",
            "Conselheiro",
            text=lambda row: short(row.conselheiro_id or "—"),
            copied=lambda row: row.conselheiro_id or "",
            tooltip=lambda row: row.conselheiro_id or "",
            is_code=True,
            width_chars=12,
        ),
        Column("frase", "O que difere", text=lambda row: row.frase or "—", width_chars=40),
        _event(),
    )


def ranking_columns() -> tuple[Column, ...]:
    """Each unit's ranking, recomputed."""
    return (
        _verdict(lambda row: not row.divergentes),
        Column(
            "unidade",
            "Unidade",
            text=lambda row: row.unidade,
            tooltip=lambda row: row.unidade_id,
            width_chars=28,
        ),
        _count("demandas", "Demandas no fim", lambda row: row.demandas, 16),
        _count("pontuacoes", "Pontuações", lambda row: row.pontuacoes, 12),
        _count("topos", "Topos anunciados", lambda row: row.topos, 16),
        _count("divergentes", "Não conferem", lambda row: row.divergentes, 13),
    )


def score_columns(moments: Moments) -> tuple[Column, ...]:
    """Scores and tops that do not come out again."""
    return (
        _when(moments),
        Column("unidade", "Unidade", text=lambda row: row.unidade or "—", width_chars=20),
        _demand(),
        Column("frase", "O que difere", text=lambda row: row.frase, width_chars=60),
        _event(),
    )


def finding_columns() -> tuple[Column, ...]:
    """What refuses nothing and deserves a question."""
    return (
        Column("frase", "O quê", text=lambda row: row.frase, width_chars=50),
        Column(
            "no",
            "Autor",
            text=lambda row: short(row.no or "—"),
            copied=lambda row: row.no or "",
            tooltip=lambda row: row.no or "",
            is_code=True,
            width_chars=10,
        ),
        Column(
            "seq",
            "Evento",
            text=lambda row: "—" if row.seq is None else number(row.seq),
            value=lambda row: row.seq,
            is_number=True,
            width_chars=8,
        ),
        Column(
            "lugar",
            "Carimbo ou lugar",
            text=lambda row: short(row.carimbo) if row.carimbo else row.onde or "—",
            copied=lambda row: row.carimbo or row.onde or "",
            tooltip=lambda row: row.carimbo or row.onde or "",
            is_code=True,
            width_chars=24,
        ),
    )


def _verdict(is_right: Callable[[Any], bool] = lambda row: row.is_certo) -> Column:
    return Column(
        "veredito",
        "Confere?",
        text=lambda row: "✓ confere" if is_right(row) else "✗ não confere",
        tone=lambda row: "ok" if is_right(row) else "danger",
        width_chars=14,
    )


def _when(moments: Moments) -> Column:
    return Column(
        "quando",
        "Diz ser de",
        text=lambda row: moments.curto(ms_de(row.timestamp)),
        tooltip=lambda row: moments.exato(ms_de(row.timestamp)),
        value=lambda row: row.timestamp,
        sort=lambda row: row.timestamp,
        width_chars=19,
    )


def _demand() -> Column:
    return Column(
        "demanda",
        "Demanda",
        text=lambda row: short(row.demanda_id or "—"),
        copied=lambda row: row.demanda_id or "",
        tooltip=lambda row: row.demanda_id or "",
        is_code=True,
        width_chars=12,
    )


def _event() -> Column:
    return Column(
        "carimbo",
        "Carimbo",
        text=lambda row: short(row.carimbo),
        copied=lambda row: row.carimbo,
        tooltip=lambda row: f"{row.carimbo}, evento {row.seq} de {row.no}",
        is_code=True,
        width_chars=12,
    )


def _count(key: str, title: str, value: Callable[[Any], int], width: int) -> Column:
    return Column(
        key,
        title,
        text=lambda row: number(value(row)),
        value=value,
        is_number=True,
        width_chars=width,
    )
