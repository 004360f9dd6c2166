"""Lasting warnings stay until their cause is gone."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from app.services.saude import AvisoRow
from tests.widgets.conftest import Ui
from widgets.saude.warning_list import WarningList


def test_one_strip_a_warning_with_what_can_be_done(ui: Ui, host: QWidget) -> None:
    warnings = WarningList(ui.context, host)
    asked: list[str] = []
    warnings.action_requested.connect(asked.append)
    rows = (
        AvisoRow("aviso.sem_senha", "Sem senha.", None),
        AvisoRow("aviso.chave_raiz_nao_confirmada", "Guarde a chave.", "confirmar_chave_raiz"),
    )
    warnings.show_warnings(rows)
    assert not warnings.isHidden()
    (button,) = warnings.findChildren(QPushButton)
    button.click()
    assert asked == ["confirmar_chave_raiz"]
    warnings.show_warnings(())
    assert warnings.isHidden()
