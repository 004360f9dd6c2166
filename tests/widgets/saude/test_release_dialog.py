"""Giving an event up needs a reason, and the safe button is the default."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.services.saude import ParadoRow
from tests.app.services.log_builder import NOW_MS
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.saude.release_dialog import ReleaseDialog

ROW = ParadoRow(
    "D-3", "Categorização", "react", 14, "demanda.x", "descartado", "E", 5, NOW_MS, NOW_MS, True
)


@pytest.fixture
def dialog(ui: Ui, host: QWidget) -> ReleaseDialog:
    host.show()
    made = ReleaseDialog(ROW, ui.context.theme, host)
    made.open()
    return made


def test_no_reason_no_release(dialog: ReleaseDialog) -> None:
    told: list[tuple[object, str]] = []
    dialog.confirmed.connect(lambda row, reason: told.append((row, reason)))
    dialog.release.click()
    assert not dialog.error.isHidden()
    dialog.reason.setPlainText("  anexo perdido ")
    dialog.release.click()
    assert told == [(ROW, "anexo perdido")]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_enter_and_escape_keep_it_parked(ui: Ui, dialog: ReleaseDialog) -> None:
    told: list[object] = []
    dialog.confirmed.connect(told.append)
    assert not dialog.release.isDefault()
    assert dialog.release.text() == "Liberar para sempre"
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert told == []
