"""Says when nobody has touched keyboard or mouse for a while.

It listens at the system's windows, where input arrives once, and not at every widget; it looks at
nothing but the kind of an event.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QWindow
from typing_extensions import override

_TOUCHES: Final = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)


class IdleWatch(QObject):
    """See the module. It rests until ``start``.

    Args:
        application: whose windows.
        after_ms: how long is a while; 0 is never.
        parent: who owns it.
        is_repeated: after a while has passed, the next touch begins another one.

    Signals:
        idled: a while has passed.
    """

    idled = Signal()

    def __init__(
        self,
        application: QGuiApplication,
        after_ms: int,
        parent: QObject,
        *,
        is_repeated: bool = False,
    ) -> None:
        super().__init__(parent)
        self._is_repeated = is_repeated
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(after_ms)
        self._timer.timeout.connect(self.idled)
        self._windows: set[int] = set()
        application.focusWindowChanged.connect(self._on_window)
        self._on_window(application.focusWindow())

    @property
    def is_running(self) -> bool:
        """It will say so."""
        return self._timer.isActive()

    def wait_for(self, after_ms: int) -> None:
        """Another while from the next ``start`` on; it rests until then."""
        self._timer.stop()
        self._timer.setInterval(after_ms)

    def start(self) -> None:
        """Begin to wait."""
        if self._timer.interval() > 0:
            self._timer.start()

    def stop(self) -> None:
        """Wait for nothing: somebody is asked who they are already."""
        self._timer.stop()

    def touch(self) -> None:
        """Somebody is there."""
        if self._timer.isActive():
            self._timer.start()
        elif self._is_repeated:
            self.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look on, take nothing."""
        if event.type() in _TOUCHES:
            self.touch()
        return False

    @Slot(QWindow)
    def _on_window(self, window: QWindow | None) -> None:
        if window is not None:
            window.removeEventFilter(self)
            window.installEventFilter(self)
            self.touch()
