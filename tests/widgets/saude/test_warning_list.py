"""Lasting warnings stay until their cause is gone."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

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
    (button,) = warnings.offered
    button.click()
    assert asked == ["confirmar_chave_raiz"]
    warnings.show_warnings(())
    assert warnings.isHidden()


LONG = tuple(
    AvisoRow(f"aviso.{at}", "Um aviso que diz o que há, o que significa e o que fazer.", None)
    for at in range(3)
)


def test_warnings_fold_where_they_would_take_the_room_and_open_on_demand(
    ui: Ui, host: QWidget
) -> None:
    warnings = WarningList(ui.context, host)
    host.show()
    warnings.show_warnings(LONG)
    warnings.fit(QSize(900, 600))
    assert (warnings.is_folded, warnings.fold_button.isVisible()) == (False, False)
    warnings.fit(QSize(900, 200))
    assert (warnings.is_folded, warnings.fold_button.text()) == (True, "Mostrar avisos")
    assert warnings.summary.text() == "3 avisos deste escritório"
    warnings.fold_button.click()
    assert (warnings.is_folded, warnings.fold_button.text()) == (False, "Recolher avisos")
    warnings.fit(QSize(900, 180))
    assert not warnings.is_folded, "what was asked for stays"
    warnings.show_warnings(LONG[:1])
    assert (warnings.is_folded, warnings.fold_button.isVisible()) == (False, False)
