"""Likes: how each ended, and the way to it; none says why."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.services.gabinete import CasoSemelhante
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.gabinete.cases_view import CasesView

CASE = CasoSemelhante(
    "11111111-0000-4000-8000-000000000001", "BCDF-000012-47", None, "Centro",
    "2026-05-01T12:00:00.000Z", "2026-05-20T12:00:00.000Z", "O buraco foi tapado.", None, 3,
)  # fmt: skip


def test_cards_and_nothing(ui: Ui, host: QWidget) -> None:
    view = CasesView(ui.context, host)
    host.show()
    view.show_cases(())
    assert "Nenhum caso parecido" in view.state.message
    opened: list[str] = []
    view.opened.connect(opened.append)
    view.show_cases((CASE,))
    words = " ".join(label.text() for label in view.area.findChildren(QLabel))
    for part in ("Texto retido", "Centro", "3 atualizações", "O buraco foi tapado."):
        assert part in words
    only(view.area, QPushButton).click()
    assert opened == [CASE.demanda_id]
