"""Long work in a dialog: Esc stops the work first, and only then the dialog closes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from app.services.falhas import is_cancellation
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.runtime.long_dialog import LongDialog


def endless(progress: Callable[[int, int], None]) -> None:
    while True:
        progress(1, 2)


def test_esc_stops_and_then_closes(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = LongDialog("Trabalho", "Fazer", "Fechar", ui.context, host)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    middle = QLabel("o que há", dialog)
    dialog.lay_out(dialog.progress, middle, wide=middle)
    dialog.open()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    faults: list[BaseException] = []

    def failed(error: BaseException) -> None:
        faults.append(error)
        dialog.progress.finish()

    dialog.run("Contando", endless, lambda _none: None, failed)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    ui.settle()
    assert dialog.isVisible()
    assert [is_cancellation(one) for one in faults] == [True]
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
