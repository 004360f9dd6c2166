"""Deciding several items at once: only what was seen, only with a reason, and back again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from tests.widgets.revisao.test_screen import FakeQueue, fake, pendencia
from widgets.revisao.bulk import BulkDecision
from widgets.revisao.screen import RevisaoScreen
from widgets.runtime.consequence_dialog import ConsequenceDialog


@pytest.fixture
def queue() -> FakeQueue:
    return fake([pendencia(n, "mudanca", "mudanca") for n in (1, 2, 3, 4)])


@pytest.fixture
def screen(ui: Ui, host: QWidget, queue: FakeQueue) -> RevisaoScreen:
    made = RevisaoScreen(queue, ui.context, host)
    made.resize(1_200, 760)
    host.show()
    made.activate()
    ui.settle()
    return made


def asked(screen: RevisaoScreen) -> ConsequenceDialog:
    screen.bulk.ask()
    return only(screen, ConsequenceDialog)


def test_seen_items_are_decided_with_a_reason_and_come_back_together(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(screen.queue.table, Qt.Key.Key_Down, shift)
    ui.settle()
    screen.queue.table.selectAll()
    ui.settle()
    dialog = asked(screen)
    assert dialog.windowTitle() == "Decidir 2 itens de uma vez"
    assert unnamed(dialog) == []
    dialog.choices[0].setChecked(True)
    dialog.act.click()
    assert "Escreva o motivo" in dialog.error.text()
    assert not [one for one in queue.asked if one[0] == "mantida"]
    dialog.reason.setPlainText("mutirão")
    dialog.act.click()
    ui.settle()
    assert [one for one in queue.asked if one[0] == "mantida"] == [
        ("mantida", "1"),
        ("mantida", "2"),
    ]
    assert queue.notes == ["mutirão", "mutirão"]
    assert ui.notices[-1] == ("info", "2 itens decididos.")
    assert [one.demanda_id[-1] for one in queue.items] == ["3", "4"]
    screen.bulk.undo()
    ui.settle()
    assert sorted(one.demanda_id[-1] for one in queue.items) == ["1", "2", "3", "4"]
    assert ui.notices[-1] == ("info", "Desfeito: 2 itens estão de volta na fila.")
    screen.bulk.undo()
    ui.settle()
    assert [one for one in queue.asked if one[0] == "desfazer"] == [
        ("desfazer", "1"),
        ("desfazer", "2"),
    ]


def test_what_was_not_opened_is_not_decided(
    ui: Ui, screen: RevisaoScreen, queue: FakeQueue
) -> None:
    screen.bulk._seen.clear()
    screen.queue.table.selectAll()
    screen.bulk.ask()
    assert ui.notices[-1][0] == "aviso"
    assert "Abra os itens antes" in ui.notices[-1][1]
    assert screen.findChild(ConsequenceDialog) is None
    assert isinstance(screen.bulk, BulkDecision)
