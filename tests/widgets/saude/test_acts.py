"""Whoever may not act is offered nothing."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.app.services.fake_motor import FakeCopiador, FakeMotor
from tests.app.services.log_builder import FileLeitor
from tests.widgets.conftest import Ui
from tests.widgets.saude.conftest import opened


def test_without_the_role_nothing_can_be_done(
    ui: Ui, host: QWidget, leitor: FileLeitor, motor: FakeMotor, copier: FakeCopiador
) -> None:
    screen = opened(ui, host, leitor, motor, copier, can_act=False)
    screen.parked.table.selectRow(1)
    screen.colonies.table.selectRow(0)
    buttons = (
        screen.parked.retry,
        screen.parked.retry_all,
        screen.parked.release,
        screen.colonies.toggle,
    )
    assert [button.isEnabled() for button in buttons] == [False] * 4
    assert all(button.isHidden() for button in (*buttons, screen.copy_button))
    assert screen.warnings.offered == []
