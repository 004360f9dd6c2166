"""Accepting an invitation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.services.entrada_rede import EntradaDecidida, EntradaService
from core.kernel.errors import IntegrityFault, UserFacingError
from tests.support.porteiro import INVITATION, RAW, FakePorteiro
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.accept_dialog import AcceptDialog, consequences


@pytest.fixture
def dialog(ui: Ui, host: QWidget, entry: EntradaService, trocador: FakeTrocador) -> AcceptDialog:
    host.show()
    made = AcceptDialog(entry, Path("nosso.convite"), trocador.found, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    return made


def words(dialog: AcceptDialog) -> str:
    """All that stands in it."""
    return "\n".join(one.text() for one in dialog.findChildren(QLabel))


def test_what_changes_is_said_and_joining_is_decided_with_what_was_heard(
    ui: Ui, dialog: AcceptDialog, entry: EntradaService, porteiro: FakePorteiro
) -> None:
    decided: list[bool] = []
    dialog.decided.connect(lambda: decided.append(True))
    assert not dialog.save.isEnabled()
    dialog.read()
    ui.settle()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    shown = words(dialog)
    for told in ("Regional da Serra", "Começa a época 1", "Beira-Rio"):
        assert told in shown
    assert INVITATION.raizes[0] not in shown, "nobody compares by copying the screen"
    dialog.save.click()
    assert dialog.errors["raiz0"].text() == "Digite a impressão que a outra pessoa leu."
    assert dialog.errors["senha"].text().startswith("Digite a senha das chaves")
    dialog.heard[0].setText("AAAA")
    dialog.password.setText("marola")
    porteiro.fault = UserFacingError("rede.impressao_diferente")
    dialog.save.click()
    ui.settle()
    assert (dialog.isVisible(), decided, entry.decidida) == (True, [], None)
    porteiro.fault = None
    dialog.heard[0].setText(INVITATION.raizes[0])
    dialog.save.click()
    ui.settle()
    assert (dialog.isVisible(), decided) == (False, [True])
    assert entry.decidida == EntradaDecidida(RAW, INVITATION.raizes)
    assert porteiro.asked[-1] == ("conferir", RAW, INVITATION.raizes, b"marola")


def test_every_root_key_is_compared(ui: Ui, dialog: AcceptDialog, porteiro: FakePorteiro) -> None:
    porteiro.invitation = replace(INVITATION, raizes=("AAAA-1", "BBBB-2"))
    dialog.read()
    ui.settle()
    assert len(dialog.heard) == 2
    dialog.heard[0].setText("AAAA-1")
    dialog.save.click()
    assert dialog.errors["raiz0"].text() == ""
    assert dialog.errors["raiz1"].text()


def test_newer_versions_of_the_own_network_ask_nothing(
    ui: Ui, dialog: AcceptDialog, entry: EntradaService, porteiro: FakePorteiro
) -> None:
    porteiro.of_own_network(2)
    dialog.read()
    ui.settle()
    assert dialog.heard == []
    assert "2 versões novas" in words(dialog)
    dialog.save.click()
    ui.settle()
    assert not dialog.isVisible()
    assert porteiro.asked[-1] == ("atualizar", RAW)
    assert entry.decidida is None
    assert ui.notices == [("info", "Versões novas da rede, conferidas e guardadas: 2.")]


def test_an_invitation_that_brings_nothing_offers_nothing(
    ui: Ui, dialog: AcceptDialog, porteiro: FakePorteiro
) -> None:
    porteiro.of_own_network(0)
    dialog.read()
    ui.settle()
    assert dialog.save.isHidden()
    assert "não traz nada de novo" in words(dialog)


def test_a_file_that_is_no_invitation_is_told(
    ui: Ui, dialog: AcceptDialog, porteiro: FakePorteiro
) -> None:
    porteiro.fault = IntegrityFault("convite.invalido")
    dialog.read()
    ui.settle()
    assert dialog.refusal.text().startswith("O arquivo não é um convite")
    assert not dialog.save.isEnabled()


def test_an_office_that_asked_for_nothing_is_told_that_it_decides_nothing() -> None:
    assert any("só sobre: nada." in line for line in consequences(replace(INVITATION, unidades=())))
