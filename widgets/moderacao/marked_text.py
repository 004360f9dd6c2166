"""Words that somebody else wrote, whole, with what they were flagged for marked in them.

Never read as markup: marks are formats laid over plain text. As tall as its words, so that the pane
around it scrolls and not the text in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QTextEdit, QWidget
from typing_extensions import override

from widgets.runtime.theme.theme import Theme


class MarkedText(QTextEdit):
    """Read only, selectable by mouse and keyboard; marked by weight and underline, not by colour."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = name
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(theme.font(2))
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.setAccessibleName(name)

    def show_text(self, text: str, marks: Sequence[tuple[int, int]] = ()) -> None:
        """Show these words; ``marks`` are (start, end) in them."""
        self.setPlainText(text)
        strong = QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        strong.setFontUnderline(True)
        cursor = QTextCursor(self.document())
        for start, end in marks:
            cursor.setPosition(_units(text, start))
            cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(strong)
        self.setAccessibleName(f"{self._name}: {text}")
        self._fit()

    def marked(self) -> list[str]:
        """The words that are marked, in order."""
        found: list[str] = []
        block = self.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                piece = pieces.fragment()
                if piece.charFormat().fontUnderline():
                    found.append(piece.text())
                pieces += 1
            block = block.next()
        return found

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Other breaks, another height."""
        super().resizeEvent(event)
        self._fit()

    @override
    def sizeHint(self) -> QSize:
        """One line at least."""
        return QSize(self.fontMetrics().averageCharWidth() * 20, self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        """A narrow column is enough."""
        return QSize(self.fontMetrics().averageCharWidth() * 12, self.fontMetrics().height())

    def _fit(self) -> None:
        height = max(ceil(self.document().size().height()), self.fontMetrics().height())
        if self.height() != height:
            self.setFixedHeight(height)


def _units(text: str, place: int) -> int:
    """A place in Python's code points as Qt counts it, in UTF-16."""
    return len(text[:place].encode("utf-16-le")) // 2
