"""After a write every screen hears what changed and who asked; nobody polls.

Two entrances: ``announce`` for writes of this window, at once; ``post`` for commits that the
engine reports from its own thread, gathered so that a busy engine does not repaint a screen a
hundred times a second. Source: style.md, Qt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

_GATHER_MS: Final = 250


@dataclass(frozen=True, slots=True)
class Change:
    """What changed, by name, and the object that asked for it (None: the engine)."""

    what: frozenset[str]
    initiator: object | None = None


class ChangesHub(QObject):
    """Passes changes on.

    Signals:
        changed(Change): something was committed.
    """

    changed = Signal(object)
    _posted = Signal(object)

    def __init__(self, parent: QObject | None = None, gather_ms: int = _GATHER_MS) -> None:
        super().__init__(parent)
        self._pending: frozenset[str] = frozenset()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(gather_ms)
        self._timer.timeout.connect(self._on_gathered)
        self._posted.connect(self._on_posted, Qt.ConnectionType.QueuedConnection)

    @Slot(object, object)
    def announce(self, what: frozenset[str], initiator: object | None = None) -> None:
        """A write of this window went through. GUI thread only."""
        self.changed.emit(Change(what, initiator))

    def post(self, what: frozenset[str]) -> None:
        """A commit elsewhere. Any thread; returns at once."""
        self._posted.emit(what)

    @Slot(object)
    def _on_posted(self, what: frozenset[str]) -> None:
        if self._timer.isActive():
            self._pending |= what
            return
        self.changed.emit(Change(what))
        self._timer.start()

    @Slot()
    def _on_gathered(self) -> None:
        what, self._pending = self._pending, frozenset()
        if what:
            self.changed.emit(Change(what))
            self._timer.start()
