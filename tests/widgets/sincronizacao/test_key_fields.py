"""Fields of keys, and fingerprints on the screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from app.services.entrada_rede import ChaveRaiz
from tests.widgets.conftest import Ui
from widgets.runtime.dialog import typed_fields
from widgets.sincronizacao.key_fields import RootKeyFields, fingerprint_label, heard_field


def test_the_root_key_lies_beside_the_settings_unless_told(
    ui: Ui, host: QWidget, tmp_path: Path
) -> None:
    fields = RootKeyFields(ui.context, host)
    assert fields.chosen() == ChaveRaiz(None, None)
    fields.set_file(tmp_path / "chave-raiz.cofre")
    fields.password.setText("maré")
    assert fields.chosen() == ChaveRaiz(tmp_path / "chave-raiz.cofre", "maré".encode())
    assert fields.password.echoMode() == QLineEdit.EchoMode.Password


def test_what_was_heard_is_not_missed(host: QWidget) -> None:
    heard_field(host)
    assert typed_fields(host) == []


def test_a_fingerprint_can_be_read_and_taken_by_keys(ui: Ui, host: QWidget) -> None:
    label = fingerprint_label("AAAA-BBBB", "Impressão do pedido", ui.context.theme, host)
    assert (label.text(), label.accessibleName()) == ("AAAA-BBBB", "Impressão do pedido: AAAA-BBBB")
    assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
