"""What is said by hand is told, and nothing else; every field of the import has a word."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.importacao_linhas import CAMPOS as KNOWN
from tests.widgets.conftest import Ui
from widgets.atendimento.columns_dialog import CAMPOS, ColumnsDialog


def test_every_field_has_a_word() -> None:
    assert set(CAMPOS) == set(KNOWN)


def test_only_what_was_said_is_told(ui: Ui, host: QWidget) -> None:
    host.show()
    dialog = ColumnsDialog(("fala", "onde"), {"rua": "onde", "cep": "gone"}, ui.context, host)
    dialog.open()
    dialog.choices["texto"].setCurrentIndex(1)
    with ui.qtbot.waitSignal(dialog.confirmed) as told:
        dialog.use.click()
    assert told.args == [{"texto": "fala", "rua": "onde"}]
