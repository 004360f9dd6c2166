"""Asking to be let into a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.services.entrada_rede import EntradaService
from core.kernel.errors import UserFacingError
from tests.support.porteiro import FakePorteiro
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.entry_request_dialog import EntryRequestDialog


def search(_text: str) -> Sequence[tuple[str, str]]:
    return (("u-3", "AL · Porto"),)


@pytest.fixture
def dialog(
    ui: Ui, host: QWidget, entry: EntradaService, trocador: FakeTrocador
) -> EntryRequestDialog:
    host.show()
    made = EntryRequestDialog(entry, search, trocador.found, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    ui.settle()
    return made


def test_units_are_those_served_less_some_and_others_more(
    ui: Ui, dialog: EntryRequestDialog, porteiro: FakePorteiro, tmp_path: Path
) -> None:
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    assert dialog.chosen() == ("u-1", "u-2")
    dialog.units["u-2"].setChecked(False)
    dialog.picker.chosen.emit("u-3", "AL · Porto")
    assert dialog.chosen() == ("u-1", "u-3")
    dialog.skipped.setCurrentIndex(2)
    dialog.password.setText("marola")
    dialog.write(tmp_path)
    ui.settle()
    assert porteiro.asked == [("pedir", ("u-1", "u-3"), tmp_path, b"marola", 2)]
    assert dialog.fingerprint.text() == porteiro.request.impressao
    assert dialog.save.isHidden()
    dialog.cancel.click()
    assert not dialog.isVisible()


def test_what_is_missing_is_said_before_a_place_is_asked(
    ui: Ui, dialog: EntryRequestDialog, porteiro: FakePorteiro
) -> None:
    for box in dialog.units.values():
        box.setChecked(False)
    dialog.save.click()
    assert dialog.errors["unidades"].text() == "Escolha ao menos uma unidade."
    assert dialog.errors["senha"].text().startswith("Digite a senha das chaves")
    assert porteiro.asked == []


def test_a_refusal_leaves_the_form_as_it_was(
    ui: Ui, dialog: EntryRequestDialog, porteiro: FakePorteiro, tmp_path: Path
) -> None:
    porteiro.fault = UserFacingError("chaves.senha_errada")
    dialog.password.setText("errada")
    dialog.write(tmp_path)
    ui.settle()
    assert dialog.refusal.text()
    assert (dialog.save.isEnabled(), dialog.chosen()) == (True, ("u-1", "u-2"))


def test_an_office_that_serves_nothing_is_asked_to_look_for_its_units(
    ui: Ui, host: QWidget, entry: EntradaService, porteiro: FakePorteiro, trocador: FakeTrocador
) -> None:
    porteiro.served = ()
    made = EntryRequestDialog(entry, search, trocador.found, ui.context, host)
    ui.settle()
    assert made.units_words.text().startswith("Este escritório ainda não diz")
    made.deleteLater()
    ui.settle()


def test_open_keys_ask_for_no_password(
    ui: Ui, host: QWidget, entry: EntradaService, trocador: FakeTrocador
) -> None:
    found = replace(trocador.found, pede_senha=False)
    made = EntryRequestDialog(entry, search, found, ui.context, host)
    assert made.password.isHidden()
    assert "senha" not in made.errors
    made.deleteLater()
    ui.settle()
