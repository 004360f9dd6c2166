"""Typing that settles: a filter acts when the hand rests, not at every key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

_REST_MS: Final = 250


class Debouncer(QObject):
    """Gathers ``touch`` calls into one ``settled``.

    Signals:
        settled: nothing was touched for a while.
    """

    settled = Signal()

    def __init__(self, parent: QObject, rest_ms: int = _REST_MS) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(rest_ms)
        self._timer.timeout.connect(self.settled)

    @property
    def is_pending(self) -> bool:
        """Something was touched and has not settled."""
        return self._timer.isActive()

    @Slot()
    def touch(self) -> None:
        """Something changed; wait for rest."""
        self._timer.start()

    @Slot()
    def flush(self) -> None:
        """Do not wait: Enter was pressed."""
        if self._timer.isActive():
            self._timer.stop()
            self.settled.emit()

    @Slot()
    def drop(self) -> None:
        """Forget what was touched: it no longer matters."""
        self._timer.stop()
