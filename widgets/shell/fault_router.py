"""Where faults go that no screen took: a notice for what a person can mend, a dialog for a bug."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from app.services.falhas import Falha, is_cancellation
from widgets.runtime.fault_dialog import FaultDialog
from widgets.runtime.notices import NoticesBar
from widgets.runtime.theme.theme import Theme


class FaultRouter(QObject):
    """Shows faults; from any thread.

    Args:
        describe: exception -> cause, sentence, report.
        notices: where sentences go.
        theme: look of the dialog.
        parent: owner.
    """

    _reported = Signal(object)

    def __init__(
        self,
        describe: Callable[[BaseException], Falha],
        notices: NoticesBar,
        theme: Theme,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._describe = describe
        self._notices = notices
        self._theme = theme
        self._window: QWidget | None = None
        self._dialog: FaultDialog | None = None
        self._reported.connect(self._on_reported, Qt.ConnectionType.AutoConnection)

    def set_window(self, window: QWidget) -> None:
        """Dialogs belong to this window."""
        self._window = window

    @property
    def dialog(self) -> FaultDialog | None:
        """The dialog shown now."""
        return self._dialog

    def report(self, error: BaseException) -> None:
        """Show ``error``; a cancelled work shows nothing."""
        self._reported.emit(error)

    @Slot(object)
    def _on_reported(self, error: BaseException) -> None:
        if is_cancellation(error):
            return
        falha = self._describe(error)
        if not falha.is_bug:
            self._notices.show_notice(falha.frase, "erro")
        elif self._dialog is None:
            # One at a time: a fault that repeats at every paint must not bury the screen.
            self._dialog = FaultDialog(falha, self._theme, self._window)
            self._dialog.finished.connect(self._on_dialog_closed)
            self._dialog.open()

    @Slot()
    def _on_dialog_closed(self) -> None:
        self._dialog = None
