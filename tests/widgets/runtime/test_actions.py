"""Keys: no two actions on one, inert in text fields, all listed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.runtime.actions import ActionRegistry, KeyClash, readable


@pytest.fixture
def registry(host: QWidget) -> ActionRegistry:
    return ActionRegistry(host)


def _nothing() -> None:
    return None


def test_two_actions_never_share_a_key(registry: ActionRegistry, host: QWidget) -> None:
    registry.add(host, "revisao.aprovar", "Aprovar", "A", _nothing)
    registry.add(host, "moderacao.aprovar", "Aprovar", "A", _nothing)
    registry.add(host, "revisao.aprovar", "Aprovar", "A", _nothing)
    with pytest.raises(KeyClash, match=r"revisao\.aprovar"):
        registry.add(host, "revisao.adiar", "Adiar", "A", _nothing)
    with pytest.raises(KeyClash, match=r"revisao\.aprovar"):
        registry.add(host, "revisao/fila.x", "X", "A", _nothing)


def test_the_frame_keeps_its_keys(registry: ActionRegistry, host: QWidget) -> None:
    registry.add(host, "janela.ajuda", "Ajuda", "F1", _nothing, in_window=True)
    with pytest.raises(KeyClash):
        registry.add(host, "mapa.x", "X", "F1", _nothing)
    registry.add(host, "mapa.zoom", "Zoom", "Z", _nothing)
    with pytest.raises(KeyClash):
        registry.add(host, "janela.z", "Z", "Z", _nothing, in_window=True)
    with pytest.raises(KeyClash, match="everywhere"):
        registry.add(host, "mapa.copiar", "Copiar", "Ctrl+C", _nothing)
    with pytest.raises(KeyClash, match="no such key"):
        registry.add(host, "mapa.nada", "Nada", "", _nothing)


def test_what_can_be_done_here_is_listed(registry: ActionRegistry, host: QWidget) -> None:
    registry.add(host, "janela.ajuda", "Ajuda", "F1", _nothing, in_window=True)
    registry.add(host, "mapa.zoom", "Zoom", ("Z", "Ctrl++"), _nothing)
    registry.add(host, "mapa/lista.filtrar", "Filtrar", "Ctrl+F", _nothing)
    registry.add(host, "mapas.outro", "Outro", "Z", _nothing)
    assert [one.title for one in registry.listed("mapa")] == ["Zoom", "Filtrar", "Ajuda"]
    assert [one.title for one in registry.listed("")] == ["Ajuda"]


@pytest.mark.parametrize("field", [QLineEdit, QPlainTextEdit])
def test_a_single_letter_is_inert_in_a_text_field(
    registry: ActionRegistry, host: QWidget, qtbot: QtBot, field: type[QWidget]
) -> None:
    pressed: list[str] = []
    written = field(host)
    other = QWidget(host)
    other.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    column = QVBoxLayout(host)
    column.addWidget(written)
    column.addWidget(other)
    registry.add(host, "revisao.aprovar", "Aprovar", "A", lambda: pressed.append("A"))
    registry.add(host, "janela.teclas", "Teclas", "?", lambda: pressed.append("?"), in_window=True)
    host.show()
    host.activateWindow()
    qtbot.waitUntil(host.isActiveWindow)
    written.setFocus()
    QTest.keyClicks(written, "a?")
    assert pressed == []
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_A)
    QTest.keyClick(other, Qt.Key.Key_Question)
    assert pressed == ["A", "?"]


def test_keys_are_named_as_on_the_keyboard() -> None:
    assert readable("Ctrl+Return") == "Ctrl+Enter"
    assert readable("Space") == "Espaço"
    assert readable("Ctrl++") == "Ctrl++"
