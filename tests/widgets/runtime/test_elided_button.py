"""Text that gives way before the window has to grow."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.elided_button import ElidedToolButton

LONG = "Motor trabalhando, 1.234 eventos a processar"


def _button(host: QWidget, text: str) -> ElidedToolButton:
    row = QHBoxLayout(host)
    button = ElidedToolButton(host)
    row.addWidget(button)
    row.addStretch(1)
    button.set_full_text(text)
    host.show()
    return button


def test_all_of_it_where_there_is_room_and_less_where_there_is_not(ui: Ui, host: QWidget) -> None:
    button = _button(host, LONG)
    assert button.text() == LONG
    host.resize(200, 100)
    assert button.text().endswith("…")
    assert button.full_text == LONG
    assert button.width() <= 200
    host.resize(900, 100)
    assert button.text() == LONG


def test_a_short_text_needs_no_more_than_itself(ui: Ui, host: QWidget) -> None:
    button = _button(host, "Nó")
    assert button.minimumSizeHint().width() == button.sizeHint().width()
    assert button.minimumSizeHint().width() < _least(button, LONG)


def _least(button: ElidedToolButton, text: str) -> int:
    button.set_full_text(text)
    return button.sizeHint().width()
