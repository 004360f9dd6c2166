"""The public side of a root key."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from app.services.versao_rede import VersaoService
from core.kernel.errors import UserFacingError
from tests.support.proponente import PROPOSED, FakeProponente
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.sincronizacao.root_key_dialog import RootKeyDialog


def test_the_key_is_shown_to_be_copied_and_its_fingerprint_to_be_read(
    ui: Ui, host: QWidget, versions: VersaoService, proponente: FakeProponente
) -> None:
    host.show()
    dialog = RootKeyDialog(versions, ui.context, host)
    dialog.open()
    proponente.fault = UserFacingError("chaves.senha_errada")
    dialog.save.click()
    ui.settle()
    assert dialog.refusal.isVisible()
    proponente.fault = None
    dialog.save.click()
    ui.settle()
    assert dialog.shown is not None
    assert dialog.shown.text() == "ab" * 32
    assert PROPOSED.impressao in [one.text() for one in dialog.findChildren(QLabel)]
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    assert not dialog.refusal.isVisible()
