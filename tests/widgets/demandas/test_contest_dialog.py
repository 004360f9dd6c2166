from __future__ import annotations

from tests.widgets.demandas.conftest import Tela
from tests.widgets.finding import only
from widgets.demandas.contest_dialog import ContestDialog


def test_the_present_category_cannot_be_suggested(tela: Tela) -> None:
    tela.show(tela.of())
    detail = tela.screen.detail.detail
    assert detail is not None
    tela.screen.acts.contest.trigger()
    dialog = only(tela.screen, ContestDialog)
    assert dialog.suggested.findData(detail.vista.categoria_id) == -1
    assert dialog.suggested.count() > 10
    assert dialog.suggested.currentData() is None
    dialog.reject()
