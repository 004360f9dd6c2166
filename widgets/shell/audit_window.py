"""A window around one widget where there is no office: title, notices, manual. For Auditoria mode."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.services.manual import Manual
from widgets.runtime.alt_keys import AltTips
from widgets.runtime.context import UiContext
from widgets.runtime.lone_window import LoneWindow
from widgets.runtime.notices import NoticesBar
from widgets.shell.help_window import HelpWindow

_SCOPE = "auditoria"


class AuditWindow(LoneWindow):
    """Shows what ``put`` gives it.

    Args:
        context: the window's common things.
        notices: sentences above the content.
        manual: pages for F1.
        page: the one that F1 opens.

    Signals:
        closing: nobody looks any more.
    """

    closing = Signal()

    def __init__(self, context: UiContext, notices: NoticesBar, manual: Manual, page: str) -> None:
        super().__init__()
        self._context = context
        self._manual = manual
        self._page = page
        theme = context.theme
        self.setWindowTitle("Formigueiro: auditoria de um pacote")
        self.resize(theme.px(1_100), theme.px(720))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(*[theme.px(16)] * 4)
        self._column.addWidget(notices)
        self.tips = AltTips(self, context.actions, lambda: _SCOPE, self)
        context.actions.add(
            self, "moldura.ajuda", "Manual desta tela", "F1", self.show_help, in_window=True
        )

    def put(self, content: QWidget) -> None:
        """What the window is about."""
        self._column.addWidget(content, 1)

    @Slot()
    def show_help(self) -> HelpWindow:
        """The page of the manual."""
        window = HelpWindow(self._manual, self._context.theme, self)
        window.show_page(self._page)
        window.open()
        return window

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closing.emit()
