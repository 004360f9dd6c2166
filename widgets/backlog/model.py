"""The backlog as one table: three bands, each under its heading; who waits comes by page.

``Vista`` is what is shown of a ``Quadro``: all, or what passes a filter, with the places of the
whole. It is built in a worker. Another vista moves only the rows that changed: what stays keeps its
selection, and what was fetched stays fetched while its points are the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QFont
from typing_extensions import override

from app.services.backlog_quadro import AGENDA, ANDAMENTO, ESPERA, LinhaDoBacklog, Quadro
from widgets.backlog.words import heading
from widgets.runtime.columns import Column
from widgets.runtime.lazy_table_model import LazyTableModel
from widgets.runtime.table_model import ANSWERED, DISPLAY, Index
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.theme import Theme
from widgets.runtime.theme.tokens import mix

_HEAD: Final = "§"
_NO_PARENT: Final = QModelIndex()
_CHUNK: Final = 1_000
_FONT: Final = int(Qt.ItemDataRole.FontRole)
_GROUND: Final = int(Qt.ItemDataRole.BackgroundRole)
_ACCESSIBLE: Final = int(Qt.ItemDataRole.AccessibleTextRole)
_TOOLTIP: Final = int(Qt.ItemDataRole.ToolTipRole)
# A paint asks for a dozen roles a cell; most are nobody's.
_ASKED: Final = ANSWERED | {_GROUND}
_ROW: Final = (
    Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
)
_PLACED: Final = 4_096


@dataclass(frozen=True, slots=True)
class Vista:
    """What is shown of a backlog.

    Args:
        quadro: the whole.
        linhas: what holds a place and is shown.
        espera: which of those who wait are shown, by their places from 0.
        ids: of every row: headings, what holds a place, who waits.
        titulos: row -> what a heading says.
        inicio_da_espera: row of the first who waits.
    """

    quadro: Quadro
    linhas: tuple[LinhaDoBacklog, ...]
    espera: Sequence[int]
    ids: list[str]
    titulos: dict[int, str]
    inicio_da_espera: int

    @staticmethod
    def of(quadro: Quadro, achadas: frozenset[str] | None = None) -> Vista:
        """All of a backlog, or what was found of it. Walks who waits: for a worker."""
        lines = quadro.linhas
        queue = quadro.fila.demandas
        waiting: Sequence[int] = range(len(queue))
        names = queue
        if achadas is not None:
            lines = tuple(line for line in lines if line.demanda_id in achadas)
            waiting = array("q", [at for at, one in enumerate(queue) if one in achadas])
            names = [queue[at] for at in waiting]
        ids: list[str] = []
        titles: dict[int, str] = {}
        for faixa in (ANDAMENTO, AGENDA):
            own = [line.demanda_id for line in lines if line.faixa == faixa]
            titles[len(ids)] = heading(quadro, faixa, len(own))
            ids += [_HEAD + faixa, *own]
        titles[len(ids)] = heading(quadro, ESPERA, len(names))
        ids += [_HEAD + ESPERA]
        start = len(ids)
        return Vista(quadro, lines, waiting, [*ids, *names], titles, start)

    def sorted(self, linhas: tuple[LinhaDoBacklog, ...], espera: Sequence[int]) -> Vista:
        """The same rows, each band in another order; ``linhas`` band by band."""
        start = self.inicio_da_espera
        held = iter(linhas)
        ids = [
            one if row in self.titulos else next(held).demanda_id
            for row, one in enumerate(self.ids[:start])
        ]
        queue = self.quadro.fila.demandas
        return Vista(
            self.quadro, linhas, espera, [*ids, *(queue[at] for at in espera)], self.titulos, start
        )

    def without(self, first: int, end: int) -> Vista:
        """The same without some rows, on the way to another one."""
        start = self.inicio_da_espera
        lines = [self.holding(row) for row in range(start) if not first <= row < end]
        low, high = (max(row - start, 0) for row in (first, end))
        ids = [*self.ids[:first], *self.ids[end:]]
        titles = {
            row if row < first else row - (end - first): title
            for row, title in self.titulos.items()
            if not first <= row < end
        }
        return Vista(
            self.quadro,
            tuple(line for line in lines if line is not None),
            [*self.espera[:low], *self.espera[high:]],
            ids,
            titles,
            start - (min(end, start) - min(first, start)),
        )

    @property
    def demandas(self) -> int:
        """Rows that are demands."""
        return len(self.linhas) + len(self.espera)

    def row_of(self, demanda_id: str) -> int | None:
        """Where a demand is shown; None where it is not."""
        try:
            return self.ids.index(demanda_id)
        except ValueError:
            return None

    def is_heading(self, row: int) -> bool:
        """The row names a band."""
        return row in self.titulos

    def holding(self, row: int) -> LinhaDoBacklog | None:
        """The line of a row above those who wait; None for a heading."""
        if row in self.titulos:
            return None
        before = sum(at < row for at in self.titulos)
        return self.linhas[row - before]


class BacklogModel(LazyTableModel):
    """See the module.

    Args:
        runner: where pages are fetched.
        columns: what to show.
        fetch: ids of demands that wait -> their lines; runs in a worker.
        theme: fonts and colours.
        parent: owner.
    """

    def __init__(
        self,
        runner: TaskRunner,
        columns: Sequence[Column],
        fetch: Callable[[Sequence[str]], Sequence[LinhaDoBacklog]],
        theme: Theme,
        parent: QObject,
    ) -> None:
        identity: Any = _id_of

        def waiting(ids: Sequence[Any]) -> Sequence[Any]:
            return fetch([one for one in ids if not one.startswith(_HEAD)])

        super().__init__(runner, columns, waiting, identity, theme, parent)
        self.vista: Vista | None = None
        self._moving: tuple[Vista, int, int] | None = None
        # Row -> its line with its place, while neither changes.
        self._placed: dict[int, LinhaDoBacklog] = {}
        self._bold = theme.font(1, bold=True)

    def show(self, vista: Vista) -> None:
        """Show this; rows that stand as before stay, with what was fetched and selected of them."""
        before = self.vista
        ids: Any = vista.ids
        old: Any = self._ids
        if before is None:
            self.beginResetModel()
            self._put(vista)
            self.endResetModel()
            return
        first = _same_from_start(old, ids)
        tail = _same_from_end(old, ids, first)
        gone, new = len(old) - tail - first, len(ids) - tail - first
        # Views ask between the two steps: each state must be whole.
        if gone:
            self.beginRemoveRows(_NO_PARENT, first, first + gone - 1)
            self._put(before.without(first, first + gone))
            self.endRemoveRows()
        if new and self.vista is not None:
            self.beginInsertRows(_NO_PARENT, first, first + new - 1)
            self._moving = (self.vista, first, new)
            self._put(vista)
            self.endInsertRows()
            self._moving = None
        else:
            self._put(vista)
        if ids:
            self._announce(0, len(ids) - 1)

    def _place(self, row: int) -> tuple[Vista, int] | None:
        """Where a row is told of. While rows come in, those that were there say what they said."""
        if self.vista is None or self._moving is None:
            return None if self.vista is None else (self.vista, row)
        before, first, count = self._moving
        if first <= row < first + count:
            return self.vista, row
        return before, row if row < first else row - count

    def _put(self, vista: Vista) -> None:
        ids: Any = vista.ids
        self.vista, self._ids = vista, ids
        self._placed.clear()
        self._forget_requests()

    def renew(self, first: int, last: int) -> None:
        """Read again what stands in these rows, showing the old until the new is here."""
        if self.vista is None:
            return
        start = max(first, self.vista.inicio_da_espera)
        seen: Any = self._ids[start : last + 1]
        kept = set(seen)
        for one in [known for known in self._rows if known not in kept]:
            del self._rows[one]
        if seen:
            self._runner.read(
                self,
                lambda: self._fetch(seen),
                self._on_renewed,
                self.fetch_failed.emit,
                key="de novo",
            )

    def _on_renewed(self, rows: Sequence[Any]) -> None:
        self._placed.clear()
        for row in rows:
            self._rows[self._row_id(row)] = row
        if self._ids:
            self._announce(0, len(self._ids) - 1)

    @override
    def row_at(self, row: int) -> Any | None:
        """The line if it is here, with its place now; None for a heading."""
        placed = self._placed.get(row)
        if placed is not None and self._moving is None:
            return placed
        place = self._place(row)
        if place is None:
            return None
        vista, at = place
        start = vista.inicio_da_espera
        if at < start:
            return vista.holding(at)
        line = super().row_at(row)
        if line is None:
            return None
        line = line._replace(posicao=vista.quadro.posicao_na_espera(vista.espera[at - start]))
        if self._moving is None:
            if len(self._placed) >= _PLACED:
                self._placed.clear()
            self._placed[row] = line
        return line

    @override
    def is_gone(self, row: int) -> bool:
        place = self._place(row)
        is_waiting = place is not None and place[1] >= place[0].inicio_da_espera
        return is_waiting and super().is_gone(row)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings are passed over by the keyboard and cannot be chosen."""
        if not index.isValid() or self._title(index) is not None:
            return Qt.ItemFlag.NoItemFlags
        return _ROW

    @override
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        """Cells, and what a heading says."""
        if role not in _ASKED or not index.isValid():
            return None
        title = self._title(index)
        if title is None:
            return None if role == _GROUND else super().data(index, role)
        if role in (DISPLAY, _ACCESSIBLE, _TOOLTIP):
            return title if index.column() == 0 else ""
        if role == _FONT:
            return QFont(self._bold)
        if role == _GROUND:
            tokens = self._theme.tokens
            return QBrush(QColor(mix(tokens.background, tokens.text, 0.05)))
        return None

    @override
    def plain_cell(self, index: Index) -> tuple[str, int, QFont | None, str | None] | None:
        """None for a heading, which has a ground and a weight of its own."""
        return super().plain_cell(index) if self._title(index) is None else None

    def _title(self, index: Index) -> str | None:
        if self._moving is None:
            return None if self.vista is None else self.vista.titulos.get(index.row())
        place = self._place(index.row()) if index.isValid() else None
        return None if place is None else place[0].titulos.get(place[1])


def _id_of(line: LinhaDoBacklog) -> str:
    return line.demanda_id


def _same_from_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How many ids are the same from the start; whole stretches are compared at once."""
    end = min(len(one), len(other))
    at = 0
    while at < end and one[at : at + _CHUNK] == other[at : at + _CHUNK]:
        at += _CHUNK
    at = min(at, end)
    while at < end and one[at] == other[at]:
        at += 1
    return at


def _same_from_end(one: Sequence[str], other: Sequence[str], first: int) -> int:
    """How many ids are the same from the end, not counting the first ones."""
    end = min(len(one), len(other)) - first
    at = 0
    while at + _CHUNK <= end and _tail(one, at) == _tail(other, at):
        at += _CHUNK
    while at < end and one[-1 - at] == other[-1 - at]:
        at += 1
    return at


def _tail(ids: Sequence[str], skipped: int) -> Sequence[str]:
    stop = len(ids) - skipped
    return ids[stop - _CHUNK : stop]
