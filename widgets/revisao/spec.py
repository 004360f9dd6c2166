"""Revisão before it is built. It has no targets."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.revisao.screen import KEY, RevisaoScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The queue of what a person has to look at."""

    def build(context: UiContext, parent: QWidget) -> RevisaoScreen:
        return RevisaoScreen(services.fila_revisao, context, parent)

    return ScreenSpec(
        KEY,
        "Revisão",
        "revisao",
        build,
        acts=frozenset({Ato.REVISAR}),
        manual="categorias-e-revisao",
        views=(
            View("revisao"),
            View("revisao-item", _show_item),
            View("revisao-espera", _show_waiting),
        ),
        dialogs=(View("dialogo-decidir-varios", lambda screen: screen.bulk.ask()),),
    )


def _show_waiting(screen: RevisaoScreen) -> None:
    screen.tabs.setCurrentIndex(1)


def _show_item(screen: RevisaoScreen) -> None:
    screen.split.show_detail()
