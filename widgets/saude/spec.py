"""Saúde before it is built. It has no targets."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View
from widgets.saude.screen import KEY, SaudeScreen

_TABS = (
    "saude",
    "saude-parados",
    "saude-chaves",
    "saude-trabalhos",
    "saude-copias",
    "saude-modelos",
    "saude-medidas",
)


def spec(services: Servicos) -> ScreenSpec:
    """The office's health."""

    def build(context: UiContext, parent: QWidget) -> SaudeScreen:
        return SaudeScreen(services.saude, services.copias, context, parent)

    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(_TABS))
    return ScreenSpec(KEY, "Saúde", "saude", build, manual="saude", views=views)


def _show_tab(tab: int, screen: SaudeScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
