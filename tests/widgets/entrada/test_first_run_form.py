"""The form tells what was written, and only what holds."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.entrada.first_run_form import FirstRunForm


def test_files_count_only_where_they_are_chosen(ui: Ui, host: QWidget) -> None:
    form = FirstRunForm(Path("/d-copias"), ui.context.theme, ui.context.icons, host)
    form.set_files(["/m/a.geojson", "/m/b.zip"])
    assert form.own.isChecked()
    assert form.chosen.text() == "a.geojson, b.zip"
    assert form.asked().territorio == (Path("/m/a.geojson"), Path("/m/b.zip"))
    form.fictional.setChecked(True)
    assert form.asked().territorio == ()
    form.keys.setText("x")
    form.without.setChecked(True)
    assert form.asked().senha_chaves is None
    assert not form.keys.isEnabled()
