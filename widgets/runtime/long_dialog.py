"""A dialog with one long act: progress and cancel, and Esc asks it to stop instead of closing.

The dialog stays after that and says what came of it. Source: ui.md, Behaviour, Long work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot
from widgets.runtime.progress_strip import ProgressStrip


class LongDialog(Dialog):
    """See the module; shown with ``open``.

    Args:
        title: of the window.
        act: words of the button that does it.
        keep: words of the one that leaves it.
        context: the window's common things.
        parent: the screen.
    """

    def __init__(
        self, title: str, act: str, keep: str, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.setWindowTitle(title)
        self.progress = ProgressStrip(context, self)
        self.act = QPushButton(act, self)
        self.act.setProperty("kind", "primary")
        self.keep = QPushButton(keep, self)
        self.keep.setAutoDefault(False)
        self.keep.clicked.connect(self.reject)

    def lay_out(self, *widgets: QWidget, wide: QWidget) -> None:
        """What stands in it, from above; ``wide`` takes the room that is left, the buttons the foot."""
        theme = self._context.theme
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for widget in widgets:
            column.addWidget(widget, 1 if widget is wide else 0)
        column.addLayout(foot(self.act, self.keep))

    def run(
        self,
        verb: str,
        function: Callable[..., Any],
        done: Callable[[Any], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        """Do it in a worker; ``verb`` stands before the count."""
        self.progress.run(verb, self, function, done, failed)

    @override
    @Slot()
    def reject(self) -> None:
        """While it works, ask it to stop."""
        if self.progress.is_busy:
            self.progress.cancel_button.click()
            return
        super().reject()
