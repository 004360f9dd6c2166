"""A number that opens its list, or none."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.painel.tile import NumberTile


@pytest.fixture
def tile(ui: Ui, host: QWidget) -> NumberTile:
    made = NumberTile(ui.context.theme, host)
    host.show()
    return made


def test_it_is_read_whole_and_reached(tile: NumberTile, host: QWidget) -> None:
    tile.fill("88", "em aberto", "de 401", "demandas:x")
    assert tile.accessibleName() == "em aberto: 88. de 401"
    assert tile.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert unnamed(host) == unreachable(host) == []


def test_without_a_list_it_is_still_read(tile: NumberTile) -> None:
    tile.fill("—", "até a conclusão")
    assert tile.accessibleName() == "até a conclusão: —"
    assert tile.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert not tile.note.isVisible()
    assert tile.toolTip() == ""


def test_it_grows_with_its_words(tile: NumberTile) -> None:
    tile.fill("1", "a")
    low = tile.sizeHint()
    tile.fill(
        "1", "conselheiros em atividade", "uma frase bem comprida que precisa de várias linhas " * 2
    )
    assert tile.sizeHint().width() == low.width()
    assert tile.sizeHint().height() > low.height()
