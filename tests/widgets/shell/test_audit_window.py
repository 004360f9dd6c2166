"""The auditor's window: its content, its manual, its end."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.services.manual import Manual
from app.settings.recursos import Recursos
from tests.widgets.conftest import Ui
from widgets.runtime.notices import NoticesBar
from widgets.shell.audit_window import AuditWindow
from widgets.shell.help_window import HelpWindow


def test_f1_opens_the_auditors_page_and_closing_is_told(ui: Ui) -> None:
    context = ui.context
    window = AuditWindow(
        context, NoticesBar(context.theme, context.icons), Manual(Recursos()), "auditores"
    )
    ui.qtbot.addWidget(window)
    window.put(QPushButton("Abrir", window))
    closed: list[bool] = []
    window.closing.connect(lambda: closed.append(True))
    window.show()
    window.activateWindow()
    ui.until(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F1)
    (page,) = window.findChildren(HelpWindow)
    assert page.page == "auditores"
    page.close()
    window.close()
    assert closed == [True]
