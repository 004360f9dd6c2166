from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.auditoria import SorteiosConferidos
from app.services.demanda_detalhe import TextoRestrito
from app.services.demanda_lista import Escolha
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.demandas.detail import TABS, DetailPane


def pane_of(ui: Ui, host: QWidget, vivo: Vivo) -> DetailPane:
    services = vivo.servicos
    pane = DetailPane(ui.context, host)
    assert "Nenhuma demanda escolhida" in pane.state.message
    pane.begin()
    ids = services.demanda_lista.ordem(Escolha(situacoes=("em_progresso",)))
    pane.show_detail(services.demanda_detalhe.abrir(ids[0]))
    return pane


def test_every_tab_is_filled(ui: Ui, host: QWidget, vivo: Vivo) -> None:
    pane = pane_of(ui, host, vivo)
    assert [pane.tabs.tabText(at) for at in range(pane.tabs.count())] == list(TABS)
    assert pane.summary.facts
    # A demand under way may have been categorised anew by a correction or a contest.
    assert pane.categories.count.text().split()[1] in ("versão", "versões")
    assert pane.draws.model.rowCount() >= 1
    assert pane.verify.isEnabled()


def test_the_verdict_stands_in_words(ui: Ui, host: QWidget, vivo: Vivo) -> None:
    pane = pane_of(ui, host, vivo)
    pane.show_verdict(SorteiosConferidos(90, 1, 0, 0, 0, (), {}, 1, ()))
    assert pane.draw.facts[0].text.startswith("✓ Confere: 1 sorteio refeito")
    pane.show_verdict(SorteiosConferidos(90, 1, 0, 0, 2, (), {}, 1, ()))
    assert pane.draw.facts[0].text.startswith("✗ Não confere: 2 diferenças")
    pane.begin()
    assert pane.draw.facts == ()


def test_restricted_words_are_marked_and_go(ui: Ui, host: QWidget, vivo: Vivo) -> None:
    pane = pane_of(ui, host, vivo)
    detail = pane.detail
    assert detail is not None
    pane.show_raw(TextoRestrito("como disse", "perto da padaria"))
    said = [(one.label, one.text) for one in pane.summary.facts]
    assert ("Como foi dito", "como disse") in said
    assert ("Endereço dito", "perto da padaria") in said
    pane.show_detail(detail)
    assert "Como foi dito" not in [one.label for one in pane.summary.facts]
