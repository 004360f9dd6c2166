"""The columns of an opened bundle: feeds, draws, rankings, what differs, what deserves a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.services.momentos import ms_de
from app.services.registro_sorteios import TIPOS
from widgets.runtime.code_label import short
from widgets.runtime.columns import Column
from widgets.runtime.context import Moments
from widgets.runtime.usual_columns import code_column, count_column, named_column
from widgets.runtime.words import number
from widgets.sorteio.columns import SHAPES


def feed_columns(moments: Moments) -> tuple[Column, ...]:
    """Each feed: author, how much, until when, what came of it."""
    return (
        named_column("autor", "Autor", lambda row: row.nome, lambda row: row.no, 22),
        count_column("epoca", "Época", lambda row: row.epoca, 6),
        Column(
            "resultado",
            "Resultado",
            text=lambda row: "✓ confere" if row.is_aceito else f"✗ {row.frase}",
            tone=lambda row: "ok" if row.is_aceito else "danger",
            width_chars=34,
        ),
        count_column("eventos", "Eventos", lambda row: row.eventos, 9),
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
            is_whole=True,
            width_chars=19,
        ),
        count_column("sem_efeito", "Sem efeito", lambda row: row.sem_efeito, 10),
        count_column("partes", "Partes", lambda row: row.partes, 9),
        count_column("descartadas", "Descartadas", lambda row: row.partes_descartadas, 11),
        code_column("raiz", "Raiz assinada", lambda row: row.raiz, 14),
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
        count_column("elegiveis", "Entre", lambda row: row.elegiveis, 6),
        code_column("conselheiro", "Conselheiro", lambda row: row.conselheiro_id, 12),
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
        count_column("demandas", "Demandas no fim", lambda row: row.demandas, 16),
        count_column("pontuacoes", "Pontuações", lambda row: row.pontuacoes, 12),
        count_column("topos", "Topos anunciados", lambda row: row.topos, 16),
        count_column("divergentes", "Não conferem", lambda row: row.divergentes, 13),
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
        code_column("no", "Autor", lambda row: row.no, 10),
        count_column("seq", "Evento", lambda row: row.seq, 8),
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
        is_whole=True,
        width_chars=19,
    )


def _demand() -> Column:
    return code_column("demanda", "Demanda", lambda row: row.demanda_id, 12)


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
