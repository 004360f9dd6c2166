"""A list whose rows are all here, filtered by words and sorted by a heading.

For lists of up to a few thousand rows; longer ones are lazy and let the database sort. Where one
grows longer all the same, its order is made in a worker, in pieces between which other threads run. A row
is known by its id, so that a reload keeps the order asked for, and the panel the selection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal
from typing_extensions import override

from app.services.filtro import contem, dobrado
from app.services.ordenacao import em_ordem
from widgets.runtime.columns import Column
from widgets.runtime.table_model import RowsModel
from widgets.runtime.theme.theme import Theme

AT_ONCE: Final = 2_000
"""So many rows are put in order where they are shown: some milliseconds."""

Work = Callable[[], Sequence[Any]]
Elsewhere = Callable[[Work, Callable[[Sequence[Any]], None]], object]


class SortedRowsModel(RowsModel):
    """See the module.

    Args:
        columns: what to show.
        theme: fonts and colours.
        parent: owner.
        row_id: row -> what it is known by.

    Signals:
        shown: rows were put in their places anew; a row number may mean another row now.
    """

    shown = Signal()

    def __init__(
        self,
        columns: Sequence[Column],
        theme: Theme,
        parent: QObject,
        row_id: Callable[[Any], object],
    ) -> None:
        super().__init__(columns, theme, parent)
        self.row_id = row_id
        self._all: tuple[Any, ...] = ()
        self._filter = ""
        self._order: tuple[int, bool] | None = None
        self._elsewhere: Elsewhere | None = None
        self._asked = 0

    def arrange_with(self, elsewhere: Elsewhere) -> None:
        """Who puts more than ``AT_ONCE`` rows in order: gets the work and who takes its outcome."""
        self._elsewhere = elsewhere

    @property
    def total(self) -> int:
        """Rows before filtering."""
        return len(self._all)

    @property
    def filter_text(self) -> str:
        """The words that rows must hold."""
        return self._filter

    @override
    def set_rows(self, rows: Sequence[Any]) -> None:
        """All rows, in the order that holds until a heading is clicked."""
        self._all = tuple(rows)
        self._show()

    def set_filter(self, text: str) -> None:
        """Show only rows with these words in a column."""
        if text.strip() != self._filter:
            self._filter = text.strip()
            self._show()

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a heading; -1 gives the original order back."""
        wanted = None if column < 0 else (column, order == Qt.SortOrder.DescendingOrder)
        if wanted != self._order:
            self._order = wanted
            self._show()

    def row_of(self, row_id: object) -> int | None:
        """Where a row is shown now; None where it is not."""
        for at, row in enumerate(self.rows):
            if self.row_id(row) == row_id:
                return at
        return None

    def _show(self) -> None:
        self._asked += 1
        work = partial(arranged, self._all, self.columns, self._filter, self._order)
        is_plain = not self._filter and self._order is None
        if self._elsewhere is None or is_plain or len(self._all) <= AT_ONCE:
            self._place(self._asked, work())
        else:
            self._elsewhere(work, partial(self._place, self._asked))

    def _place(self, asked: int, rows: Sequence[Any]) -> None:
        """Show what was asked for last; an answer to an earlier question says nothing any more."""
        if asked == self._asked:
            super().set_rows(rows)
            self.shown.emit()


def arranged(
    rows: Sequence[Any],
    columns: Sequence[Column],
    words: str = "",
    order: tuple[int, bool] | None = None,
) -> Sequence[Any]:
    """Those that hold the words, by one column. It touches no widget and holds nobody up.

    Args:
        rows: all, in the order they came in.
        columns: what is looked at.
        words: each stands in a column; none leaves all.
        order: number of the column and whether it falls; None leaves the order.
    """
    if words:
        rows = [row for row in rows if contem([column.text(row) for column in columns], words)]
    if order is None:
        return rows
    at, is_descending = order
    return em_ordem(rows, key_of(columns[at]), is_descendente=is_descending)


def key_of(column: Column) -> Callable[[Any], tuple[bool, Any]]:
    """What rows are sorted by under a heading. Nothing sorts after everything; texts by their folded form."""

    def key(row: Any) -> tuple[bool, Any]:
        if column.sort is not None:
            found = column.sort(row)
        elif column.value is not None:
            found = column.value(row)
        else:
            found = column.text(row)
            if column.is_number and column.copied is not None:
                found = _number(column.copied(row))
        if isinstance(found, str):
            found = dobrado(found)
        return (found is None, 0 if found is None else found)

    return key


def _number(text: str) -> float | None:
    """What a copied figure is worth; nothing where it is none."""
    try:
        return float(text)
    except ValueError:
        return None
