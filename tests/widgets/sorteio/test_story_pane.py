"""A story in its pane: an attempt has fewer cards and nothing to take away."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.cartoes_sorteio import Cartao, Valor
from app.services.historia_sorteio import Historia
from tests.support.office import demanda
from tests.widgets.conftest import Ui
from widgets.sorteio.story_pane import StoryPane


def test_an_attempt_has_two_cards_and_no_recipe(ui: Ui, host: QWidget) -> None:
    pane = StoryPane(ui.context, host)
    assert pane.state.message.startswith("Nenhum sorteio escolhido")
    cards = (
        Cartao("lista", "confere", (), (Valor("Podiam ser sorteados", "0", "0"),)),
        Cartao("resultado", "nao_confere", ("O motivo é outro.",), (Valor("Por quê", "a", "b"),)),
    )
    story = Historia(
        3, "ab" * 32, demanda(1), "2026-01-31T12:00:00.000Z", True, demanda(2), "BCDF-000001-47",
        None, None, cards, (), None, (), 2, {}, 9,
    )  # fmt: skip
    pane.show_story(story)
    assert pane.heading.text() == "Tentativa sem ninguém · BCDF-000001-47"
    assert pane.verdict.text() == "✗ Não confere com o registro"
    shown = [card.title.text() for card in pane.cards.values() if not card.isHidden()]
    assert shown == ["1. Quem concorria", "2. Resultado"]
    assert pane.recipe.isHidden()
    assert pane.pdf.isHidden()
    assert pane.stepper.isHidden()
    assert "2 conselheiros servem outras unidades" in pane.steps.text()
