"""Notices: sentences above the screen that stay until read, with at most one thing to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme

LEVELS: Final = {
    "info": ("info", "accent"),
    "aviso": ("aviso", "warning"),
    "erro": ("erro", "danger"),
}
_INFO_MS: Final = 10_000
_MAX_SHOWN: Final = 3


class Notice(QFrame):
    """One sentence, an icon of its level, perhaps one button, and a way to close it.

    Signals:
        dismissed(): it is hidden and will be deleted.
    """

    dismissed = Signal()

    def __init__(
        self,
        text: str,
        level: str,
        theme: Theme,
        icons: Icons,
        parent: QWidget,
        action: tuple[str, Callable[[], object]] | None = None,
    ) -> None:
        super().__init__(parent)
        self.text = text
        self.level = level
        self.action = action
        self.setProperty("kind", "notice")
        self.setProperty("level", level)
        name, tone = LEVELS[level]
        side = theme.px(20)
        mark = QLabel(self)
        mark.setPixmap(icons.icon(name, tone).pixmap(QSize(side, side)))
        mark.setAccessibleName({"info": "Informação", "aviso": "Aviso", "erro": "Erro"}[level])
        label = QLabel(text, self)
        label.setWordWrap(True)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setAccessibleName(text)
        close = QToolButton(self)
        close.setProperty("kind", "flat")
        close.setIcon(icons.icon("fechar", "secondary"))
        close.setIconSize(QSize(side, side))
        close.setToolTip("Fechar aviso")
        close.setAccessibleName("Fechar aviso")
        close.clicked.connect(self.dismiss)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(4))
        row.setSpacing(theme.px(8))
        row.addWidget(mark)
        row.addWidget(label, 1)
        if action is not None:
            button = QPushButton(action[0], self)
            button.clicked.connect(self._on_action)
            row.addWidget(button)
        row.addWidget(close)

    @Slot()
    def dismiss(self) -> None:
        """Take it away."""
        self.hide()
        self.deleteLater()
        self.dismissed.emit()

    @Slot()
    def _on_action(self) -> None:
        if self.action is not None:
            self.action[1]()
        self.dismiss()


class NoticesBar(QWidget):
    """The notices of a window, newest below; the same sentence is not shown twice."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self._made: list[Notice] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self.setAccessibleName("Avisos")
        self.hide()

    def show_notice(
        self,
        text: str,
        level: str = "info",
        action: tuple[str, Callable[[], object]] | None = None,
    ) -> Notice:
        """Show a sentence.

        Args:
            text: what happened, what it means, what to do.
            level: ``info`` goes by itself after 10 s, ``aviso`` and ``erro`` stay.
            action: label and what its button does.
        """
        for shown in self.notices():
            if shown.text == text:
                shown.dismiss()
                shown.setParent(None)
        notice = Notice(text, level, self._theme, self._icons, self, action)
        self._made = [*self.notices(), notice]
        self._column.addWidget(notice)
        notice.show()  # a visible bar would show it only after the next event
        notice.dismissed.connect(self._on_notice_gone)
        for old in self.notices()[:-_MAX_SHOWN]:
            old.dismiss()
        if level == "info":
            timer = QTimer(notice)
            timer.setSingleShot(True)
            timer.timeout.connect(notice.dismiss)
            timer.start(_INFO_MS)
        self.show()
        return notice

    def notices(self) -> list[Notice]:
        """Those shown, oldest first."""
        # Never by ``itemAt``: shiboken remembers the layout's items after Qt deleted them, takes what
        # comes to lie at their addresses for them, and ends the program.
        return [one for one in self._made if not one.isHidden()]

    def restyle(self) -> None:
        """Draw those shown again, after another theme or text size."""
        shown = [(notice.text, notice.level, notice.action) for notice in self.notices()]
        for notice in self.notices():
            notice.dismiss()
        for text, level, action in shown:
            self.show_notice(text, level, action)

    @Slot()
    def _on_notice_gone(self) -> None:
        self._made = self.notices()
        if not self.notices():
            self.hide()
