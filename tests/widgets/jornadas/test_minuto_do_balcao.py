"""A typical demand at the counter, by keyboard alone, counted key by key: under a minute.

Counted, not timed. The seconds follow the keystroke-level model (Card, Moran and Newell 1980): 0.28 s
a key for an average typist, 1.35 s to think before each thing that is said or chosen. The resident's
own sentence is typed while it is spoken, and counted all the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.widgets.conftest import Mesa
from widgets.atendimento.screen import AtendimentoScreen

KEY_S: Final = 0.28
THINK_S: Final = 1.35
MINUTE_S: Final = 60.0
STREETS: Final = "logradouro;bairro;cep;lat;lng\nRua da Olaria;Centro;;-20,597;-36,938\n"


class Hands:
    """Types into whatever has the focus, and counts."""

    def __init__(self) -> None:
        self.keys = 0
        self.thoughts = 0

    @property
    def seconds(self) -> float:
        return self.keys * KEY_S + self.thoughts * THINK_S

    def think(self) -> None:
        """Before something is said or chosen."""
        self.thoughts += 1

    def type(self, words: str) -> None:
        QTest.keyClicks(self._focus(), words)
        self.keys += len(words)

    def press(self, *keys: Qt.Key) -> None:
        for key in keys:
            QTest.keyClick(self._focus(), key)
            self.keys += 1

    def chord(self, key: Qt.Key, modifier: Qt.KeyboardModifier, held: int) -> None:
        """A key while ``held`` others are held."""
        there = self._focus()
        QTest.keyClick(there, key, modifier)
        # Qt would hold them for whatever comes next, in other tests too.
        QTest.keyRelease(there, Qt.Key.Key_Shift)
        self.keys += 1 + held

    @staticmethod
    def _focus() -> QWidget:
        found = QApplication.focusWidget()
        assert found is not None
        return found


@pytest.fixture
def streets(mesa: Mesa, tmp_path: Path) -> None:
    """The office knows a street."""
    file = tmp_path / "ruas.csv"
    file.write_text(STREETS, encoding="utf-8")
    assert mesa.vivo.servicos.ruas.importar(file).aceitas == 1


def test_a_typical_demand_takes_less_than_a_minute_of_keys(streets: None, mesa: Mesa) -> None:
    screen = mesa.open("atendimento")
    assert isinstance(screen, AtendimentoScreen)
    form, column, hands = screen.attend.form, screen.attend.column, Hands()
    mesa.until(form.text.hasFocus)
    hands.think()
    hands.type("O poste da esquina esta com a lampada apagada ha uma semana, a rua fica no escuro")
    hands.press(Qt.Key.Key_Tab)
    hands.think()
    hands.type("rua da olaria")
    mesa.until(lambda: bool(form.place.choices.rows))
    hands.press(Qt.Key.Key_Return)
    mesa.until(lambda: form.ficha.precisao != "")
    # The category is right: looked at, and nothing pressed.
    mesa.until(lambda: "Iluminação pública" in column.category.text())
    hands.think()
    # A letter that is underlined goes there at once, past what is not asked today.
    hands.think()
    hands.chord(Qt.Key.Key_C, Qt.KeyboardModifier.AltModifier, held=1)
    mesa.until(form.citizen.who["conhecido"].isChecked)
    hands.press(Qt.Key.Key_Tab)
    assert form.citizen.search.hasFocus()
    hands.type("jandira")
    mesa.until(lambda: len(form.citizen.people.rows) == 1)
    hands.press(Qt.Key.Key_Return)
    mesa.until(lambda: form.ficha.cidadao_id is not None)
    hands.press(Qt.Key.Key_Return)
    assert form.citizen.consents["tratamento"].hasFocus()
    hands.think()
    hands.press(Qt.Key.Key_Space)
    hands.think()
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    hands.chord(Qt.Key.Key_Return, both, held=2)
    mesa.until(lambda: screen.attend.is_empty)
    mesa.until(form.text.hasFocus)
    assert any("Protocolo" in text for text in mesa.notices)
    mesa.settle()
    (made,) = mesa.vivo.servicos.demandas.listar(limite=1)
    assert (made.recebida.texto_bruto or "").startswith("O poste da esquina")
    assert made.recebida.consentimentos is not None
    assert made.recebida.consentimentos["tratamento"]
    # 112 keys, 82 of them the resident's sentence, and 6 thoughts: the manual says 40 seconds.
    assert hands.keys <= 115
    assert hands.seconds <= 40 < MINUTE_S
