"""Which unit: a change that new outlines brought, taken or not, or the unit of a place that lies in none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.services.fila_revisao import UnidadeAchada
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.debounce import Debouncer
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import TableView

Search = Callable[[str], Sequence[UnidadeAchada]]


class ChangeChoice(QWidget):
    """Where it is, where it would go, and a button for either.

    Signals:
        confirmed: it goes there.
        kept: it stays where it is.
    """

    confirmed = Signal()
    kept = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        title = QLabel("A unidade muda?", self)
        title.setFont(theme.font(1, bold=True))
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.confirm = QPushButton("C   Confirmar mudança", self)
        self.confirm.setProperty("kind", "primary")
        self.confirm.clicked.connect(self.press)
        self.keep = QPushButton("M   Manter a unidade de hoje", self)
        self.keep.clicked.connect(self.kept)
        buttons = QWidget(self)
        row = FlowLayout(buttons, theme.px(8))
        row.addWidget(self.confirm)
        row.addWidget(self.keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(title)
        column.addWidget(self.words)
        column.addWidget(buttons)

    def show_change(self, before: str, after: str | None) -> None:
        """The names of the two units; ``after`` None where the place lies outside all."""
        if after is None:
            self.words.setText(
                f"Hoje: {before}.\nPelos contornos novos o lugar fica fora de todas as unidades. "
                "Corrija o lugar na tela da demanda, ou mantenha a unidade de hoje."
            )
        else:
            self.words.setText(
                f"Hoje: {before}.\nPelos contornos novos: {after}.\nConfirmada, a demanda é "
                "corrigida e vai para o ranking da outra unidade; o ponto no mapa não muda. Mantida, "
                "fica onde está até que o lugar mude ou os contornos digam uma terceira."
            )
        self.confirm.setEnabled(after is not None)

    @Slot()
    def press(self) -> None:
        """As the key does."""
        if self.isVisible() and self.isEnabled() and self.confirm.isEnabled():
            self.confirmed.emit()


class UnitChoice(QWidget):
    """A search by name and what it found.

    Signals:
        chosen(str): identifier of a unit.
    """

    chosen = Signal(str)

    def __init__(self, search: Search, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._search = search
        self._context = context
        title = QLabel("De que unidade é este lugar?", self)
        title.setFont(theme.font(1, bold=True))
        self.place = QLabel(self)
        self.place.setWordWrap(True)
        self.text = QLineEdit(self)
        self.text.setPlaceholderText("Nome ou código da unidade")
        self.text.setAccessibleName("Nome ou código da unidade")
        label = QLabel("&Unidade (U)", self)
        label.setBuddy(self.text)
        column_of_names = Column("nome", "Unidade", text=lambda row: row.nome, width_chars=60)
        self.model = RowsModel((column_of_names,), theme, self)
        self.table = TableView("Unidades achadas", "revisao/unidades", theme, context.view, self)
        self.table.show_model(self.model)
        self.table.setFixedHeight(theme.px(150))
        self.give = QPushButton("Dar esta unidade", self)
        self.give.setProperty("kind", "primary")
        self.give.setEnabled(False)
        self._typing = Debouncer(self)
        self.text.textChanged.connect(self._typing.touch)
        self.text.returnPressed.connect(self._typing.flush)
        self._typing.settled.connect(self._on_typed)
        self.give.clicked.connect(self._on_give)
        self.table.opened.connect(self._on_opened)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (title, self.place, label, self.text, self.table):
            column.addWidget(widget)
        column.addWidget(self.give, 0, Qt.AlignmentFlag.AlignLeft)

    def show_place(self, words: str) -> None:
        """Another item: what is known of its place."""
        self.place.setText(words)
        self.text.clear()
        self._show(())

    @Slot()
    def focus_text(self) -> None:
        """To the field."""
        if self.isVisible():
            self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def _on_typed(self) -> None:
        self._context.runner.read(
            self, partial(self._search, self.text.text()), self._show, key="unidades"
        )

    def _show(self, found: Sequence[UnidadeAchada]) -> None:
        self.model.set_rows(tuple(found))
        self.give.setEnabled(bool(found))
        if found:
            self.table.selectRow(0)

    @Slot()
    def _on_give(self) -> None:
        rows = self.table.selected_rows()
        if rows:
            self._on_opened(rows[0])

    @Slot(int)
    def _on_opened(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None and self.isEnabled():
            self.chosen.emit(row.unidade_id)
