from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.moderacao.remove_dialog import Removal, RemoveDialog


def test_enter_and_escape_change_nothing(ui: Ui, host: QWidget) -> None:
    dialog = RemoveDialog("o texto", "ofensa", ui.context.theme, host, is_file=True,
                          asks_second=False)  # fmt: skip
    told: list[Removal] = []
    dialog.confirmed.connect(told.append)
    dialog.open()
    assert dialog.keep.isDefault()
    dialog.text_too.setChecked(True)
    dialog.act.click()
    assert told == [Removal("ofensa", "", "", texto_da_demanda=True)]
    dialog.reject()
