"""A chart with its heading, what is said of it, the table behind it, and ways out of the window.

Imported when first shown, as the chart itself.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.services.exportacao import Perfil
from widgets.runtime.bar_chart import Bar, BarChart, Chart
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.list_panel import PROFILES, ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import number


class ChartCard(QFrame):
    """See the module.

    Args:
        chart: what to show.
        setting: prefix of view settings and scope of keys.
        context: the window's common things.
        parent: owner.

    Signals:
        opened(str): a bar, or its row in the table, was opened.
    """

    opened = Signal(str)

    def __init__(self, chart: Chart, setting: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._context = context
        theme = context.theme
        self.title = QLabel(chart.title, self)
        self.title.setFont(theme.font(1, bold=True))
        self.title.setWordWrap(True)
        self.said = QLabel(self)
        self.said.setProperty("kind", "secondary")
        self.said.setWordWrap(True)
        self.legend = QLabel(self)
        self.legend.setProperty("kind", "secondary")
        self.as_table = QToolButton(self)
        self.as_table.setProperty("kind", "flat")
        self.as_table.setText("Tabela")
        self.as_table.setCheckable(True)
        self.as_table.setToolTip("Ver os mesmos números em tabela")
        self.as_table.setAccessibleName(f"Ver em tabela: {chart.title}")
        self.as_table.toggled.connect(self._on_table)
        self.export = QToolButton(self)
        self.export.setProperty("kind", "flat")
        self.export.setIcon(context.icons.icon("exportar", "secondary"))
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export.setToolTip("Gravar este gráfico")
        self.export.setAccessibleName(f"Gravar o gráfico: {chart.title}")
        self._stack = QStackedWidget(self)
        model = SortedRowsModel(_columns_of(chart), theme, self, lambda bar: bar.label)
        self.table = ListPanel(
            chart.title,
            f"{setting}/{chart.name}",
            ("linha", "linhas"),
            ("Sem números ainda", "Nada foi contado aqui."),
            model,
            context,
            self,
            has_filter=False,
        )
        self.chart = BarChart(chart, theme, self)
        self._stack.addWidget(self.chart)
        self._stack.addWidget(self.table)
        self._build_menu()
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.as_table)
        head.addWidget(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(8), theme.px(8))
        column.setSpacing(theme.px(4))
        column.addLayout(head)
        column.addWidget(self.legend)
        column.addWidget(self._stack, 1)
        column.addWidget(self.said)
        self.table.opened.connect(self._on_row)
        self._connect_chart()
        self._fill(chart)

    def show_chart(self, chart: Chart) -> None:
        """Other numbers; the bar that the cursor is on stays, and so does the keyboard."""
        before = self.chart
        if chart == before.chart:
            return
        has_focus, at = before.hasFocus(), before.at
        is_shown = self._stack.currentWidget() is before
        self.chart = BarChart(chart, self._context.theme, self)
        self._stack.insertWidget(0, self.chart)
        self._stack.removeWidget(before)
        before.hide()
        before.deleteLater()
        if is_shown:
            self._stack.setCurrentWidget(self.chart)
        self._connect_chart()
        self._fill(chart)
        self.chart.move_to(at if at < len(chart.bars) else -1)
        if has_focus:
            self.chart.setFocus()

    def _connect_chart(self) -> None:
        self.chart.said.connect(self._on_said)
        self.chart.opened.connect(self.opened)

    def _fill(self, chart: Chart) -> None:
        self.table.show_rows(chart.bars)
        marks = zip(("■", "▨"), chart.series, strict=False)
        self.legend.setText("   ".join(f"{mark} {name}" for mark, name in marks))
        self.legend.setVisible(bool(chart.series))
        self._stack.setMinimumHeight(self.chart.sizeHint().height())
        self._on_said("")

    def _build_menu(self) -> None:
        menu = QMenu(self.export)
        menu.addAction("Imagem (PNG)…").triggered.connect(partial(self._ask, "png"))
        menu.addAction("Desenho (SVG)…").triggered.connect(partial(self._ask, "svg"))
        menu.addSeparator()
        for word, perfil in PROFILES:
            menu.addAction(word).triggered.connect(
                lambda _checked=False, chosen=perfil: self._ask_csv(chosen)
            )
        self.export.setMenu(menu)

    def _ask_csv(self, perfil: Perfil) -> None:
        self.table.ask_where(perfil)

    def _ask(self, suffix: str, _checked: bool = False) -> None:  # Qt's signature
        dialog = QFileDialog(self, "Gravar gráfico", "", f"{suffix.upper()} (*.{suffix})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{self.chart.chart.name}.{suffix}")
        dialog.fileSelected.connect(lambda name: self.save_image(Path(name)))
        dialog.open()

    def save_image(self, path: Path) -> None:
        """Write the chart as PNG or SVG, by the name's ending, and say so."""
        save = self.chart.save_svg if path.suffix.lower() == ".svg" else self.chart.save_png
        if save(path):
            self._context.notify(f"Gráfico gravado em {path.name}.")
        else:
            self._context.notify(
                f"O gráfico não foi gravado em {path.name}: a pasta não aceita o arquivo. "
                "Escolha outra pasta.",
                "erro",
            )

    @Slot(bool)
    def _on_table(self, is_table: bool) -> None:  # Qt's signature
        self._stack.setCurrentWidget(self.table if is_table else self.chart)
        self.said.setVisible(not is_table)

    @Slot(str)
    def _on_said(self, text: str) -> None:
        self.said.setText(text or self._rest)

    @property
    def _rest(self) -> str:
        if any(bar.target for bar in self.chart.chart.bars):
            return "Aponte uma barra, ou use as setas. Enter ou clique abre a lista."
        return "Aponte uma barra, ou use as setas."

    @Slot(object)
    def _on_row(self, bar: Bar) -> None:
        if bar.target:
            self.opened.emit(bar.target)


def _columns_of(chart: Chart) -> tuple[Column, ...]:
    def value(series: int, name: str) -> Column:
        return Column(
            f"valor{series}",
            name,
            text=lambda bar: number(round(bar.values[series])),
            value=lambda bar: (
                bar.values[series] if bar.values[series] % 1 else int(bar.values[series])
            ),
            is_number=True,
            width_chars=max(12, len(name)),
        )

    names = chart.series or (chart.unit,)
    return (
        Column("nome", chart.axis or "O quê", text=lambda bar: bar.label, width_chars=28),
        *(value(at, name) for at, name in enumerate(names)),
    )
