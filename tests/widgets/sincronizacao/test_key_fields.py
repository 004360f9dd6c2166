"""Fields of keys, and fingerprints on the screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from typing_extensions import override

from app.services.entrada_rede import ChaveRaiz
from tests.widgets.conftest import Ui
from widgets.runtime.dialog import typed_fields
from widgets.runtime.form import FormDialog
from widgets.sincronizacao.key_fields import HeardField, RootKeyFields, fingerprint_label


def test_the_root_key_lies_beside_the_settings_unless_told(
    ui: Ui, host: QWidget, tmp_path: Path
) -> None:
    fields = RootKeyFields(ui.context, host)
    assert fields.chosen() == ChaveRaiz(None, None)
    fields.set_file(tmp_path / "chave-raiz.cofre")
    fields.password.setText("maré")
    assert fields.chosen() == ChaveRaiz(tmp_path / "chave-raiz.cofre", "maré".encode())
    assert fields.password.echoMode() == QLineEdit.EchoMode.Password


class Empty(FormDialog):
    """A form that does nothing."""

    @override
    def submit(self) -> None:
        return


SHOWN = "T5EJ-UYGO-BX2N-7CKA-LW4P-D3ZR-MV"


def test_what_was_heard_is_not_missed_and_what_should_be_is_covered(ui: Ui, host: QWidget) -> None:
    form = Empty("Convidar", "Convidar", ui.context, host)
    field = HeardField((SHOWN,), "a impressão do pedido", ui.context.theme, form)
    field.add_to(form, "impressao", "A impressão, como foi lida")
    assert typed_fields(form) == []
    for typed, tone, words in (
        (SHOWN[:-1], "secondary", ""),
        (SHOWN[:-1] + "A", "danger", "✗ Não é a mesma."),
        (SHOWN.lower(), "ok", "✓ É a mesma: a impressão do pedido confere."),
    ):
        field.setText(typed)
        assert field.verdict.text().startswith(words)
        assert field.verdict.property("kind") == tone
        assert field.verdict.isHidden() == (not words)
        assert not any(SHOWN in one.text() for one in form.findChildren(QLabel))


def test_a_fingerprint_can_be_read_and_taken_by_keys(ui: Ui, host: QWidget) -> None:
    label = fingerprint_label("AAAA-BBBB", "Impressão do pedido", ui.context.theme, host)
    assert (label.text(), label.accessibleName()) == ("AAAA-BBBB", "Impressão do pedido: AAAA-BBBB")
    assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
