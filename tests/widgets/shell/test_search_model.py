from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.services.busca import Achado, Grupo
from tests.widgets.conftest import Ui
from widgets.shell.search_model import SearchModel

ONE, TWO = Achado("demandas", "d1", "ABCD-1", "Buraco"), Achado("demandas", "d2", "ABCD-2", "Luz")
ALL = Achado("demandas", "lista:{}", "Ver todas na lista", "")
GROUPS = (Grupo("Protocolo", 1, (ONE,)), Grupo("Demandas", 1_234, (ONE, TWO), ALL))


@pytest.fixture
def model(ui: Ui, host: QWidget) -> SearchModel:
    found = SearchModel(ui.context.theme, host)
    found.show_groups(GROUPS)
    return found


def test_it_is_a_sound_tree(model: SearchModel) -> None:
    QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, QObject(model)
    )
    model.show_groups(())
    model.show_groups(GROUPS)


def test_groups_say_how_many_and_cannot_be_chosen(model: SearchModel) -> None:
    top = model.index(1, 0)
    assert model.data(top) == "Demandas (1.234)"
    assert not model.flags(top) & Qt.ItemFlag.ItemIsSelectable
    assert model.found_at(top) is None


def test_things_are_listed_in_order_with_the_way_to_all(model: SearchModel) -> None:
    assert [model.found_at(one) for one in model.leaves()] == [ONE, ONE, TWO, ALL]
    last = model.leaves()[2]
    assert [model.data(last), model.data(last.siblingAtColumn(1))] == ["ABCD-2", "Luz"]
    assert model.data(last, Qt.ItemDataRole.ToolTipRole) == "ABCD-2 · Luz"
