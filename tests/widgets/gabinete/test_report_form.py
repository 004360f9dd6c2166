"""The form: kinds keep what was typed, days are shown as written here, errors sit at their field."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.gabinete.report_form import ReportForm


def test_save_open_save_is_the_identity(ui: Ui, host: QWidget) -> None:
    form = ReportForm(ui.context.theme, host)
    content = {
        "texto": "Fui lá.\n\nVolto amanhã: “às 8” 😀",
        "tipo": "prazo_registrado",
        "campos": {"data": "30/11/2026", "fonte": "secretaria", "com_quem": "Souza"},
    }
    edits: list[None] = []
    form.edited.connect(lambda: edits.append(None))
    form.fill(content)
    assert edits == []
    assert form.content() == content
    assert form.campos == {"data": "30/11/2026", "fonte": "secretaria"}
    form.fill(form.content())
    assert form.content() == content


def test_another_kind_and_back_loses_nothing(ui: Ui, host: QWidget) -> None:
    form = ReportForm(ui.context.theme, host)
    host.show()
    form.choose("contato_realizado")
    who = form._fields["com_quem"]
    assert isinstance(who, QLineEdit)
    who.setText("Souza")
    form.kind.setCurrentIndex(form.kind.findData("entrave_registrado"))
    assert set(form._fields) == {"descricao", "orgao"}
    form.kind.setCurrentIndex(form.kind.findData("contato_realizado"))
    again = form._fields["com_quem"]
    assert isinstance(again, QLineEdit)
    assert again.text() == "Souza"
    assert (unnamed(form), unreachable(form)) == ([], [])


def test_a_suggestion_fills_what_is_empty_only(ui: Ui, host: QWidget) -> None:
    form = ReportForm(ui.context.theme, host)
    form.choose("prazo_registrado", fonte="o secretário")
    form.suggest("prazo_registrado", {"data": "2026-11-30", "fonte": "a prefeitura"})
    assert form.campos == {"data": "30/11/2026", "fonte": "o secretário"}


def test_what_is_missing_in_order_and_errors_in_place(ui: Ui, host: QWidget) -> None:
    form = ReportForm(ui.context.theme, host)
    host.show()
    assert form.is_empty
    assert form.missing() == ("texto", "Conte o que foi feito.")
    form.text.setPlainText("Fui lá.")
    assert form.missing() is not None
    assert form.missing()[0] == "tipo"  # type: ignore[index] # not None, above
    form.choose("status_atualizado")
    assert form.missing() == ("status", "Preencha este campo.")
    status = form._fields["status"]
    assert isinstance(status, QComboBox)
    status.setCurrentIndex(2)
    assert form.missing() is None
    assert form.show_error("status", "Não aceita isto.")
    assert not form._errors["status"].isHidden()
    assert not form.show_error("outro", "?")
    form.clear_errors()
    assert form._errors["status"].isHidden()
