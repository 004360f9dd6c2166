"""List and detail: by name, the inactive last, found again after a filter."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from tests.widgets.conselheiros.test_columns import ONE
from widgets.conselheiros.councillors_page import CouncillorsPage

OTHER = replace(ONE, conselheiro_id="0" * 8 + ONE.conselheiro_id[8:], nome_publico="Ágata")
AWAY = replace(ONE, conselheiro_id="1" * 8 + ONE.conselheiro_id[8:], status="inativo")


def test_by_name_and_the_inactive_last(ui: Ui, vivo: Vivo, host: QWidget) -> None:
    page = CouncillorsPage(vivo.servicos.sorteio, ui.context, host)
    host.show()
    page.show_rows((AWAY, ONE, OTHER))
    rows = [page.panel.model.row_at(at) for at in range(3)]
    assert rows == [OTHER, ONE, AWAY]
    page.panel.filter.setText("nada disso")
    assert page.select(ONE.conselheiro_id)
    ui.settle()
    assert page.pane.shown == ONE
    page.show_rows((replace(ONE, recusas_consecutivas=1), OTHER))
    assert page.pane.shown is not None
    assert page.pane.shown.recusas_consecutivas == 1
    assert not page.select("nobody")
    page.save_view()
    ui.settle()
