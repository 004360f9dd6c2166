"""Moderation as a moderator works it: keys, the next one there, leases, undo, a stable order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from app.services.moderacao_vistas import Linha
from core.kernel.errors import UserFacingError
from tests.support.office import demanda
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.moderacao.conftest import Bench, linha


def press(bench: Bench, key: Qt.Key, more: Qt.KeyboardModifier | None = None) -> None:
    bench.screen.queue.list.table.setFocus()
    QTest.keyClick(bench.screen.queue.list.table, key, more or Qt.KeyboardModifier.NoModifier)


def shown(bench: Bench) -> str:
    item = bench.screen.item.item
    return "" if item is None else item.item.item_id[-1]


def lines(bench: Bench) -> list[str]:
    model = bench.screen.queue.model
    rows = [model.row_at(at) for at in range(model.rowCount())]
    return [row.chave[-1] for row in rows if isinstance(row, Linha)]


def test_single_keys_decide_and_the_next_one_is_there(ui: Ui, bench: Bench) -> None:
    bench.screen.window().activateWindow()
    assert shown(bench) == "1"
    assert "3 itens esperam: 3 textos" in bench.screen.subtitle.text()
    press(bench, Qt.Key.Key_A)
    assert bench.screen.queue.current is not None
    assert bench.screen.queue.current.chave == demanda(2)
    ui.settle()
    press(bench, Qt.Key.Key_B)
    ui.settle()
    assert [one for one in bench.service.asked if one[0] in {"aprovado", "bloqueado"}] == [
        ("aprovado", "1", "v1", None),
        ("bloqueado", "2", "v2", None),
    ]
    assert shown(bench) == "3"
    press(bench, Qt.Key.Key_A)
    ui.settle()
    assert bench.screen.item.item is None
    assert bench.screen.subtitle.text() == "Nada espera moderação"


def test_letters_are_letters_in_text_fields(ui: Ui, bench: Bench) -> None:
    bench.screen.window().activateWindow()
    bench.screen.item.note.setFocus()
    QTest.keyClicks(bench.screen.item.note, "abx")
    assert bench.screen.item.note.text() == "abx"
    ui.settle()
    assert not [one for one in bench.service.asked if one[0] in {"aprovado", "bloqueado"}]


def test_skipping_goes_on_and_comes_round(ui: Ui, bench: Bench) -> None:
    for expected in ("2", "3", "2"):
        press(bench, Qt.Key.Key_P)
        ui.settle()
        assert shown(bench) == expected


def test_the_order_stands_while_others_work_and_new_ones_come_last(ui: Ui, bench: Bench) -> None:
    press(bench, Qt.Key.Key_P)
    ui.settle()
    bench.service.items.insert(0, linha(5))
    bench.service.items = [one for one in bench.service.items if one.chave != demanda(1)]
    bench.screen.refresh()
    ui.settle()
    assert lines(bench) == ["2", "3", "5"]
    assert shown(bench) == "2"
    bench.screen.reorder()
    ui.settle()
    assert lines(bench)[0] == "5"


def test_who_was_first_is_told_and_nothing_is_lost_after_a_refusal(ui: Ui, bench: Bench) -> None:
    bench.service.late = True
    press(bench, Qt.Key.Key_A)
    ui.settle()
    assert "Alguém decidiu antes: BCDF-000001-47 está bloqueado por Rita" in ui.notices[-1][1]
    bench.service.late = False
    bench.service.refuses = UserFacingError("moderacao.mudou")
    press(bench, Qt.Key.Key_A)
    ui.settle()
    assert ui.faults
    assert lines(bench) == ["2", "3"]


def test_the_last_decision_is_turned_round_within_ten_seconds(ui: Ui, bench: Bench) -> None:
    press(bench, Qt.Key.Key_A)
    ui.settle()
    press(bench, Qt.Key.Key_Z)
    ui.settle()
    assert ("reverter", "1") in bench.service.asked
    assert "agora está bloqueado" in ui.notices[-1][1]
    press(bench, Qt.Key.Key_Z)
    ui.settle()
    assert bench.service.asked.count(("reverter", "1")) == 1


def test_several_are_decided_only_where_each_was_seen(ui: Ui, bench: Bench) -> None:
    press(bench, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert "Marque antes" in ui.notices[-1][1]
    press(bench, Qt.Key.Key_M)
    ui.settle()
    press(bench, Qt.Key.Key_M)
    ui.settle()
    assert "2 marcados" in bench.screen.subtitle.text()
    bench.screen.item.reason.setCurrentText("Propaganda")
    press(bench, Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
    ui.settle()
    assert [one for one in bench.service.asked if one[0] == "bloqueado"] == [
        ("bloqueado", "1", "v1", "Propaganda"),
        ("bloqueado", "2", "v2", "Propaganda"),
    ]
    assert shown(bench) == "3"


def test_what_another_one_holds_is_left_alone(ui: Ui, bench: Bench) -> None:
    bench.service.holders[demanda(2)] = "outra"
    press(bench, Qt.Key.Key_P)
    ui.settle()
    assert bench.screen.item.lease.text().startswith("Com Rita até")
    assert not bench.screen.item.approve.isEnabled()
    press(bench, Qt.Key.Key_A)
    ui.settle()
    assert not [one for one in bench.service.asked if one[0] == "aprovado"]
    bench.screen.hide()
    ui.settle()
    assert bench.service.asked[-1][0] != "aprovado"


def test_filters_show_what_was_decided_and_a_demand_shows_its_own(ui: Ui, bench: Bench) -> None:
    press(bench, Qt.Key.Key_B)
    ui.settle()
    queue = bench.screen.queue
    queue.status.setCurrentIndex(queue.status.findData("bloqueado"))
    ui.settle()
    assert shown(bench) == "1"
    assert bench.screen.item.reverse.isVisible()
    assert not bench.screen.item.approve.isVisible()
    press(bench, Qt.Key.Key_R)
    ui.settle()
    assert ("reverter", "1") in bench.service.asked
    bench.screen.open_target(demanda(3))
    ui.settle()
    assert queue.model.rowCount() == 1
    queue.everywhere.click()
    ui.settle()
    assert queue.model.rowCount() == 2


def test_everything_has_a_name_and_is_reached_by_keys(ui: Ui, bench: Bench) -> None:
    QAbstractItemModelTester(bench.screen.queue.model)
    assert unnamed(bench.screen) == []
    assert unreachable(bench.screen) == []
    bench.screen.save_view()
    bench.screen.set_narrow(is_narrow=True)
    assert bench.screen.trail.model.rowCount() == 1
