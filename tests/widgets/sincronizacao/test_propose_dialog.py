"""Changing who signs the network."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.services.entrada_rede import ChaveRaiz
from app.services.versao_rede import Pedida, VersaoService
from core.kernel.errors import UserFacingError
from tests.support.proponente import PROPOSED, FakeProponente
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.sincronizacao.conftest import FakeTrocador
from widgets.sincronizacao.propose_dialog import ProposeDialog

KEY = "ab" * 32


@pytest.fixture
def dialog(ui: Ui, host: QWidget, versions: VersaoService, trocador: FakeTrocador) -> ProposeDialog:
    host.show()
    made = ProposeDialog(versions, trocador.found, ui.context, host)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open()
    return made


@pytest.mark.parametrize(
    ("key", "limit", "field", "words"),
    [
        ("", 1, "raiz", "Ponha outra chave-raiz"),
        ("", 2, "limiar", "Só haverá 1 chave-raiz"),
        ("ab", 2, "raiz", "64 letras e números"),
        ("zz" * 32, 1, "raiz", "64 letras e números"),
    ],
)
def test_what_cannot_be_is_said_under_its_field(
    dialog: ProposeDialog, proponente: FakeProponente, key: str, limit: int, field: str, words: str
) -> None:
    dialog.key.setText(key)
    dialog.limit.setCurrentIndex(limit - 1)
    dialog.save.click()
    assert words in dialog.errors[field].text()
    assert proponente.asked == []


def test_it_is_signed_first_and_the_file_goes_round(
    ui: Ui, dialog: ProposeDialog, proponente: FakeProponente, tmp_path: Path
) -> None:
    assert (unnamed(dialog), unreachable(dialog)) == ([], [])
    changes: list[frozenset[str]] = []
    ui.context.hub.changed.connect(lambda change: changes.append(change.what))
    dialog.key.setText(f" {KEY.upper()[:32]} {KEY[32:]} ")
    dialog.limit.setCurrentIndex(1)
    assert dialog.wanted() == Pedida((KEY,), 2)
    proponente.fault = UserFacingError("chave_raiz.ausente", arquivo="x")
    dialog.write(tmp_path)
    ui.settle()
    assert dialog.refusal.isVisible()
    assert changes == []
    proponente.fault = None
    dialog.write(tmp_path)
    ui.settle()
    assert proponente.asked == [("propor", Pedida((KEY,), 2), tmp_path, ChaveRaiz())]
    shown = "\n".join(one.text() for one in dialog.findChildren(QLabel))
    for told in (*PROPOSED.mudancas, PROPOSED.impressao, "civico_5.versao", "falta 1 assinatura"):
        assert told in shown
    ui.until(lambda: changes == [frozenset({"rede"})])
    assert dialog.save.isHidden()


def test_only_how_many_sign_may_change(dialog: ProposeDialog) -> None:
    dialog.key.setText(KEY)
    assert dialog.wanted() == Pedida((KEY,), None)
