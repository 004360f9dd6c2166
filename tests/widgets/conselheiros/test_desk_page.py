"""The desk: who is left to tell, and keys that act on the chosen row."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from core.colonies.d6a_sorteio.avisos import Aviso
from tests.widgets.conftest import Ui
from tests.widgets.conselheiros.test_columns import DESK
from widgets.conselheiros.desk_page import DeskPage

NOTE = Aviso("2026-06-05T10:00:00.000Z", "telefone", "c", "atendente")
TOLD = replace(DESK, designacao=replace(DESK.designacao, event_hash="cd" * 32, aviso=NOTE))


def test_only_those_left_to_tell_until_all_are_wanted(ui: Ui, host: QWidget) -> None:
    page = DeskPage(ui.context, host)
    host.show()
    page.show_rows((DESK, TOLD))
    assert (page.untold, page.panel.model.rowCount()) == (1, 1)
    page.only_untold.setChecked(False)
    assert page.panel.model.rowCount() == 2
    page.save_view()
    assert ui.context.view.text("conselheiros/so_a_avisar") in {"false", "False"}


def test_acts_follow_the_row_and_keys_reach_them(ui: Ui, host: QWidget) -> None:
    page = DeskPage(ui.context, host)
    page.only_untold.setChecked(False)
    host.show()
    host.activateWindow()
    page.show_rows((DESK, TOLD))
    assert not page.tell.isEnabled()
    page.panel.table.selectRow(0)
    assert (page.tell.isEnabled(), page.untell.isEnabled()) == (True, False)
    asked: list[str] = []
    page.asked.connect(lambda act, _row: asked.append(act))
    told: list[str] = []
    page.told.connect(lambda _row, channel: told.append(channel))
    page.panel.table.setFocus()
    ui.until(page.panel.table.hasFocus)
    QTest.keyClick(page.panel.table, Qt.Key.Key_C)
    QTest.keyClick(page.panel.table, Qt.Key.Key_A)
    assert asked == ["imprimir"]
    assert page.channels.isVisible()
    QTest.keyClick(page.channels, Qt.Key.Key_Down)
    QTest.keyClick(page.channels, Qt.Key.Key_Return)
    page.panel.table.selectRow(1)
    assert (page.tell.isEnabled(), page.untell.isEnabled()) == (False, True)
    page.untell.click()
    page.panel.opened.emit(TOLD)
    assert asked == ["imprimir", "desfazer", "demanda"]
    assert told == ["telefone"]
