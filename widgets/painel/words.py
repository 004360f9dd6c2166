"""Spans of time and shares as the panel says them."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from app.services.painel import DIA_S, FAIXAS_DE_DIAS, SemanaDoPainel, Tempo
from widgets.runtime.words import counted, number

_HOUR_S: Final = 3_600


def span(seconds: int | None) -> str:
    """``40 min``, ``7 h``, ``3,5 dias``, ``42 dias``; a dash for nothing."""
    if seconds is None:
        return "—"
    if seconds < _HOUR_S:
        return f"{max(1, round(seconds / 60))} min"
    if seconds < DIA_S:
        return f"{round(seconds / _HOUR_S)} h"
    days = seconds / DIA_S
    if days < 10 and round(days, 1) != round(days):
        return f"{days:.1f} dias".replace(".", ",")
    return counted(round(days), "dia", "dias")


def told(time: Tempo) -> str:
    """What stands under a median."""
    if time.p90_s is None:
        return "nenhuma ainda"
    return f"9 em cada 10 em até {span(time.p90_s)} · {counted(time.total, 'demanda', 'demandas')}"


def day_spans() -> tuple[str, ...]:
    """Names of the spans in which times are counted."""
    ends = FAIXAS_DE_DIAS
    names = [f"até {ends[0]}"]
    names += [f"{low + 1}–{high}" for low, high in pairwise(ends)]
    return (*names, f"{ends[-1]}+")


def week(one: SemanaDoPainel) -> str:
    """``23/11``: its Monday."""
    return f"{one.inicio:%d/%m}"


def share(part: int, whole: int) -> str:
    """``12 de 30``."""
    return f"{number(part)} de {number(whole)}"
