"""Signing a proposed version, or taking over one that all have signed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.services.entrada_rede import ChaveRaiz
from app.services.versao_rede import VersaoService
from core.kernel.errors import IntegrityFault
from tests.support.proponente import PROPOSED, FakeProponente
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.sincronizacao.sign_dialog import SignDialog

VERSION = Path("pendrive") / "civico_5.versao"


@pytest.fixture
def dialog(ui: Ui, host: QWidget, versions: VersaoService) -> SignDialog:
    host.show()
    made = SignDialog(versions, VERSION, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    return made


def words(dialog: SignDialog) -> str:
    """All that stands in it."""
    return "\n".join(one.text() for one in dialog.findChildren(QLabel))


def test_nobody_signs_what_was_not_read_and_heard(
    ui: Ui, dialog: SignDialog, proponente: FakeProponente, tmp_path: Path
) -> None:
    assert not dialog.save.isEnabled()
    dialog.read()
    ui.settle()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    shown = words(dialog)
    assert PROPOSED.mudancas[0] in shown
    assert PROPOSED.impressao not in shown, "nobody compares by copying the screen"
    dialog.save.click()
    assert dialog.errors["impressao"].text() == "Digite a impressão que a outra pessoa leu."
    dialog.heard.setText(PROPOSED.impressao)
    dialog.root.set_file(tmp_path / "chave-raiz.cofre")
    dialog.write(tmp_path)
    ui.settle()
    root = ChaveRaiz(tmp_path / "chave-raiz.cofre", None)
    assert proponente.asked[1:] == [("assinar", b"versao", PROPOSED.impressao, tmp_path, root)]
    assert "Ainda falta 1 assinatura" in words(dialog)


def test_what_all_have_signed_asks_for_no_key(
    ui: Ui, dialog: SignDialog, proponente: FakeProponente, tmp_path: Path
) -> None:
    proponente.found = replace(PROPOSED, faltam=0)
    dialog.read()
    ui.settle()
    assert dialog.root.isHidden()
    assert dialog.save.text() == "Conferir e guardar…"
    proponente.found = replace(PROPOSED, faltam=0, adotada=True)
    dialog.heard.setText(PROPOSED.impressao)
    dialog.write(tmp_path)
    ui.settle()
    assert "este escritório já trabalha com ela" in words(dialog)


def test_a_file_that_is_no_version_is_told(
    ui: Ui, dialog: SignDialog, proponente: FakeProponente
) -> None:
    proponente.fault = IntegrityFault("versao.invalida")
    dialog.read()
    ui.settle()
    assert dialog.refusal.text()
    assert not dialog.save.isEnabled()
