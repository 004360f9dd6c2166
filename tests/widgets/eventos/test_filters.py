"""Chips: what they offer, what they say, what they ask for."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from app.services.eventos import EventFilter, FilterOptions
from tests.app.services.log_builder import fixed_uuid
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.eventos.chosen import Chosen
from widgets.eventos.filters import FilterBar
from widgets.runtime.days_dialog import DaysDialog

OPTIONS = FilterOptions(
    tipos=(("demanda.recebida", "D-1a"), ("demanda.normalizada", "D-1b")),
    colonias=(("D-1a", "Captura"), ("D-1b", "Normalização"), ("D-8", "D-8")),
)


def _bar(ui: Ui, host: QWidget) -> tuple[FilterBar, list[EventFilter]]:
    bar = FilterBar(ui.context, host)
    bar.set_options(OPTIONS)
    asked: list[EventFilter] = []
    bar.changed.connect(lambda: asked.append(bar.event_filter()))
    return bar, asked


def _action(menu: QMenu, text: str) -> QAction:
    for action in menu.actions():
        submenu = action.menu()
        if action.text() == text:
            return action
        if isinstance(submenu, QMenu):
            found = [a for a in submenu.actions() if a.text() == text]
            if found:
                return found[0]
    raise AssertionError(text)


def test_types_are_offered_by_colony_and_add_up(ui: Ui, host: QWidget) -> None:
    bar, asked = _bar(ui, host)
    groups = [a.text() for a in bar.types.menu().actions() if isinstance(a.menu(), QMenu)]
    assert groups == ["D-1a Captura", "D-1b Normalização"]
    _action(bar.types.menu(), "demanda.recebida").trigger()
    assert bar.types.text() == "Tipo: demanda.recebida"
    assert bar.types.property("active") == "true"
    _action(bar.types.menu(), "demanda.normalizada").trigger()
    assert bar.types.text() == "Tipo: 2 escolhidos"
    assert asked[-1].tipos == ("demanda.recebida", "demanda.normalizada")
    _action(bar.types.menu(), "Todos os tipos").trigger()
    assert asked[-1] == EventFilter()
    assert not _action(bar.types.menu(), "demanda.recebida").isChecked()
    assert len(asked) == 3


def test_colony_period_and_order(ui: Ui, host: QWidget) -> None:
    bar, asked = _bar(ui, host)
    moments = ui.context.moments
    _action(bar.colony.menu(), "D-1a Captura").trigger()
    assert (bar.colony.text(), asked[-1].colonia) == ("Colônia: D-1a", "D-1a")
    _action(bar.period.menu(), "Hoje").trigger()
    assert asked[-1].desde_ms == moments.inicio_do_dia_ms(moments.hoje())
    _action(bar.period.menu(), "Últimos 7 dias").trigger()
    assert moments.curto(asked[-1].desde_ms or 0) == "23/11/2026 00:00:00"
    assert asked[-1].ate_ms is None
    bar.order.click()
    assert (bar.order.text(), bar.chosen.mais_novos) == ("Mais antigos primeiro", False)
    bar.clear.click()
    assert asked[-1] == EventFilter()
    assert not bar.chosen.mais_novos
    assert bar.clear.isHidden()
    assert _action(bar.period.menu(), "Todo o período").isChecked()


def test_chosen_days_are_whole_and_in_order(ui: Ui, host: QWidget) -> None:
    bar, asked = _bar(ui, host)
    host.show()
    _action(bar.period.menu(), "Escolher datas…").trigger()
    dialog = only(bar, DaysDialog)
    dialog.since.setDate(QDate(2026, 11, 10))
    dialog.until.setDate(QDate(2026, 11, 1))
    dialog.apply.click()
    moments = ui.context.moments
    assert bar.period.text() == "01/11/2026 a 10/11/2026"
    assert moments.curto(asked[-1].desde_ms or 0) == "01/11/2026 00:00:00"
    assert moments.curto(asked[-1].ate_ms or 0) == "11/11/2026 00:00:00"


def test_a_demand_is_typed_with_patience(ui: Ui, host: QWidget) -> None:
    bar, asked = _bar(ui, host)
    demand = fixed_uuid(1)
    QTest.keyClicks(bar.subject, demand[:8])
    QTest.keyClick(bar.subject, Qt.Key.Key_Return)
    assert asked == []
    assert "inteiro" in bar.subject.toolTip()
    bar.subject.setText("")
    QTest.keyClicks(bar.subject, demand.upper())
    QTest.keyClick(bar.subject, Qt.Key.Key_Return)
    assert [found.demanda for found in asked] == [demand]


def test_what_was_left_can_be_set_quietly(ui: Ui, host: QWidget) -> None:
    bar, asked = _bar(ui, host)
    bar.choose(Chosen(tipos=("demanda.recebida",), demanda=fixed_uuid(1)), is_quiet=True)
    assert asked == []
    assert bar.subject.text() == fixed_uuid(1)
    assert bar.types.accessibleName() == "Filtrar por tipo: Tipo: demanda.recebida"
    assert _action(bar.types.menu(), "demanda.recebida").isChecked()
    assert (unnamed(bar), unreachable(bar)) == ([], [])
