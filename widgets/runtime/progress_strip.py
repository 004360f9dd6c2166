"""Long work on a screen: how far, how long still, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from widgets.runtime.context import UiContext
from widgets.runtime.task_runner import Task
from widgets.runtime.words import number, span


class ProgressStrip(QFrame):
    """Hidden until work starts; shows one piece of work at a time."""

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "notice")
        self._context = context
        self._task: Task | None = None
        self._verb = ""
        self._start_ms = 0
        theme = context.theme
        self.label = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setMaximumHeight(theme.px(12))
        self._bar.setMinimumWidth(theme.px(80))
        self.cancel_button = QPushButton("Cancelar", self)
        self.cancel_button.clicked.connect(self._on_cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(4))
        row.addWidget(self.label)
        row.addWidget(self._bar, 1)
        row.addWidget(self.cancel_button)
        self.hide()

    @property
    def is_busy(self) -> bool:
        """Something runs."""
        return self._task is not None

    def start(self, verb: str, launch: Callable[[], Task]) -> None:
        """Show ``verb`` ("Exportando") for the work that ``launch`` starts."""
        self._verb = verb
        self._start_ms = self._context.moments.agora_ms()
        self.cancel_button.setEnabled(True)
        self.update_progress(0, 0)
        self.show()
        self._task = launch()

    def run(
        self,
        verb: str,
        owner: QObject,
        function: Callable[..., Any],
        done: Callable[[Any], object],
        failed: Callable[[BaseException], object],
        *,
        is_write: bool = False,
        changed: frozenset[str] = frozenset(),
    ) -> None:
        """Do it in a worker and show how far it is.

        Args:
            verb: stands before the count.
            owner: whose work it is; gone, nothing comes back.
            function: given ``progress`` to tell.
            done: given what came of it.
            failed: given the fault, a cancellation too.
            is_write: it writes to the database.
            changed: what other screens are told of.
        """
        self.start(
            verb,
            lambda: self._context.runner.long(
                owner,
                function,
                done,
                self.update_progress,
                failed,
                is_write=is_write,
                changed=changed,
            ),
        )

    def update_progress(self, done: int, total: int) -> None:
        """How far it is; a total of 0 is not known yet."""
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        text = f"{self._verb}…"
        if total:
            text = f"{self._verb} {number(done)} de {number(total)}"
            elapsed = self._context.moments.agora_ms() - self._start_ms
            if done and elapsed > 1_000:
                rest = elapsed * (total - done) // done // 1_000
                text += f" · resta cerca de {span(rest)}"
        self.label.setText(text)
        self._bar.setAccessibleName(text)

    def finish(self) -> None:
        """The work is over, whichever way."""
        self._task = None
        self.hide()

    @Slot()
    def _on_cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self.cancel_button.setEnabled(False)
            self.label.setText("Cancelando…")
