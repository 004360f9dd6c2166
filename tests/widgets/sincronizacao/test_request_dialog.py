"""Writing the request."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.services.sincronizacao import SincronizacaoService
from core.kernel.errors import UserFacingError
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.request_dialog import RequestDialog


def test_it_asks_for_the_password_writes_and_says_what_to_do_with_it(
    ui: Ui, host: QWidget, service: SincronizacaoService, trocador: FakeTrocador, tmp_path: Path
) -> None:
    host.show()
    dialog = RequestDialog(service, trocador.found, ui.context, host)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.open()
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    dialog.save.click()
    assert dialog.errors["senha"].text().startswith("Digite a senha das chaves")
    trocador.fault = UserFacingError("chaves.senha_errada")
    dialog.password.setText("errada")
    dialog.write(tmp_path)
    ui.settle()
    assert dialog.isVisible()
    assert dialog.save.isEnabled()
    assert "senha" in dialog.refusal.text().lower()
    trocador.fault = None
    dialog.write(tmp_path)
    ui.settle()
    assert not dialog.isVisible()
    assert ui.notices == [("info", "Pedido gravado: nosso.pedido. Leve-o a quem vai exportar.")]
