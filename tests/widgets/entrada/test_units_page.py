"""Units are ticked through the filter and told by their ids."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.services.primeira_vez import Montado, UnidadeOferecida
from tests.widgets.conftest import Ui
from widgets.entrada.units_page import UnitsPage


def test_what_is_ticked_stays_ticked_when_the_filter_changes(ui: Ui, host: QWidget) -> None:
    page = UnitsPage(ui.context.theme, host)
    QAbstractItemModelTester(page.model, page)
    page.show_built(
        Montado(
            (
                UnidadeOferecida("u-1", "Serra", 4, "município"),
                UnidadeOferecida("u-2", "Ló", 2, "bairro"),
            ),
            Path("/a/chave-raiz.cofre"),
        )
    )
    shown: QAbstractItemModel = page.list.model()
    page.filter.setText("ló")
    role = Qt.ItemDataRole.CheckStateRole
    shown.setData(shown.index(0, 0), Qt.CheckState.Checked.value, role)
    page.filter.setText("serra")
    assert page.chosen() == ["u-2"]
