"""Chips wrap where the window is narrow."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget

from widgets.runtime.flow_layout import FlowLayout


def _chips(host: QWidget, count: int) -> tuple[FlowLayout, list[QWidget]]:
    box = QWidget(host)
    line = FlowLayout(box, 10)
    chips = []
    for _ in range(count):
        chip = QWidget(box)
        chip.setFixedSize(100, 30)
        line.addWidget(chip)
        chips.append(chip)
    return line, chips


def test_wide_is_one_line_and_narrow_wraps(host: QWidget) -> None:
    line, chips = _chips(host, 3)
    assert line.heightForWidth(320) == 30
    assert line.heightForWidth(319) == 70
    assert line.heightForWidth(100) == 110
    line.setGeometry(QRect(0, 0, 220, 70))
    assert [chip.pos().toTuple() for chip in chips] == [(0, 0), (110, 0), (0, 40)]


def test_hidden_chips_take_no_room(host: QWidget) -> None:
    line, chips = _chips(host, 3)
    chips[1].hide()
    line.setGeometry(QRect(0, 0, 220, 30))
    assert chips[2].x() == 110


def test_it_is_a_layout(host: QWidget) -> None:
    line, chips = _chips(host, 2)
    assert line.count() == 2
    assert line.itemAt(5) is None
    assert line.takeAt(5) is None
    taken = line.takeAt(0)
    assert taken is not None
    assert taken.widget() is chips[0]
    assert line.count() == 1
    assert line.hasHeightForWidth()
    assert line.expandingDirections() == Qt.Orientation(0)
    assert line.minimumSize().width() == line.sizeHint().width() == 100
