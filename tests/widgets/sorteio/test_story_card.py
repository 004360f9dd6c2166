"""A card shows one value once, and two that differ twice; each is copied."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget

from app.services.cartoes_sorteio import POR_QUE_NINGUEM, Cartao, Valor
from tests.widgets.conftest import Ui
from widgets.sorteio.story_card import StoryCard


def test_values_differ_in_two_lines(ui: Ui, host: QWidget) -> None:
    card = StoryCard(ui.context, host)
    card.show_card(Cartao("base", "nao_confere", ("Devia ser b.",), (Valor("Base", "a", "b"),)), 2)
    assert card.values() == ["a", "b"]
    assert card.accessibleName() == "2. De onde parte: Não confere"
    assert not card.differs.isHidden()
    card.show_card(Cartao("base", "confere", (), (Valor("Base", "Nome · a", "Nome · a"),)), 2)
    assert card.values() == ["Nome · a"]
    assert card.differs.isHidden()
    button = next(one for one in card.findChildren(QToolButton) if not one.isHidden())
    button.click()
    assert QGuiApplication.clipboard().text() == "a"


def test_an_attempt_without_anybody_does_not_speak_of_who_was_drawn(ui: Ui, host: QWidget) -> None:
    card = StoryCard(ui.context, host)
    nobody = Valor(POR_QUE_NINGUEM, "todos ocupados", "todos ocupados")
    card.show_card(Cartao("resultado", "confere", (), (nobody,)), 2)
    assert card.about.text() == "Ninguém podia ser sorteado, e a demanda espera."
    drawn = Valor("Sorteado", "Ana", "Ana")
    card.show_card(Cartao("resultado", "confere", (), (drawn,)), 5)
    assert card.about.text() == "O sorteado é o primeiro da ordem."
