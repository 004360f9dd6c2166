"""What stands where the office is: its frame, or a page in front of it while nobody may look.

Covered, the office lives on – half-filled forms, running work, open dialogs – and none of it can be
seen, reached by Tab or by a key.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid


class Cover(QStackedWidget):
    """The central widget of ``window``."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._frame: QWidget | None = None
        self._hidden: list[QWidget] = []
        self._focused: QWidget | None = None

    @property
    def is_covered(self) -> bool:
        """Something else stands where the office was."""
        return self._frame is not None and self.currentWidget() is not self._frame

    def set_frame(self, frame: QWidget) -> None:
        """Put the office's frame in place of the one before, covered or not."""
        was_covered, old = self.is_covered, self._frame
        self._frame = frame
        self.addWidget(frame)
        if not was_covered:
            self.setCurrentWidget(frame)
            frame.show()
        if old is not None:
            self.removeWidget(old)
            old.deleteLater()

    def cover(self, page: QWidget) -> None:
        """Show ``page`` instead of the office."""
        if self.indexOf(page) < 0:
            self.addWidget(page)
        if not self.is_covered:
            self._focused = self._window.focusWidget()
            self._hide_dialogs()
        self._set_keys(is_on=False)
        self.setCurrentWidget(page)

    def uncover(self) -> None:
        """Show the office again, as it was."""
        if self._frame is not None:
            self.setCurrentWidget(self._frame)
        self._set_keys(is_on=True)
        hidden, self._hidden = self._hidden, []
        for dialog in hidden:
            if isValid(dialog):
                dialog.show()
        if self._focused is not None and isValid(self._focused):
            self._focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focused = None

    def forget_dialogs(self) -> None:
        """Close what waited behind: it belongs to whoever opened it."""
        for dialog in self._hidden:
            if isValid(dialog):
                dialog.close()
        self._hidden = []
        self._focused = None

    def _set_keys(self, *, is_on: bool) -> None:
        for action in self._window.actions():
            action.setEnabled(is_on)

    def _hide_dialogs(self) -> None:
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        for widget in QApplication.topLevelWidgets():
            parent = widget.parentWidget()
            if widget.isVisible() and parent is not None and parent.window() is self._window:
                widget.hide()
                self._hidden.append(widget)
