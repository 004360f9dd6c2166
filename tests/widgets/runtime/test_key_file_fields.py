"""A key's file and its password."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLineEdit, QWidget

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.runtime.dialog import typed_fields
from widgets.runtime.key_file_fields import KeyFileFields, password_field, typed_bytes


def test_the_usual_file_until_another_is_chosen(ui: Ui, host: QWidget, tmp_path: Path) -> None:
    fields = KeyFileFields("Chave", "a de sempre", "Todos (*)", "Senha", ui.context.theme, host)
    assert (fields.path, fields.file.placeholderText()) == (None, "a de sempre")
    fields.set_file(tmp_path / "x")
    assert (fields.path, fields.file.text()) == (tmp_path / "x", str(tmp_path / "x"))
    assert unnamed(fields) == []


def test_a_password_is_hidden_and_an_empty_one_is_none(host: QWidget) -> None:
    field = password_field(host)
    assert field.echoMode() == QLineEdit.EchoMode.Password
    assert typed_bytes(field) is None
    field.setText("é")
    assert typed_bytes(field) == "é".encode()
    # Nobody is asked before it is lost.
    assert typed_fields(host) == []
