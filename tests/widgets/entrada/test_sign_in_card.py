"""The card shows what it is told."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.entrada.sign_in_card import SignInCard


def test_every_control_has_a_name_and_an_error_stands_under_the_fields(
    ui: Ui, host: QWidget
) -> None:
    card = SignInCard("Regional Norte", ui.context, host)
    host.show()
    card.show()
    assert unnamed(card) == []
    assert not card.error.isVisible()
    card.say("O nome e a senha não conferem.")
    assert card.error.isVisible()
    card.set_busy(is_busy=True)
    assert not card.enter.isEnabled()
    card.password.caps_changed.emit(True)
    assert card.caps.isVisible()
