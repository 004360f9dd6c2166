"""Small plots of the measures. Imported when first shown: pyqtgraph is slow to load.

Axis units are written, the value under the pointer or the keyboard cursor is said, and every plot
can be taken out as an image or as numbers. Source: ui.md, Look.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped] # ships no types
from PySide6.QtCore import QPointF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from app.services.exportacao import Perfil, write_csv
from app.services.motor import Medida
from widgets.runtime.context import UiContext
from widgets.runtime.focus_frame import FocusFrame
from widgets.runtime.words import number

_WIDE_PX = 900


class _MomentAxis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph is untyped
    """Hours and minutes of the office's zone."""

    def __init__(self, context: UiContext) -> None:
        super().__init__(orientation="bottom")
        self._moments = context.moments
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 # pyqtgraph's name
        """``14:30``, with the day where ticks are a day apart."""
        texts = [self._moments.curto(int(value * 1_000)) for value in values]
        return [text[:5] if spacing >= 86_400 else text[11:16] for text in texts]

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:  # noqa: N802 # pyqtgraph's name
        """Whole minutes and hours, not decimal steps."""
        steps = (60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800)
        wanted = (high - low) / max(2.0, size / 90)
        return [(next((s for s in steps if s >= wanted), steps[-1]), 0)]


class _ValueAxis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph is untyped
    """Decimal comma."""

    def __init__(self) -> None:
        super().__init__(orientation="left")
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 # pyqtgraph's name
        """As pyqtgraph, in Portuguese."""
        texts: list[str] = super().tickStrings(values, scale, spacing)
        return [text.replace(".", ",") for text in texts]


class Plot(FocusFrame):
    """One measure.

    Signals:
        said(str): the value under the cursor, in words.
    """

    said = Signal(str)

    def __init__(self, measure: Medida, context: UiContext, parent: QWidget) -> None:
        super().__init__(context.theme, parent)
        self.measure = measure
        self._context = context
        self._at = len(measure.pontos) - 1
        theme, tokens = context.theme, context.theme.tokens
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"Gráfico: {measure.titulo}, em {measure.unidade}")
        title = QLabel(measure.titulo, self)
        self.value = QLabel(self)
        self.value.setProperty("kind", "secondary")
        self.export = QToolButton(self)
        self.export.setProperty("kind", "flat")
        self.export.setIcon(context.icons.icon("exportar", "secondary"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setToolTip("Exportar este gráfico")
        self.export.setAccessibleName(f"Exportar o gráfico {measure.titulo}")
        menu = QMenu(self.export)
        menu.addAction("Imagem (PNG)…").triggered.connect(self._on_export_png)
        menu.addAction("Números (CSV)…").triggered.connect(self._on_export_csv)
        self.export.setMenu(menu)
        self._plot = pg.PlotWidget(
            self,
            background=QColor(tokens.surface),
            enableMenu=False,
            axisItems={"bottom": _MomentAxis(context), "left": _ValueAxis()},
        )
        # pyqtgraph's own context menu has no parent, is in English and is not ours to show.
        self._plot.getPlotItem().ctrlMenu.setParent(self, Qt.WindowType.Popup)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.setMinimumHeight(theme.px(130))
        self._plot.setMouseEnabled(x=False, y=False)
        self._plot.hideButtons()
        self._plot.setMenuEnabled(False)
        for side in ("left", "bottom"):
            axis = self._plot.getAxis(side)
            axis.setPen(QColor(tokens.border))
            axis.setTextPen(QColor(tokens.secondary))
            axis.setStyle(tickFont=theme.font(0))
        self._plot.setLabel("left", measure.unidade, color=tokens.secondary)
        self._plot.setLabel("bottom", f"hora ({context.moments.zona})", color=tokens.secondary)
        self._plot.showGrid(y=True, alpha=0.15)
        self._draw()
        self._plot.scene().sigMouseMoved.connect(self._on_mouse_moved)
        head = QHBoxLayout()
        head.addWidget(title)
        head.addWidget(self.value, 1)
        head.addWidget(self.export)
        self.column.setContentsMargins(*[theme.px(8)] * 4)
        self.column.addLayout(head)
        self.column.addWidget(self._plot, 1)
        self._say()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right walk over the values, Home and End jump."""
        last = len(self.measure.pontos) - 1
        steps = {
            Qt.Key.Key_Left: max(0, self._at - 1),
            Qt.Key.Key_Right: min(last, self._at + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        target = steps.get(Qt.Key(event.key()))
        if target is None or last < 0:
            super().keyPressEvent(event)
            return
        self._at = target
        self._say()

    def save_png(self, path: Path) -> bool:
        """Write what is seen; False where the file could not be written."""
        return self.grab().save(str(path), "PNG")

    def save_csv(self, path: Path) -> int:
        """Write the numbers, in the Excel profile; EnvironmentFault as ``write_csv``."""
        moments = self._context.moments
        head = ("quando", self.measure.unidade)
        rows = [(moments.curto(at), value) for at, value in self.measure.pontos]
        return write_csv(path, head, rows, Perfil.EXCEL_PT_BR)

    def _draw(self) -> None:
        tokens = self._context.theme.tokens
        seconds = [at / 1_000 for at, _ in self.measure.pontos]
        values = [value for _, value in self.measure.pontos]
        pen = pg.mkPen(QColor(tokens.accent), width=2 * self._context.theme.scale)
        self._curve: Any = self._plot.plot(seconds, values, pen=pen, symbol=None)
        self._plot.setYRange(0, max([1.0, *values]) * 1.1, padding=0)
        self._mark = pg.InfiniteLine(angle=90, pen=pg.mkPen(QColor(tokens.secondary), width=1))
        self._plot.addItem(self._mark)

    def _say(self) -> None:
        if not self.measure.pontos:
            self.value.setText("sem medidas ainda")
            self._mark.hide()
            return
        at, value = self.measure.pontos[self._at]
        shown = (
            number(round(value)) if float(value).is_integer() else f"{value:.1f}".replace(".", ",")
        )
        text = f"{shown} {self.measure.unidade} · {self._context.moments.curto(at)[:16]}"
        self.value.setText(text)
        self.setAccessibleDescription(text)
        self._mark.setValue(at / 1_000)
        self.said.emit(text)

    @Slot(QPointF)
    def _on_mouse_moved(self, place: QPointF) -> None:
        if not self.measure.pontos:
            return
        second = self._plot.getPlotItem().vb.mapSceneToView(place).x()
        points = self.measure.pontos
        self._at = min(range(len(points)), key=lambda i: abs(points[i][0] / 1_000 - second))
        self._say()

    def _ask(self, title: str, suffix: str) -> QFileDialog:
        dialog = QFileDialog(self, title, "", f"{suffix.upper()} (*.{suffix})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{self.measure.nome}.{suffix}")
        dialog.open()
        return dialog

    @Slot()
    def _on_export_png(self) -> None:
        self._ask("Exportar imagem", "png").fileSelected.connect(self._on_png_named)

    @Slot()
    def _on_export_csv(self) -> None:
        self._ask("Exportar números", "csv").fileSelected.connect(self._on_csv_named)

    @Slot(str)
    def _on_png_named(self, name: str) -> None:
        if self.save_png(Path(name)):
            self._context.notify(f"Imagem gravada em {Path(name).name}.")
        else:
            self._context.notify(
                f"A imagem não foi gravada em {Path(name).name}: a pasta não aceita o arquivo. "
                "Escolha outra pasta.",
                "erro",
            )

    @Slot(str)
    def _on_csv_named(self, name: str) -> None:
        self._context.runner.read(
            self,
            lambda: self.save_csv(Path(name)),
            lambda _rows: self._context.notify(f"Números gravados em {Path(name).name}."),
        )


class PlotsPane(QWidget):
    """All plots, two side by side where there is room."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.plots: list[Plot] = []

    def show_measures(self, measures: Sequence[Medida]) -> None:
        """Draw these and no others."""
        if [plot.measure for plot in self.plots] == list(measures):
            return
        for plot in self.plots:
            self._grid.removeWidget(plot)
            plot.hide()
            plot.deleteLater()
        self.plots = [Plot(measure, self._context, self) for measure in measures]
        across = 2 if self.width() >= self._context.theme.px(_WIDE_PX) else 1
        for at, plot in enumerate(self.plots):
            self._grid.addWidget(plot, at // across, at % across)
