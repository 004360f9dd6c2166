"""The report can be copied, and the window goes on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.falhas import Cause, Falha
from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.runtime.fault_dialog import FaultDialog


def test_copy_then_continue_by_keyboard(ui: Ui, host: QWidget) -> None:
    falha = Falha(Cause.DEFEITO, "KeyError", "O programa falhou.", "Formigueiro\nKeyError")
    dialog = FaultDialog(falha, ui.context.theme, host)
    dialog.open()
    assert unnamed(dialog) == []
    dialog._copy.click()
    assert QGuiApplication.clipboard().text() == "Formigueiro\nKeyError"
    assert dialog._copy.text() == "Copiado"
    closed: list[int] = []
    dialog.finished.connect(closed.append)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert len(closed) == 1
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
