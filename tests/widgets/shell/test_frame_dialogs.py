"""The frame's dialogs speak of the screen in front."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.manual import Manual
from app.settings.recursos import Recursos
from tests.widgets.conftest import Ui
from widgets.shell.frame_dialogs import open_about, open_help, open_keys


def test_they_open_without_a_screen_too(ui: Ui, host: QWidget) -> None:
    host.show()
    for dialog in (
        open_help(Manual(Recursos()), None, ui.context, host),
        open_keys(None, ui.context, host),
        open_about("1.2.3", host),
    ):
        assert dialog.isVisible()
        dialog.close()
