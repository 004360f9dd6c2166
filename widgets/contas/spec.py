"""Contas before it is built."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.contas.screen import KEY, ContasScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The operator's accounts."""

    def build(context: UiContext, parent: QWidget) -> ContasScreen:
        return ContasScreen(services, context, parent)

    views = (
        View("contas", lambda screen: screen.tabs.setCurrentIndex(0)),
        View("contas-historico", lambda screen: screen.tabs.setCurrentIndex(1)),
    )
    return ScreenSpec(
        KEY,
        "Contas",
        "contas",
        build,
        acts=frozenset({Ato.CONTAS}),
        manual="contas",
        views=views,
    )
