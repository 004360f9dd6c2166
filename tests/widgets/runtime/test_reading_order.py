"""Tab goes as one reads."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from widgets.runtime.reading_order import step_focus, tab_neighbour, tab_stops


def page(qtbot: QtBot) -> tuple[QWidget, dict[str, QWidget]]:
    """A rail at the left; to its right a bar, a body of two and a foot; built from the foot up."""
    root = QWidget()
    named: dict[str, QWidget] = {
        name: QPushButton(name) for name in ("foot", "second", "rail", "hidden", "off")
    }
    named |= {"first": QLineEdit(), "bar": QLineEdit()}
    body, column, row, inner = QWidget(root), QVBoxLayout(), QHBoxLayout(root), QHBoxLayout()
    inner.addWidget(named["first"])
    inner.addWidget(named["second"])
    inner.addWidget(named["hidden"])
    inner.addWidget(named["off"])
    body.setLayout(inner)
    for widget in (named["bar"], QLabel("words"), body, named["foot"]):
        column.addWidget(widget)
    panel = QWidget(root)
    QVBoxLayout(panel).addWidget(named["rail"])
    row.addWidget(panel)
    row.addLayout(column)
    named["hidden"].hide()
    named["off"].setEnabled(False)
    qtbot.addWidget(root)
    root.resize(600, 400)
    root.show()
    qtbot.waitExposed(root)
    return root, named


def test_rows_from_the_top_and_each_from_the_left(qtbot: QtBot) -> None:
    root, named = page(qtbot)
    wanted = [named[name] for name in ("rail", "bar", "first", "second", "foot")]
    assert tab_stops(root) == wanted


def test_it_goes_round_both_ways(qtbot: QtBot) -> None:
    root, named = page(qtbot)
    assert tab_neighbour(root, named["foot"], forward=True) is named["rail"]
    assert tab_neighbour(root, named["rail"], forward=False) is named["foot"]
    assert tab_neighbour(root, None, forward=True) is named["rail"]


def test_where_nothing_stops_there_is_no_neighbour(qtbot: QtBot) -> None:
    empty = QWidget()
    qtbot.addWidget(empty)
    assert tab_neighbour(empty, None, forward=True) is None


def test_a_step_from_outside_brings_what_scrolls_into_sight(qtbot: QtBot) -> None:
    root, area, inside = QWidget(), QScrollArea(), QWidget()
    above, text = QPushButton("above"), QPlainTextEdit()
    rows, column = QVBoxLayout(inside), QVBoxLayout(root)
    rows.addSpacing(900)
    text.setFixedHeight(120)
    rows.addWidget(text)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    column.addWidget(above)
    column.addWidget(area)
    qtbot.addWidget(root)
    root.resize(400, 300)
    root.show()
    qtbot.waitExposed(root)
    assert step_focus(root, above, forward=True)
    corner = text.mapTo(area.viewport(), text.rect().topLeft())
    # Whole, not only the line with the cursor.
    assert 0 <= corner.y() <= area.viewport().height() - text.height()
    empty = QWidget()
    qtbot.addWidget(empty)
    assert not step_focus(empty, None, forward=True)
