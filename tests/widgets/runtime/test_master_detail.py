"""Side by side, or one page with a way back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListView, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.master_detail import MasterDetail


def _shows_detail(split: MasterDetail) -> bool:
    return split.is_detail_shown


def test_narrow_shows_one_at_a_time_and_escape_goes_back(ui: Ui, host: QWidget) -> None:
    master, detail = QListView(host), QLineEdit(host)
    split = MasterDetail(master, detail, ui.context.theme, ui.context.icons, host)
    split.resize(800, 600)
    host.show()
    assert _shows_detail(split)
    split.set_narrow(is_narrow=True)
    assert not _shows_detail(split)
    assert split.save().isEmpty()
    split.show_detail()
    assert _shows_detail(split)
    host.activateWindow()
    ui.until(host.isActiveWindow)
    detail.setFocus()
    closed: list[int] = []
    split.closed.connect(lambda: closed.append(1))
    QTest.keyClick(detail, Qt.Key.Key_Escape)
    assert not _shows_detail(split)
    assert closed == [1]
    split.set_narrow(is_narrow=False)
    assert _shows_detail(split)
    assert detail.isVisibleTo(split)


def test_the_splitter_is_remembered(ui: Ui, host: QWidget) -> None:
    def build() -> MasterDetail:
        made = MasterDetail(QWidget(host), QWidget(host), ui.context.theme, ui.context.icons, host)
        made.resize(1_000, 400)
        return made

    first = build()
    host.show()
    first._splitter.setSizes([700, 300])
    second = build()
    second.show()
    second.restore(first.save())
    assert second._splitter.sizes() == first._splitter.sizes()
