"""Units: a change to confirm, a missing one to find."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.revisao.unit_choice import ChangeChoice, UnitChoice


def test_a_place_outside_all_units_cannot_be_confirmed(ui: Ui, host: QWidget) -> None:
    choice = ChangeChoice(ui.context, host)
    choice.show_change("Centro", None)
    assert not choice.confirm.isEnabled()
    choice.show_change("Centro", "Vila Nova")
    assert choice.confirm.isEnabled()


def test_nothing_found_cannot_be_given(ui: Ui, host: QWidget) -> None:
    choice = UnitChoice(lambda _text: (), ui.context, host)
    choice.show_place("Ponto")
    choice.text.setText("nada")
    choice.text.returnPressed.emit()
    ui.settle()
    assert not choice.give.isEnabled()
    assert choice.place.text() == "Ponto"
