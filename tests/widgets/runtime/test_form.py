from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QMessageBox, QPushButton, QWidget
from typing_extensions import override

from core.kernel.errors import UserFacingError
from tests.widgets.conftest import Ui
from widgets.runtime.form import FormDialog


class Toy(FormDialog):
    """One field that must not be empty."""

    def __init__(self, ui: Ui, host: QWidget, *, is_final: bool = False) -> None:
        super().__init__("Brinquedo", "Gravar", ui.context, host, is_final=is_final)
        self.field = QLineEdit(self)
        self.add_field("nome", "Nome", self.field)
        self.saved: list[str] = []

    @override
    def is_changed(self) -> bool:
        return bool(self.field.text())

    @override
    def submit(self) -> None:
        if self.complain({} if self.field.text() else {"nome": "Escreva o nome."}):
            self.act(self._work, lambda value: self.saved.append(str(value)))

    def _work(self) -> str:
        if self.field.text() == "recusa":
            raise UserFacingError("captura.ja_corrigida")
        return self.field.text()


def test_an_error_stands_under_its_field_and_gets_the_focus(ui: Ui, host: QWidget) -> None:
    form = Toy(ui, host)
    form.open()
    form.save.click()
    assert form.errors["nome"].text() == "Escreva o nome."
    assert form.field.accessibleDescription() == "Escreva o nome."
    form.field.setText("certo")
    form.submit()
    ui.settle()
    assert form.saved == ["certo"]


def test_a_refusal_keeps_the_form_and_its_words(ui: Ui, host: QWidget) -> None:
    form = Toy(ui, host)
    form.open()
    form.field.setText("recusa")
    form.submit()
    ui.settle()
    assert form.isVisible()
    assert "corrigida por outra pessoa" in form.refusal.text()
    assert form.save.isEnabled()
    form.field.clear()
    form.reject()


def test_esc_asks_only_where_something_would_be_lost(ui: Ui, host: QWidget) -> None:
    form = Toy(ui, host)
    form.open()
    form.field.setText("algo")
    form.reject()
    box = form.findChild(QMessageBox)
    assert box is not None
    assert form.isVisible()
    (drop,) = [one for one in box.findChildren(QPushButton) if one.text().startswith("Descartar")]
    drop.click()
    ui.until(lambda: not form.isVisible())


def test_an_act_for_good_is_not_the_default(ui: Ui, host: QWidget) -> None:
    form = Toy(ui, host, is_final=True)
    assert not form.save.autoDefault()
    assert form.cancel.text() == "Voltar"
    form.reject()
