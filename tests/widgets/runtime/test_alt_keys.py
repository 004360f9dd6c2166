"""Alt and a letter for every button that is seen: no two the same, kept, shown while Alt is held."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.alt_keys import AltTips, give_keys, known_keys, mark_own_key


def _buttons(host: QWidget, *texts: str) -> list[QPushButton]:
    column = host.layout() or QVBoxLayout(host)
    made = [QPushButton(text, host) for text in texts]
    for one in made:
        column.addWidget(one)
    host.show()
    return made


def _given(host: QWidget, taken: tuple[str, ...] = ()) -> dict[str, str]:
    return {button.text(): key for button, key in give_keys(host, taken)}


def test_the_first_letter_of_a_word_and_never_twice(host: QWidget) -> None:
    _buttons(host, "Retirar", "Reativar", "Ratificar", "Última demanda")
    assert _given(host) == {
        "Retirar": "Alt+R",
        "Reativar": "Alt+E",
        "Ratificar": "Alt+A",
        "Última demanda": "Alt+U",
    }


def test_written_mnemonics_and_registered_keys_keep_their_letters(ui: Ui, host: QWidget) -> None:
    label, line = QLabel("&Onde", host), QLineEdit(host)
    label.setBuddy(line)
    column = QVBoxLayout(host)
    column.addWidget(label)
    column.addWidget(line)
    _buttons(host, "Ordenar", "&Abrir", "Mapa", "Outro")[3].setShortcut("Ctrl+K")
    ui.context.actions.add(host, "tela.mapa", "Ir ao mapa", "Alt+M", host.update)
    keys = {one.title: one.keys[0] for one in known_keys(host, ui.context.actions, "tela")}
    assert keys == {"Ordenar": "Alt+R", "Abrir": "Alt+A", "Mapa": "Alt+P", "Outro": "Ctrl+K"}


def test_a_letter_stays_and_comes_back_after_other_words(host: QWidget) -> None:
    (button, later) = _buttons(host, "Mostrar", "Zerar")
    later.hide()
    assert _given(host)["Mostrar"] == "Alt+M"
    button.setText("Esconder")  # Qt forgets a key when the words change
    later.show()
    later.setText("Mover")
    assert _given(host) == {"Esconder": "Alt+M", "Mover": "Alt+O"}


def test_a_button_with_a_key_of_its_own_needs_none(host: QWidget) -> None:
    (button,) = _buttons(host, "Backlog")
    mark_own_key(button)
    assert _given(host) == {}


def test_the_letters_stand_there_while_alt_is_held(host: QWidget) -> None:
    (button,) = _buttons(host, "Gravar")
    tips = AltTips(host)
    host.activateWindow()
    QTest.keyPress(host, Qt.Key.Key_Alt)
    assert tips.shown == {"G": "Gravar"}
    QTest.keyRelease(host, Qt.Key.Key_Alt)
    assert tips.shown == {}
    assert button.shortcut().toString() == "Alt+G"
