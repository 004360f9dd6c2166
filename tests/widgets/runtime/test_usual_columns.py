"""Columns that many lists have."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.widgets.conftest import Ui
from widgets.runtime.usual_columns import code_column, count_column, moment_column, named_column


def row(**values: Any) -> SimpleNamespace:
    return SimpleNamespace(**values)


def test_a_count_is_grouped_and_stays_a_number() -> None:
    column = count_column("n", "Eventos", lambda one: one.n, 9)
    assert (column.shown(row(n=12_345)), column.csv_value(row(n=12_345))) == ("12.345", 12_345)
    assert (column.shown(row(n=None)), column.csv_value(row(n=None))) == ("—", None)
    assert column.is_number


def test_a_moment_says_how_long_ago_and_when(ui: Ui) -> None:
    moments = ui.context.moments
    column = moment_column("q", "Quando", moments, lambda one: one.ms, 12)
    one = row(ms=moments.agora_ms() - 3 * 3_600_000)
    assert column.shown(one) == moments.relativo(one.ms)
    assert column.tip(one) == moments.exato(one.ms)
    assert column.csv_value(one) == moments.iso(one.ms)
    assert column.sort is not None
    assert column.sort(one) == one.ms


def test_an_identifier_is_short_and_copied_whole() -> None:
    column = code_column("c", "Carimbo", lambda one: one.c, 12)
    one = row(c="0123456789abcdef")
    assert (column.shown(one), column.copy_text(one), column.tip(one)) == (
        "01234567", "0123456789abcdef", "0123456789abcdef"
    )  # fmt: skip
    assert (column.shown(row(c=None)), column.copy_text(row(c=None))) == ("—", "")
    told = code_column("c", "Carimbo", lambda one: one.c, 12, lambda one: f"evento {one.c}")
    assert told.tip(one) == "evento 0123456789abcdef"


def test_a_name_stands_for_its_identifier() -> None:
    column = named_column("a", "Autor", lambda one: one.name, lambda one: one.no, 20)
    assert column.shown(row(name="Centro", no="ab" * 16)) == "Centro"
    assert column.shown(row(name="", no="ab" * 16)) == "abababab"
    assert column.copy_text(row(name="Centro", no="ab" * 16)) == "ab" * 16
    assert column.shown(row(name=None, no=None)) == "—"
