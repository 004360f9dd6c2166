"""A table over any number of rows: ids first, rows by page in the background.

Painting never waits. A cell that is not here shows a placeholder and asks for its page; pages are
asked for after the paint, the ones wanted last first, so that a fast scroll loads what it stopped
at and not all it passed. Rows are immutable and kept by id, so ids may grow at either end without
losing what was fetched. Ids may be a ``range`` or an ``array('q')`` of a million that rise or fall;
in any other order ``set_ids`` is told so, and finding one looks through all. Source: style.md, Qt (after anki's browser table).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from typing_extensions import override

from widgets.runtime.columns import Column
from widgets.runtime.table_model import _NO_PARENT, Index, TableModel
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.theme import Theme

PAGE_ROWS: Final = 128
_KEPT_ROWS: Final = 64 * PAGE_ROWS
_PAGES_AT_ONCE: Final = 4
_MISSING: Final = object()


class LazyTableModel(TableModel):
    """See the module.

    Args:
        runner: where pages are fetched.
        columns: what to show.
        fetch: ids -> their rows, any order; runs in a worker.
        row_id: row -> its id.
        theme: fonts and colours.
        parent: owner.

    Signals:
        fetch_failed(BaseException): a page could not be read; ``retry`` asks again.
        page_loaded(int, int): rows first..last are here.
    """

    fetch_failed = Signal(object)
    page_loaded = Signal(int, int)

    def __init__(
        self,
        runner: TaskRunner,
        columns: Sequence[Column],
        fetch: Callable[[Sequence[int]], Sequence[Any]],
        row_id: Callable[[Any], int],
        theme: Theme,
        parent: QObject,
    ) -> None:
        super().__init__(columns, theme, parent)
        self._runner = runner
        self._fetch = fetch
        self._row_id = row_id
        self._ids: Sequence[int] = range(0)
        self._is_monotonic = True
        self._rows: OrderedDict[int, Any] = OrderedDict()
        self._older: OrderedDict[int, Any] = OrderedDict()
        self._wanted: dict[int, None] = {}
        self._in_flight: set[int] = set()
        self._generation = 0
        self._has_failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_fetch_due)

    @property
    def ids(self) -> Sequence[int]:
        """All ids in the order shown."""
        return self._ids

    @override
    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Number of ids."""
        return 0 if parent.isValid() else len(self._ids)

    def set_ids(self, ids: Sequence[int], *, is_monotonic: bool = True) -> None:
        """Show these. Ids added at either end are inserted, anything else resets the views.

        Args:
            ids: in the order shown.
            is_monotonic: they rise, or they fall.
        """
        self._is_monotonic = is_monotonic
        old, before = self._ids, len(self._ids)
        added = len(ids) - before
        if added == 0 and ids == old:
            return
        if before and added > 0 and ids[added:] == old:
            self._insert(ids, 0, added)
        elif before and added > 0 and ids[:before] == old:
            self._insert(ids, before, added)
        else:
            self.beginResetModel()
            self._ids = ids
            self._forget_requests()
            self.endResetModel()

    def forget_rows(self) -> None:
        """Drop fetched rows, e.g. after a change of what they say; they are fetched again."""
        self._rows.clear()
        self._older.clear()
        self._forget_requests()
        if self._ids:
            self._announce(0, len(self._ids) - 1)

    def renew_rows(self) -> None:
        """What rows say may be another thing now: they are fetched again, and shown until then."""
        self._older = self._rows
        self._rows = OrderedDict()
        self._forget_requests()
        if self._ids:
            self._announce(0, len(self._ids) - 1)

    def id_at(self, row: int) -> int | None:
        """The id shown in this row."""
        return self._ids[row] if 0 <= row < len(self._ids) else None

    def row_of(self, wanted: int) -> int | None:
        """Where an id is shown, None where it is not listed."""
        ids = self._ids
        if isinstance(ids, range):
            return ids.index(wanted) if wanted in ids else None
        if not ids:
            return None
        if not self._is_monotonic:
            return next((at for at, one in enumerate(ids) if one == wanted), None)
        descending = ids[0] > ids[-1]
        low, high = 0, len(ids)
        while low < high:
            middle = (low + high) // 2
            is_before = ids[middle] > wanted if descending else ids[middle] < wanted
            low, high = (middle + 1, high) if is_before else (low, middle)
        return low if low < len(ids) and ids[low] == wanted else None

    @override
    def row_at(self, row: int) -> Any | None:
        """The row if it is here; else None, and its page is asked for."""
        found = self._rows.get(self._ids[row])
        if found is None:
            self._want(row // PAGE_ROWS)
            found = self._older.get(self._ids[row])
        return None if found is _MISSING else found

    @override
    def is_gone(self, row: int) -> bool:
        """True where the id was asked for and no row came."""
        return self._rows.get(self._ids[row]) is _MISSING

    def retry(self) -> None:
        """After ``fetch_failed``: let views ask again."""
        self._has_failed = False
        if self._ids:
            self._announce(0, len(self._ids) - 1)

    def _insert(self, ids: Sequence[int], first: int, count: int) -> None:
        self.beginInsertRows(_NO_PARENT, first, first + count - 1)
        self._ids = ids
        self._forget_requests()
        self.endInsertRows()

    def _forget_requests(self) -> None:
        self._generation += 1
        self._wanted.clear()
        self._in_flight.clear()
        self._has_failed = False

    def _want(self, page: int) -> None:
        if page in self._in_flight or self._has_failed:
            return
        self._wanted.pop(page, None)
        self._wanted[page] = None
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _on_fetch_due(self) -> None:
        free = _PAGES_AT_ONCE - len(self._in_flight)
        newest = list(self._wanted)[-_PAGES_AT_ONCE:]
        now = newest[-free:] if free > 0 else []
        self._wanted = dict.fromkeys(page for page in newest if page not in now)
        for page in reversed(now):
            self._in_flight.add(page)
            ids = self._ids[page * PAGE_ROWS : (page + 1) * PAGE_ROWS]
            generation = self._generation
            self._runner.read(
                self,
                partial(self._fetch, ids),
                partial(self._on_page, generation, page, ids),
                partial(self._on_page_failed, generation, page),
            )

    def _on_page(self, generation: int, page: int, ids: Sequence[int], rows: Sequence[Any]) -> None:
        for number in ids:
            self._rows[number] = _MISSING
        for row in rows:
            number = self._row_id(row)
            self._rows[number] = row
            self._rows.move_to_end(number)
        while len(self._rows) > _KEPT_ROWS:
            self._rows.popitem(last=False)
        if generation != self._generation:
            if self._ids:
                self._announce(0, len(self._ids) - 1)
            return
        self._in_flight.discard(page)
        if self._wanted:
            self._timer.start()
        first = page * PAGE_ROWS
        last = min(first + len(ids), len(self._ids)) - 1
        self._announce(first, last)
        self.page_loaded.emit(first, last)

    def _on_page_failed(self, generation: int, page: int, error: BaseException) -> None:
        if generation != self._generation:
            return
        self._in_flight.discard(page)
        self._has_failed = True
        self.fetch_failed.emit(error)

    def _announce(self, first: int, last: int) -> None:
        roles = [
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ForegroundRole,
            Qt.ItemDataRole.ToolTipRole,
        ]
        bottom = self.index(last, len(self.columns) - 1)
        self.dataChanged.emit(self.index(first, 0), bottom, roles)
