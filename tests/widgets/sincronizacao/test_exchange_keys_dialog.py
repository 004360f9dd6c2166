"""Putting the exchange keys into the network document."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.services.entrada_rede import ChaveRaiz, EntradaService
from core.kernel.errors import UserFacingError
from tests.support.porteiro import FakePorteiro
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.exchange_keys_dialog import ExchangeKeysDialog


def test_the_root_signs_and_a_refusal_stays_in_the_form(
    ui: Ui,
    host: QWidget,
    entry: EntradaService,
    porteiro: FakePorteiro,
    trocador: FakeTrocador,
    tmp_path: Path,
) -> None:
    host.show()
    dialog = ExchangeKeysDialog(entry, trocador.found, ui.context, host)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    done: list[bool] = []
    dialog.prepared.connect(lambda: done.append(True))
    dialog.open()
    porteiro.fault = UserFacingError("chave_raiz.senha_errada", arquivo="x")
    dialog.root.set_file(tmp_path / "chave-raiz.cofre")
    dialog.root.password.setText("maré")
    dialog.password.setText("marola")
    dialog.save.click()
    ui.settle()
    assert dialog.isVisible()
    assert dialog.refusal.text()
    porteiro.fault = None
    dialog.save.click()
    ui.settle()
    assert (dialog.isVisible(), done) == (False, [True])
    root = ChaveRaiz(tmp_path / "chave-raiz.cofre", "maré".encode())
    assert porteiro.asked == [("preparar", root, b"marola")]
    assert ui.notices == [("info", "Este escritório já pode trocar pacotes.")]
