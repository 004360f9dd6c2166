"""Base of every dialog: it fits its window, and asks before something typed would be lost.

Esc, the safe button and the cross of the frame all end in ``reject``. Where nothing was typed it
closes at once; otherwise it asks, and the safe answer goes on writing. A test refuses a dialog that
is not of this kind. Source: ui.md, Behaviour, Forms.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from widgets.runtime.alt_keys import AltTips, give_keys
from widgets.runtime.reading_order import step_focus

LOST: Final = "O que você escreveu neste formulário ainda não foi gravado."
_SEARCH: Final = "procura"
_MARGIN_PX: Final = 24


class Dialog(QDialog):
    """Shown with ``open``; deletes itself when it closes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._at_first: tuple[str, ...] | None = None
        self.tips = AltTips(self)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """No larger than the window it belongs to; what stands in it now is not typed."""
        if self._at_first is None:
            self._at_first = self._texts()
            self._fit()
        super().showEvent(event)
        give_keys(self)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes in reading order, as in the window; see ``reading_order``."""
        return step_focus(self, self.focusWidget(), forward=next)

    def is_changed(self) -> bool:
        """Whether closing would lose something typed."""
        return self._at_first is not None and self._at_first != self._texts()

    @override
    @Slot()
    def reject(self) -> None:
        """Close; ask first where something would be lost."""
        if not self.isVisible() or not self.is_changed():
            super().reject()
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.windowTitle())
        box.setText(LOST)
        drop = box.addButton("Descartar o que escrevi", QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton("Continuar escrevendo", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        drop.clicked.connect(self._on_discard)
        box.open()

    def _texts(self) -> tuple[str, ...]:
        return tuple(
            one.text() if isinstance(one, QLineEdit) else one.toPlainText()
            for one in typed_fields(self)
        )

    def _fit(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        room = parent.window().size()
        if self.minimumSizeHint().width() > room.width() - _MARGIN_PX:
            self._stack_buttons()
        wanted = self.size().expandedTo(self.minimumSizeHint())
        width = min(wanted.width(), room.width() - _MARGIN_PX)
        # Sentences that wrap in less width need more height.
        layout = self.layout()
        wraps = layout is not None and layout.hasHeightForWidth()
        least = layout.totalMinimumHeightForWidth(width) if layout is not None and wraps else 0
        height = min(max(wanted.height(), least), room.height() - _MARGIN_PX)
        self.resize(width, height)

    def _stack_buttons(self) -> None:
        """Large text in a small window: buttons one under the other."""
        layout = self.layout()
        if layout is None:
            return
        for row in layout.findChildren(QHBoxLayout):
            if all(isinstance(one, QPushButton) for one in _widgets_of(row)):
                row.setDirection(QBoxLayout.Direction.TopToBottom)
                row.setSpacing(layout.spacing())
        # A changed direction does not reach the layout around it by itself.
        layout.invalidate()
        layout.activate()

    @Slot()
    def _on_discard(self) -> None:
        super().reject()


def foot(act: QPushButton, keep: QPushButton) -> QHBoxLayout:
    """The two ends of a dialog: what acts stands last; what destroys stands first, apart from it."""
    row = QHBoxLayout()
    first, last = (act, keep) if act.property("kind") == "danger" else (keep, act)
    row.addWidget(first)
    row.addStretch(1)
    row.addWidget(last)
    return row


def _widgets_of(row: QHBoxLayout) -> list[QWidget]:
    parent = row.parentWidget()
    found = [] if parent is None else parent.findChildren(QWidget)
    return [one for one in found if row.indexOf(one) >= 0]


def mark_search(field: QLineEdit) -> QLineEdit:
    """Words typed here only look something up: losing them loses nothing."""
    field.setProperty(_SEARCH, True)
    return field


def typed_fields(root: QWidget) -> list[QLineEdit | QPlainTextEdit]:
    """Fields whose text a person would miss; Qt's own inner parts and look-ups left out."""
    found: list[QLineEdit | QPlainTextEdit] = [
        *root.findChildren(QLineEdit),
        *root.findChildren(QPlainTextEdit),
    ]
    return [
        one
        for one in found
        if not one.isReadOnly()
        and not one.objectName().startswith("qt_")
        and not one.property(_SEARCH)
    ]
