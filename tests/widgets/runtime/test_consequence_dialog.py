"""Acts that end something: nothing by Enter or Esc, a choice or reason where one is needed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog

ASKED = Consequence(
    title="Recusar",
    text="Volta ao sorteio.",
    act="Recusar e sortear de novo",
    keep="Ficar",
    choices=(("a", "Um motivo"), ("b", "Outro motivo")),
    reason="Motivo",
    is_reason_needed=True,
)


def test_a_choice_and_a_reason_are_needed(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = ConsequenceDialog(ASKED, ui.context.theme, host)
    dialog.open()
    told: list[tuple[str, str]] = []
    dialog.confirmed.connect(lambda code, why: told.append((code, why)))
    assert unnamed(dialog) == []
    assert set(unreachable(dialog)) <= {f"{dialog.choices[1]!r} "}  # by arrow, as radios are
    dialog.act.click()
    assert dialog.error.text() == "Escolha uma das opções."
    dialog.choices[1].setChecked(True)
    dialog.act.click()
    assert "motivo" in dialog.error.text()
    dialog.reason.setPlainText(" porque sim ")
    dialog.activateWindow()
    ui.until(dialog.isActiveWindow)
    QTest.keyClick(dialog.reason, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told == [("b", "porque sim")]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_enter_and_escape_change_nothing(ui: Ui, host: QWidget) -> None:
    host.show()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        plain = Consequence(title="Encerrar", text="Termina.", act="Encerrar")
        dialog = ConsequenceDialog(plain, ui.context.theme, host)
        told: list[str] = []
        dialog.confirmed.connect(lambda code, _why, told=told: told.append(code))
        dialog.open()
        assert not dialog.act.isDefault()
        QTest.keyClick(dialog, key)
        assert told == []
        assert not dialog.isVisible()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
