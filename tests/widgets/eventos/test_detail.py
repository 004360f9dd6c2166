"""The detail of one event."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget

from app.services.evento_detalhe import EventDetail
from app.services.eventos import EventosService
from app.services.rastro import Rastro
from tests.app.services.log_builder import SECRET
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from widgets.eventos.detail import DetailPane


@pytest.fixture
def detail(eventos: EventosService) -> EventDetail:
    found = eventos.detail(1)
    assert found is not None
    return found


@pytest.fixture
def pane(ui: Ui, host: QWidget, eventos: EventosService) -> DetailPane:
    return DetailPane(eventos.trace, ui.context, host)


def test_nothing_chosen_says_what_to_do(pane: DetailPane) -> None:
    assert pane.numero is None
    assert pane.state.message.startswith("Nenhum evento escolhido")


def test_what_it_says_and_whether_it_holds(ui: Ui, pane: DetailPane, detail: EventDetail) -> None:
    pane.show_detail(detail)
    assert pane.heading.text() == "demanda.recebida"
    assert pane.sentence.text() == "Nº 1 · D-1a Captura · há 2 dias"
    assert pane.verdict.text() == "✓ Carimbo e partes conferem"
    assert '"canal": "balcao"' in pane.payload.toPlainText()
    assert pane.parts.rowCount() == 2
    assert (unnamed(pane), unreachable(pane)) == ([], [])
    pane.show_detail(replace(detail, holds=False))
    assert pane.verdict.text().startswith("✗ Não confere")
    assert pane.verdict.property("kind") == "danger"


def test_restricted_parts_wait_to_be_asked_for(pane: DetailPane, detail: EventDetail) -> None:
    asked: list[int] = []
    pane.reveal_requested.connect(asked.append)
    pane.show_detail(detail)
    assert SECRET not in pane.payload.toPlainText()
    assert not pane.reveal.isHidden()
    pane.reveal.click()
    assert asked == [1]
    pane.show_detail(replace(detail, may_reveal=False))
    assert pane.reveal.isHidden()
    assert "não são mostradas a este papel" in pane.hidden.text()
    pane.show_detail(replace(detail, has_hidden=False))
    assert pane.hidden.isHidden()


def test_the_trace_is_read_when_looked_at_and_leads_on(
    ui: Ui, pane: DetailPane, detail: EventDetail
) -> None:
    asked: list[int] = []
    pane.event_requested.connect(asked.append)
    pane.show_detail(detail)
    assert pane.trace.rowCount() == 0
    pane.tabs.setCurrentIndex(4)
    ui.settle()
    assert pane.trace.rowCount() == 1
    pane.tree.activated.emit(pane.trace.index_of(3))
    assert asked == [3]


def test_a_trace_that_cannot_be_read_offers_a_retry(
    ui: Ui, host: QWidget, detail: EventDetail
) -> None:
    answers: list[Rastro | Exception] = [OSError("x"), Rastro((), 0, is_cut=True)]

    def read(_numero: int) -> Rastro:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    pane = DetailPane(read, ui.context, host)
    pane.show_detail(detail)
    pane.tabs.setCurrentIndex(4)
    ui.until(lambda: pane.trace_state.state == "erro")
    pane.trace_state.retry_requested.emit()
    ui.until(lambda: pane.trace_state.state == "conteudo")
    assert ui.notices[0][1].startswith("O rastro é maior")
