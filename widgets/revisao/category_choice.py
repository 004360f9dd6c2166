"""Which category: what the classifier thought, on the number keys, and any other by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.fila_revisao import CategoriaParaEscolher
from widgets.revisao.columns import percent
from widgets.runtime.context import UiContext

MAX_OPTIONS: Final = 5
Option = tuple[str, str | None, float | None]
"""Category, subcategory and confidence."""


class CategoryChoice(QWidget):
    """See the module.

    Signals:
        chosen(str, str): category and subcategory; the latter empty for none.
        kept: the one that stands is right.
    """

    chosen = Signal(str, str)
    kept = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._names: Mapping[str, CategoriaParaEscolher] = {}
        self._options: tuple[Option, ...] = ()
        title = QLabel("Que categoria é?", self)
        title.setFont(theme.font(1, bold=True))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        column.addWidget(title)
        self.buttons: list[QPushButton] = []
        for at in range(MAX_OPTIONS):
            button = QPushButton(self)
            button.setProperty("kind", "choice")
            button.clicked.connect(lambda _checked=False, place=at: self.choose(place))
            column.addWidget(button)
            self.buttons.append(button)
        self.keep = QPushButton(self)
        self.keep.setProperty("kind", "choice")
        self.keep.clicked.connect(self.kept)
        self.keep.hide()
        column.addWidget(self.keep)
        self.other = self._combo("Outra categoria")
        self.sub = self._combo("Subcategoria")
        self.give = QPushButton("Dar esta categoria", self)
        other_label = QLabel("&Outra categoria (O)", self)
        other_label.setBuddy(self.other)
        sub_label = QLabel("Subcategoria, se souber", self)
        sub_label.setBuddy(self.sub)
        form = QGridLayout()
        form.setContentsMargins(0, theme.px(8), 0, 0)
        form.setHorizontalSpacing(theme.px(8))
        form.addWidget(other_label, 0, 0)
        form.addWidget(sub_label, 0, 1)
        form.addWidget(self.other, 1, 0)
        form.addWidget(self.sub, 1, 1)
        form.addWidget(self.give, 1, 2)
        form.setColumnStretch(0, 3)
        form.setColumnStretch(1, 2)
        column.addLayout(form)
        self.other.currentIndexChanged.connect(self._on_other)
        self.give.clicked.connect(self._on_give)
        self._on_other()

    def set_categories(self, known: Sequence[CategoriaParaEscolher]) -> None:
        """What can be chosen."""
        self._names = {one.categoria_id: one for one in known}
        self.other.clear()
        for one in known:
            self.other.addItem(f"{one.categoria_id} {one.nome}", one.categoria_id)
        self.other.setCurrentIndex(-1)
        self.show_options(self._options)

    def show_options(self, options: Sequence[Option]) -> None:
        """What the classifier thought, the likeliest first."""
        self._options = tuple(options[:MAX_OPTIONS])
        for at, button in enumerate(self.buttons):
            button.setVisible(at < len(self._options))
            if at < len(self._options):
                button.setText(f"{at + 1}   {self.words(self._options[at])}")
        self.other.setCurrentIndex(-1)
        self.other.clearEditText()

    def show_standing(self, standing: tuple[str, str | None] | None) -> None:
        """The category that stands now, which may simply stay; None for none."""
        self.keep.setVisible(standing is not None)
        if standing is not None:
            self.keep.setText(f"M   Manter a de hoje: {self.words((*standing, None))}")

    def words(self, option: Option) -> str:
        """An option as a person reads it."""
        category, sub, share = option
        text = f"{category} {self.name_of(category)}"
        known = self._names.get(category)
        if sub is not None and known is not None:
            text += f" › {dict(known.subcategorias).get(sub, sub)}"
        return text if share is None else f"{text} · {percent(share)}"

    def name_of(self, category: str) -> str:
        """A category's name; empty while the taxonomy is on its way."""
        known = self._names.get(category)
        return "" if known is None else known.nome

    def choose(self, place: int) -> None:
        """Take the option at this place, as its key does."""
        if self.isEnabled() and place < len(self._options):
            category, sub, _share = self._options[place]
            self.chosen.emit(category, sub or "")

    @Slot()
    def focus_other(self) -> None:
        """To the field of any other category."""
        if self.isVisible():
            self.other.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _combo(self, name: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setAccessibleName(name)
        combo.setEditable(True)
        combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        combo.setMinimumContentsLength(12)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        completer = combo.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        for popup in (combo.view(), None if completer is None else completer.popup()):
            if popup is not None:
                popup.setAccessibleName(f"{name}: lista")
        edit = combo.lineEdit()
        if edit is not None:
            edit.setAccessibleName(name)
        return combo

    @Slot()
    def _on_other(self) -> None:
        known = self._names.get(self.other.currentData() or "")
        self.give.setEnabled(known is not None)
        self.sub.clear()
        for sub_id, name in () if known is None else known.subcategorias:
            self.sub.addItem(f"{sub_id} {name}", sub_id)
        self.sub.setCurrentIndex(-1)
        self.sub.setEnabled(self.sub.count() > 0)

    @Slot()
    def _on_give(self) -> None:
        category = self.other.currentData()
        if isinstance(category, str):
            self.chosen.emit(category, self.sub.currentData() or "")
