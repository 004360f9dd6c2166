"""The tree of causes as a proper model."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QWidget

from app.services.rastro import Rastro, RastroNo
from tests.app.services.log_builder import NOW_MS
from tests.widgets.conftest import Ui
from widgets.eventos.trace_model import TraceModel


def _node(number: int, *children: RastroNo) -> RastroNo:
    return RastroNo(
        number, f"tipo.{number}", "D-1", NOW_MS, f"e{number}", f"c{number}", list(children)
    )


def _trace() -> Rastro:
    return Rastro((_node(1, _node(2, _node(4)), _node(3)), _node(5)), 5, is_cut=False)


def test_it_is_a_proper_model_through_all_its_changes(ui: Ui, host: QWidget) -> None:
    model = TraceModel(ui.context.moments, ui.context.theme, host)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, host)
    for trace in (_trace(), None, _trace(), Rastro((), 0, is_cut=False)):
        model.set_trace(trace, 2)


def test_causes_stand_above_and_the_asked_event_stands_out(ui: Ui, host: QWidget) -> None:
    model = TraceModel(ui.context.moments, ui.context.theme, host)
    model.set_trace(_trace(), 2)
    here = model.index_of(2)
    assert model.number_at(here.parent()) == 1
    assert [model.number_at(model.index(row, 0, here.parent())) for row in range(2)] == [2, 3]
    assert [model.number_at(model.index(row, 0)) for row in range(2)] == [1, 5]
    texts = [model.data(here.siblingAtColumn(column)) for column in range(4)]
    assert texts == ["▸ tipo.2", "2", "D-1", "agora"]
    assert model.data(here, Qt.ItemDataRole.FontRole).bold()
    assert model.data(here, Qt.ItemDataRole.AccessibleTextRole).endswith(", este evento")
    assert "Carimbo c2" in model.data(here, Qt.ItemDataRole.ToolTipRole)
    assert model.data(model.index_of(3), Qt.ItemDataRole.FontRole) is None
    assert not model.index_of(99).isValid()
    assert model.number_at(QModelIndex()) is None
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Evento"


def test_a_long_chain_of_causes_is_no_trouble(ui: Ui, host: QWidget) -> None:
    node = _node(2_000)
    for number in range(1_999, 0, -1):
        node = _node(number, node)
    model = TraceModel(ui.context.moments, ui.context.theme, host)
    model.set_trace(Rastro((node,), 2_000, is_cut=False), 2_000)
    assert model.number_at(model.index_of(2_000).parent()) == 1_999
