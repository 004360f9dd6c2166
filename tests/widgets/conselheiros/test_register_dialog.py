"""The form: errors under their field, nothing registered without document, training and unit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.services.cadastro_conselheiro import PedidoDeCadastro
from tests.support.vivo import Vivo
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.conselheiros.register_dialog import RegisterDialog


@pytest.fixture
def dialog(ui: Ui, vivo: Vivo, host: QWidget) -> RegisterDialog:
    host.show()
    made = RegisterDialog(vivo.servicos.cadastro_conselheiro, ui.context, host)
    made.open()
    return made


def gone() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_an_empty_form_says_what_is_missing_and_keeps_everything(
    ui: Ui, dialog: RegisterDialog
) -> None:
    told: list[object] = []
    dialog.submitted.connect(told.append)
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    dialog.save.click()
    assert not dialog.person_error.isHidden()
    dialog.new.setChecked(True)
    dialog.save.click()
    for label in (
        dialog.name_error,
        dialog.agrees_error,
        dialog.unit_error,
        dialog.document_error,
        dialog.training_error,
    ):
        assert not label.isHidden()
    assert told == []
    dialog.reject()
    gone()


def test_a_new_person_becomes_a_request(ui: Ui, dialog: RegisterDialog) -> None:
    told: list[PedidoDeCadastro] = []
    dialog.submitted.connect(told.append)
    dialog.new.setChecked(True)
    dialog.name.setText("Zulmira Inventada")
    dialog.agrees.setChecked(True)
    dialog.unit.field.setText("centro")
    dialog.unit._on_settled()
    ui.until(lambda: dialog.unit.list.model().rowCount() > 0)
    dialog.unit.choose(0)
    dialog.document.setChecked(True)
    dialog.training.setChecked(True)
    dialog.shows_name.setChecked(True)
    assert dialog.public_name.text() == "Zulmira Inventada"
    dialog.public_name.setText("")
    dialog.save.click()
    assert not dialog.public_error.isHidden()
    dialog.public_name.setText("Zu")
    dialog.save.click()
    dialog.save.click()
    (wanted,) = told
    assert (wanted.cidadao_id, wanted.nome, wanted.nome_publico) == (
        None, "Zulmira Inventada", "Zu",
    )  # fmt: skip
    assert wanted.documento_visto
    dialog.show_refusal("A unidade está cheia.")
    assert dialog.save.isEnabled()
    assert dialog.name.text() == "Zulmira Inventada"
    dialog.accept()
    gone()


def test_a_known_person_whose_document_was_seen(ui: Ui, dialog: RegisterDialog) -> None:
    told: list[PedidoDeCadastro] = []
    dialog.submitted.connect(told.append)
    dialog.person.field.setText("mar")
    dialog.person._on_settled()
    ui.until(lambda: dialog.person.list.model().rowCount() > 0)
    dialog.person.choose(0)
    assert dialog.person.chosen_id
    dialog.reject()
    gone()
