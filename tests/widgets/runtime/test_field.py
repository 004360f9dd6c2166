"""A field says its name, and under it what is wrong, to eyes and to ears."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.field import line_field


def test_a_fault_stands_under_the_field_and_is_read_with_it(ui: Ui, host: QWidget) -> None:
    field, edit = line_field("&Onde", ui.context.theme, host, hint="Rua ou CEP")
    host.show()
    assert (edit.accessibleName(), field.label.buddy(), field.error.isHidden()) == (
        "Onde",
        edit,
        True,
    )
    assert field.hint.text() == "Rua ou CEP"
    field.say("Falta o local.")
    assert field.error.text().endswith("Falta o local.")
    assert (field.fault, edit.accessibleDescription()) == ("Falta o local.", "Falta o local.")
    field.say("")
    assert (field.error.isHidden(), field.fault) == (True, "")
