"""Every dialog is of one kind, fits its window, and never loses typed words to Esc."""

from __future__ import annotations

import ast
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from tests.widgets.conftest import Ui
from widgets.runtime.consequence_dialog import Consequence, ConsequenceDialog
from widgets.runtime.dialog import LOST, Dialog, mark_search, typed_fields

WIDGETS = Path(__file__).parents[3] / "widgets"


class Toy(Dialog):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.line = QLineEdit("de antes", self)
        self.text = QPlainTextEdit(self)
        self.look = mark_search(QLineEdit(self))
        self.days = QSpinBox(self)
        self.told = QLineEdit("só para ler", self)
        self.told.setReadOnly(True)
        column = QVBoxLayout(self)
        for one in (self.line, self.text, self.look, self.days, self.told):
            column.addWidget(one)


def _box(dialog: Dialog) -> QMessageBox:
    return next(one for one in dialog.findChildren(QMessageBox) if one.isVisible())


def _press(box: QMessageBox, start: str) -> None:
    next(one for one in box.findChildren(QPushButton) if one.text().startswith(start)).click()


def test_only_what_is_typed_counts(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = Toy(host)
    dialog.open()
    assert typed_fields(dialog) == [dialog.line, dialog.text]
    dialog.look.setText("centro")
    dialog.days.setValue(7)
    assert not dialog.is_changed()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    ui.until(lambda: not host.findChildren(Dialog))


def test_esc_asks_and_the_safe_answer_keeps_the_words(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = Toy(host)
    dialog.open()
    dialog.text.setPlainText("o que a pessoa contou")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    box = _box(dialog)
    assert box.text() == LOST
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.text.toPlainText() == "o que a pessoa contou"
    dialog.close()  # the cross of the frame
    assert dialog.isVisible()
    _press(_box(dialog), "Descartar")
    ui.until(lambda: not host.findChildren(Dialog))


def test_words_taken_back_ask_nothing(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = Toy(host)
    dialog.open()
    dialog.line.setText("outra coisa")
    assert dialog.is_changed()
    dialog.line.setText("de antes")
    dialog.reject()
    ui.until(lambda: not host.findChildren(Dialog))


def test_it_is_never_larger_than_its_window(host: QWidget) -> None:
    host.resize(640, 480)
    host.show()
    dialog = Toy(host)
    dialog.resize(2_000, 2_000)
    dialog.open()
    assert (dialog.width() < 640, dialog.height() < 480) == (True, True)
    dialog.reject()


def test_every_dialog_of_the_product_is_of_this_kind() -> None:
    strangers = [
        f"{path.relative_to(WIDGETS)}: {node.name}"
        for path in WIDGETS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
        and path.name != "dialog.py"
        and any(isinstance(base, ast.Name) and base.id == "QDialog" for base in node.bases)
    ]
    assert strangers == []


def test_buttons_that_do_not_fit_beside_each_other_stand_whole_below(ui: Ui, host: QWidget) -> None:
    asked = Consequence(
        title="Concluir a demanda",
        text="A demanda fica concluída para todos, e o acompanhamento termina. " * 3,
        act="Concluir e encerrar o acompanhamento desta demanda",
        keep="Continuar escrevendo mais um pouco",
    )
    host.resize(460, 600)
    host.show()
    dialog = ConsequenceDialog(asked, ui.context.theme, host)
    dialog.open()
    assert dialog.width() < 460
    assert dialog.keep.y() >= dialog.act.geometry().bottom()
    for button in (dialog.act, dialog.keep):
        assert button.height() >= button.sizeHint().height()
    dialog.reject()
