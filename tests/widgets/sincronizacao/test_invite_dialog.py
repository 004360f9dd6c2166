"""Letting an office into the network."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.services.entrada_rede import ChaveRaiz, EntradaService
from app.services.versao_rede import VersaoService
from core.kernel.errors import IntegrityFault, UserFacingError
from tests.support.porteiro import FakePorteiro
from tests.support.proponente import PROPOSED, FakeProponente
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.sincronizacao.invite_dialog import InviteDialog

REQUEST = Path("pendrive") / "dele.entrada"


@pytest.fixture
def dialog(ui: Ui, host: QWidget, entry: EntradaService) -> InviteDialog:
    host.show()
    made = InviteDialog(entry, None, REQUEST, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    return made


def test_nothing_is_signed_before_the_fingerprint_was_heard(
    ui: Ui, dialog: InviteDialog, porteiro: FakePorteiro, tmp_path: Path
) -> None:
    changes: list[frozenset[str]] = []
    ui.context.hub.changed.connect(lambda change: changes.append(change.what))
    assert not dialog.save.isEnabled()
    dialog.read()
    ui.settle()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    said = "\n".join(one.text() for one in dialog.findChildren(QLabel))
    assert porteiro.request.impressao not in said, "nobody compares by copying the screen"
    assert dialog.heard.hasFocus() or dialog.focusWidget() is dialog.heard
    dialog.save.click()
    assert dialog.errors["impressao"].text() == "Digite a impressão que a outra pessoa leu."
    dialog.heard.setText("AAAA-AAAA")
    porteiro.fault = UserFacingError("rede.impressao_diferente")
    dialog.write(tmp_path)
    ui.settle()
    assert "impressão" in dialog.refusal.text()
    assert changes == []
    porteiro.fault = None
    dialog.heard.setText(porteiro.request.impressao)
    dialog.root.set_file(tmp_path / "chave-raiz.cofre")
    dialog.root.password.setText("maré")
    dialog.write(tmp_path)
    ui.settle()
    root = ChaveRaiz(tmp_path / "chave-raiz.cofre", "maré".encode())
    assert porteiro.asked[1:] == [("convidar", REQUEST, porteiro.request.impressao, tmp_path, root)]
    assert [one.text() for one in dialog.roots] == list(porteiro.invitation.raizes)
    ui.until(lambda: changes == [frozenset({"rede"})])
    dialog.cancel.click()
    assert not dialog.isVisible()


def test_a_file_that_is_no_request_is_told_and_nothing_can_be_done_with_it(
    ui: Ui, dialog: InviteDialog, porteiro: FakePorteiro
) -> None:
    porteiro.fault = IntegrityFault("entrada.invalida")
    dialog.read()
    ui.settle()
    assert dialog.refusal.text()
    assert not dialog.save.isEnabled()


def test_whoever_is_in_needs_no_root_key_again(
    ui: Ui, dialog: InviteDialog, porteiro: FakePorteiro
) -> None:
    porteiro.request = replace(porteiro.request, is_dentro=True)
    dialog.read()
    ui.settle()
    assert dialog.root.isHidden()


@pytest.mark.parametrize("is_in", [False, True])
def test_where_several_sign_the_first_signature_goes_round(
    ui: Ui,
    host: QWidget,
    entry: EntradaService,
    porteiro: FakePorteiro,
    versions: VersaoService,
    proponente: FakeProponente,
    tmp_path: Path,
    is_in: bool,
) -> None:
    """Whoever is in by all signatures is given the invitation; nobody else."""
    host.show()
    porteiro.request = replace(porteiro.request, is_dentro=is_in)
    proponente.found = replace(PROPOSED, passo=1, passos=2)
    dialog = InviteDialog(entry, versions, REQUEST, ui.context, host)
    dialog.open()
    dialog.read()
    ui.settle()
    dialog.heard.setText(porteiro.request.impressao)
    dialog.write(tmp_path)
    ui.settle()
    assert [one[0] for one in porteiro.asked] == ["ler_pedido", "convidar"][: 1 + is_in]
    assert [one[0] for one in proponente.asked] == ["propor_entrada"][: not is_in]
    shown = "\n".join(one.text() for one in dialog.findChildren(QLabel))
    assert ("entra por 2 versões; esta é a 1ª" in shown) == (not is_in)
