"""Data, or why there is none."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.runtime.state_stack import StateStack


def test_the_skeleton_comes_only_when_loading_is_slow(ui: Ui, host: QWidget) -> None:
    stack = StateStack(QLabel("dados", host), ui.context.theme, host)
    stack.show_loading()
    assert stack.state == "conteudo"
    stack.show_content()
    assert not stack._timer.isActive()
    stack.show_loading()
    ui.until(lambda: stack.state == "carregando")
    stack.show_content()
    assert stack.state == "conteudo"


def test_empty_and_error_say_why_and_what_to_do(ui: Ui, host: QWidget) -> None:
    stack = StateStack(QLabel("dados", host), ui.context.theme, host)
    asked: list[str] = []
    stack.retry_requested.connect(lambda: asked.append("de novo"))
    stack.empty_action_requested.connect(lambda: asked.append("limpar"))
    stack.show_empty("Nada aqui", "Porque os filtros não deixam.", "Limpar filtros")
    assert (stack.state, stack.message) == ("vazio", "Nada aqui Porque os filtros não deixam.")
    only(stack.currentWidget(), QPushButton).click()
    stack.show_error("O disco não respondeu.")
    assert stack.message == "Não foi possível ler O disco não respondeu."
    only(stack.currentWidget(), QPushButton).click()
    assert asked == ["limpar", "de novo"]
    stack.show_content()
    assert stack.message == ""
