"""Parâmetros before it is built. It has no targets; what it shows is public."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from widgets.parametros.screen import KEY, ParametrosScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """Weights in force, a dry run of others, the sets that were."""

    def build(context: UiContext, parent: QWidget) -> ParametrosScreen:
        return ParametrosScreen(services.parametros, context, parent)

    return ScreenSpec(
        KEY,
        "Parâmetros",
        "parametros",
        build,
        manual="parametros",
        views=(View("parametros"), View("parametros-versoes", _show_versions)),
    )


def _show_versions(screen: ParametrosScreen) -> None:
    screen.tabs.setCurrentIndex(2)
