"""Withdrawing wants a reason; repeating wants to know of which."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.atendimento.test_record_columns import ROW
from tests.widgets.conftest import Ui
from widgets.atendimento.withdraw_dialog import WithdrawDialog


def test_without_a_reason_nothing_is_sent(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = WithdrawDialog(ROW, ui.context, host)
    dialog.open()
    sent: list[tuple[str, str, str]] = []
    dialog.confirmed.connect(lambda *words: sent.append(words))
    assert unnamed(dialog) == []
    dialog.withdraw.click()
    assert sent == []
    dialog.reasons["repetida"].click()
    assert not dialog.original_field.isHidden()
    dialog.withdraw.click()
    assert (sent, dialog.original_field.fault != "") == ([], True)
    dialog.original.setText("abcd00000123")
    dialog.note.setText("a mesma rua")
    dialog.withdraw.click()
    dialog.reasons["teste"].click()
    dialog.withdraw.click()
    assert sent == [("repetida", "abcd00000123", "a mesma rua"), ("teste", "", "a mesma rua")]
    dialog.set_busy(is_busy=True)
    assert not dialog.withdraw.isEnabled()
    dialog.reject()
