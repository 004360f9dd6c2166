"""Bars with their values. Imported when first shown: pyqtgraph is slow to load.

Axis units are written, the bar under the pointer or the keyboard cursor is said in words, a table
with the same numbers lies behind, and all can be taken out as image or as numbers. Two series differ
by hatching, not by colour alone. Source: ui.md, Look; issue of part 4, Painel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any, Final

import pyqtgraph as pg  # type: ignore[import-untyped] # ships no types
from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme

_WIDTH: Final = 0.7
_PAIR_WIDTH: Final = 0.36
_SWAPPED: Final = str.maketrans(",.", ".,")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, or one of each series at the same place.

    Args:
        label: at the axis.
        values: one per series.
        told: what is said of it, whole: ``em progresso: 12 demandas``.
        target: what opening it shows; empty where it opens nothing.
        tone: token of its colour, e.g. ``accent``, or ``level3``; of the first series.
    """

    label: str
    values: tuple[float, ...]
    told: str
    target: str = ""
    tone: str = "accent"


@dataclass(frozen=True, slots=True)
class Chart:
    """What a chart shows.

    Args:
        name: stable, for files.
        title: heading.
        unit: of the value axis, in words.
        bars: in order.
        series: names; empty for a single one.
        is_lying: bars from left to right, for long labels.
        largest: end of the value axis; that of the values where None.
        axis: what the bars are, heading of the table behind; empty for nothing said.
    """

    name: str
    title: str
    unit: str
    bars: tuple[Bar, ...]
    series: tuple[str, ...] = ()
    is_lying: bool = False
    largest: float | None = None
    axis: str = ""


class _Labels(pg.AxisItem):  # type: ignore[misc] # pyqtgraph is untyped
    """The names of the bars, elided."""

    def __init__(self, side: str, labels: Sequence[str], longest: int) -> None:
        super().__init__(orientation=side)
        self._names = [_short(label, longest) for label in labels]
        self.name_each(1)

    def name_each(self, step: int) -> None:
        """Write the name of every ``step``-th bar."""
        self.setTicks([[(at, name) for at, name in enumerate(self._names) if at % step == 0]])

    def step_for(self, width: int, metrics: QFontMetrics) -> int:
        """How many bars a name needs so that names do not run into each other."""
        widest = max((metrics.horizontalAdvance(f"{name}n") for name in self._names), default=1)
        return max(1, ceil(widest * len(self._names) / max(1, width)))


class _Values(pg.AxisItem):  # type: ignore[misc] # pyqtgraph is untyped
    """Whole or decimal, with a comma; thousands with a point."""

    def __init__(self, side: str) -> None:
        super().__init__(orientation=side)
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 # pyqtgraph's name
        """``1.200`` or ``0,5``."""
        digits = 0 if spacing >= 1 else 1
        return [f"{value:,.{digits}f}".translate(_SWAPPED) for value in values]

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802 # pyqtgraph's name
        """Never finer than one where whole things are counted."""
        wanted = (high - low) / max(2.0, size / 60)
        steps = [base * 10**power for power in range(7) for base in (1, 2, 5)]
        return [(next((step for step in steps if step >= wanted), steps[-1]), 0)]


class BarChart(pg.PlotWidget):  # type: ignore[misc] # pyqtgraph is untyped
    """See the module.

    Args:
        chart: what to show.
        theme: colours and fonts.
        parent: owner.

    Signals:
        said(str): the bar under the cursor, in words; empty for none.
        opened(str): Enter or click on a bar that opens something.
    """

    said = Signal(str)
    opened = Signal(str)

    def __init__(self, chart: Chart, theme: Theme, parent: QWidget) -> None:
        self.chart = chart
        self.theme = theme
        labels = [bar.label for bar in chart.bars]
        sides = ("left", "bottom") if chart.is_lying else ("bottom", "left")
        self._labels = _Labels(sides[0], labels, 24 if chart.is_lying else 14)
        tokens = theme.tokens
        super().__init__(
            parent,
            background=QColor(tokens.surface),
            enableMenu=False,
            axisItems={
                sides[0]: self._labels,
                sides[1]: _Values(sides[1]),
            },
        )
        # pyqtgraph's own context menu has no parent, is in English and is not ours to show.
        self.getPlotItem().ctrlMenu.setParent(self, Qt.WindowType.Popup)
        self.setAccessibleName(f"Gráfico: {chart.title}, em {chart.unit}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setFrameShape(pg.PlotWidget.Shape.NoFrame)
        for side in sides:
            axis = self.getAxis(side)
            axis.setPen(QColor(tokens.border))
            axis.setTextPen(QColor(tokens.text))
            axis.setStyle(tickFont=theme.font(0), tickLength=0 if side == sides[0] else -4)
        if chart.is_lying:
            self.getPlotItem().invertY(True)
            digit = self.fontMetrics().horizontalAdvance("n")
            widest = max((len(_short(label, 24)) for label in labels), default=4)
            self.getAxis("left").setWidth(round(digit * (widest + 2)))
        self.setLabel(sides[1], chart.unit, color=tokens.secondary)
        self.showGrid(x=chart.is_lying, y=not chart.is_lying, alpha=0.15)
        self.at = -1
        self._draw()
        self.scene().sigMouseMoved.connect(self._on_mouse_moved)
        self._tell()

    @property
    def at_bar(self) -> Bar | None:
        """The bar under the cursor."""
        return self.chart.bars[self.at] if 0 <= self.at < len(self.chart.bars) else None

    def move_to(self, at: int) -> None:
        """Put the cursor on a bar; -1 takes it away."""
        if at != self.at:
            self.at = at
            self._mark()
            self._tell()

    @override
    def sizeHint(self) -> QSize:
        """Lying bars need a line each."""
        lines = len(self.chart.bars) if self.chart.is_lying else 7
        return QSize(self.theme.px(360), self.theme.px(64 + 26 * max(3, lines)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where names would run into each other, every second is written, or fewer."""
        super().resizeEvent(event)
        if not self.chart.is_lying:
            room = self.width() - self.theme.px(60)
            self._labels.name_each(self._labels.step_for(room, QFontMetrics(self.theme.font(0))))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk over the bars, Home and End jump, Enter opens."""
        last = len(self.chart.bars) - 1
        key = Qt.Key(event.key())
        steps = {
            Qt.Key.Key_Left: max(0, self.at - 1),
            Qt.Key.Key_Up: max(0, self.at - 1),
            Qt.Key.Key_Right: min(last, self.at + 1),
            Qt.Key.Key_Down: min(last, self.at + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in steps and last >= 0:
            self.move_to(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            event.ignore()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click opens the bar under the pointer."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._open()

    def save_png(self, path: Path) -> bool:
        """Write what is seen; False where the file could not be written."""
        return bool(self.grab().save(str(path), "PNG"))

    def save_svg(self, path: Path) -> bool:
        """Write it as lines and letters; False where the file could not be written."""
        size = self.size()
        file = QSvgGenerator()
        file.setFileName(str(path))
        file.setSize(size)
        file.setViewBox(QRect(0, 0, size.width(), size.height()))
        file.setTitle(self.chart.title)
        painter = QPainter()
        if not painter.begin(file):
            return False
        painter.fillRect(file.viewBox(), QColor(self.theme.tokens.surface))
        self.render(painter)
        return painter.end()

    def _draw(self) -> None:
        bars = self.chart.bars
        count = max((len(bar.values) for bar in bars), default=1)
        width = _WIDTH if count == 1 else _PAIR_WIDTH
        for series in range(count if bars else 0):
            shift = (series - (count - 1) / 2) * width
            places = [at + shift for at in range(len(bars))]
            values = [bar.values[series] for bar in bars]
            brushes = [self._brush(bar, series) for bar in bars]
            # Hatching needs an outline; of nothing not even that is drawn.
            pens = [
                pg.mkPen(self._colour(bar), width=1) if series and bar.values[series] else None
                for bar in bars
            ]
            more: dict[str, Any] = {"brushes": brushes, "pens": pens}
            if self.chart.is_lying:
                item = pg.BarGraphItem(x0=0, y=places, width=values, height=width, **more)
            else:
                item = pg.BarGraphItem(x=places, height=values, width=width, **more)
            self.addItem(item)
        if self._has_figures:
            self._write_figures()
        greatest = max((value for bar in bars for value in bar.values), default=0.0)
        # A little more, so that the last figure of the axis is not cut off.
        end = (self.chart.largest or max(1.0, greatest)) * (1.14 if self._has_figures else 1.06)
        across = (-0.6, max(1, len(bars)) - 0.4)
        if self.chart.is_lying:
            self.setXRange(0, end, padding=0)
            self.setYRange(*across, padding=0)
        else:
            self.setYRange(0, end, padding=0)
            self.setXRange(*across, padding=0)
        tokens = self.theme.tokens
        self._cursor = pg.LinearRegionItem(
            values=(0, 0),
            orientation="horizontal" if self.chart.is_lying else "vertical",
            movable=False,
            brush=QBrush(_faint(tokens.text)),
            pen=pg.mkPen(QColor(tokens.accent), width=1),
        )
        self._cursor.setZValue(-10)
        self.addItem(self._cursor)
        self._mark()

    @property
    def _has_figures(self) -> bool:
        """Counts of a single series stand at the end of their bars."""
        return not self.chart.series and self.chart.largest is None

    def _write_figures(self) -> None:
        anchor = (-0.1, 0.5) if self.chart.is_lying else (0.5, 1.0)
        for at, bar in enumerate(self.chart.bars):
            text = f"{bar.values[0]:,.0f}".translate(_SWAPPED)
            item = pg.TextItem(text, color=QColor(self.theme.tokens.text), anchor=anchor)
            item.setFont(self.theme.font(0))
            item.setPos(*((bar.values[0], at) if self.chart.is_lying else (at, bar.values[0])))
            self.addItem(item, ignoreBounds=True)

    def _colour(self, bar: Bar) -> QColor:
        tokens = self.theme.tokens
        if bar.tone.startswith("level"):
            return QColor(tokens.levels[int(bar.tone[5:]) - 1])
        return QColor(getattr(tokens, bar.tone))

    def _brush(self, bar: Bar, series: int) -> QBrush:
        style = Qt.BrushStyle.SolidPattern if series == 0 else Qt.BrushStyle.BDiagPattern
        return QBrush(self._colour(bar), style)

    def _mark(self) -> None:
        self._cursor.setVisible(self.at >= 0)
        self._cursor.setRegion((self.at - 0.5, self.at + 0.5))

    def _tell(self) -> None:
        bar = self.at_bar
        text = bar.told if bar is not None else ""
        whole = "; ".join(one.told for one in self.chart.bars)
        self.setAccessibleDescription(text or whole)
        self.setCursor(
            Qt.CursorShape.PointingHandCursor
            if bar is not None and bar.target
            else Qt.CursorShape.ArrowCursor
        )
        self.said.emit(text)

    def _open(self) -> None:
        bar = self.at_bar
        if bar is not None and bar.target:
            self.opened.emit(bar.target)

    @Slot(QPointF)
    def _on_mouse_moved(self, place: QPointF) -> None:
        point = self.getPlotItem().vb.mapSceneToView(place)
        at = round(point.y() if self.chart.is_lying else point.x())
        self.move_to(at if 0 <= at < len(self.chart.bars) else -1)


def _faint(colour: str) -> QColor:
    found = QColor(colour)
    found.setAlphaF(0.08)
    return found


def _short(label: str, longest: int) -> str:
    return label if len(label) <= longest else label[: longest - 1].rstrip() + "…"
