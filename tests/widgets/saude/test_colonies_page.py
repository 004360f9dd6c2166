"""A colony is switched off and on."""

from __future__ import annotations

from tests.app.services.fake_motor import FakeMotor
from tests.widgets.conftest import Ui
from widgets.saude.screen import SaudeScreen


def test_a_colony_is_disabled_and_enabled_without_asking(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    screen.colonies.table.selectRow(0)
    assert screen.colonies.toggle.text() == "Desativar colônia"
    screen.colonies.toggle.click()
    ui.settle()
    screen.colonies.table.selectRow(2)
    assert screen.colonies.toggle.text() == "Ativar colônia"
    screen.colonies.toggle.click()
    ui.settle()
    assert motor.asked == [("ativar", "D-1b", False), ("ativar", "D-10", True)]
