"""Rows that are all here: words filter, headings sort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from tests.widgets.conftest import Ui
from widgets.runtime.columns import Column
from widgets.runtime.sorted_rows_model import AT_ONCE, SortedRowsModel

ROWS = (("Água", 9), ("buraco", 10), ("Árvore", None))
COLUMNS = (
    Column("nome", "Nome", lambda row: str(row[0])),
    Column("n", "N", lambda row: str(row[1] or ""), value=lambda row: row[1], is_number=True),
)


@pytest.fixture
def model(ui: Ui) -> SortedRowsModel:
    made = SortedRowsModel(COLUMNS, ui.context.theme, ui.context.hub, lambda row: row[0])
    QAbstractItemModelTester(
        made, QAbstractItemModelTester.FailureReportingMode.Fatal, ui.context.hub
    )
    made.set_rows(ROWS)
    return made


def _names(model: SortedRowsModel) -> list[str]:
    return [row[0] for row in model.rows]


def test_headings_sort_as_a_person_expects(model: SortedRowsModel) -> None:
    assert _names(model) == ["Água", "buraco", "Árvore"]
    model.sort(0)
    assert _names(model) == ["Água", "Árvore", "buraco"]
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert _names(model) == ["Água", "buraco", "Árvore"], "9 before 10, nothing last"
    model.sort(1, Qt.SortOrder.DescendingOrder)
    assert _names(model)[-1] == "Água"
    model.sort(-1)
    assert _names(model) == ["Água", "buraco", "Árvore"]


def test_words_filter_and_the_rest_is_still_counted(model: SortedRowsModel) -> None:
    model.set_filter("arvore")
    assert _names(model) == ["Árvore"]
    assert model.total == 3
    assert model.row_of("Árvore") == 0
    assert model.row_of("Água") is None
    model.set_rows((*ROWS, ("árvore caída", 1)))
    assert _names(model) == ["Árvore", "árvore caída"]
    model.set_filter("")
    assert model.rowCount() == 4


def test_many_rows_are_put_in_order_elsewhere_and_the_last_question_wins(
    model: SortedRowsModel,
) -> None:
    waiting: list[tuple[Callable[[], Sequence[Any]], Callable[[Sequence[Any]], None]]] = []
    model.arrange_with(lambda work, done: waiting.append((work, done)))
    model.sort(0)
    assert not waiting, "a short list is in order at once"
    model.sort(-1)
    many = tuple((f"linha {at:05}", at) for at in range(AT_ONCE + 1))
    model.set_rows(many)
    assert not waiting, "nothing to do"
    assert model.rowCount() == len(many)
    model.sort(1, Qt.SortOrder.DescendingOrder)
    model.set_filter("linha 00001")
    assert model.rowCount() == len(many), "the rows stay until the answer is here"
    first, last = waiting
    last[1](last[0]())
    assert _names(model) == ["linha 00001"]
    first[1](first[0]())
    assert _names(model) == ["linha 00001"]
    assert model.total == len(many)
