"""What is parked is tried again, or released with a reason."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from core.kernel.errors import EnvironmentFault
from tests.app.services.fake_motor import FakeMotor
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.saude.release_dialog import ReleaseDialog
from widgets.saude.screen import SaudeScreen


def test_retry_one_and_all(ui: Ui, screen: SaudeScreen, motor: FakeMotor) -> None:
    screen.tabs.setCurrentIndex(1)
    assert not screen.parked.retry.isEnabled()
    screen.parked.table.setFocus()
    screen.parked.table.selectRow(0)
    QTest.keyClick(screen.parked.retry, Qt.Key.Key_Space)
    ui.settle()
    assert motor.asked == [("tentar", "D-2", "react", 2)]
    assert ui.notices == [("info", "1 evento aceito.")]
    motor.refuses = {3}
    screen.parked.retry_all.click()
    ui.settle()
    assert ui.notices[-1][1].startswith("1 de 2 aceitos")


def test_a_fault_of_the_environment_is_reported(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    motor.error = EnvironmentFault("banco.ocupado")
    screen.parked.retry_all.click()
    ui.settle()
    assert [type(fault) for fault in ui.faults] == [EnvironmentFault]
    assert screen.parked.retry_all.isEnabled()


def test_release_only_what_was_discarded_and_with_a_reason(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    screen.parked.table.selectRow(0)
    assert not screen.parked.release.isEnabled()
    screen.parked.table.selectRow(1)
    assert screen.parked.release.isEnabled()
    screen.parked.release.click()
    dialog = only(screen, ReleaseDialog)
    dialog.reason.setPlainText("anexo perdido")
    dialog.release.click()
    ui.settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert motor.asked == [("liberar", "D-3", "react", 3, "anexo perdido")]
    assert ui.notices[-1][1] == "Evento 3 liberado para a colônia D-3."
