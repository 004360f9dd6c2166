"""Painel before it is built.

A target is a ``unidade_civica_id``; empty for the whole office.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from widgets.painel.screen import KEY, PainelScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The numbers of a unit or of the office; everybody may read them."""

    def build(context: UiContext, parent: QWidget) -> PainelScreen:
        return PainelScreen(services.painel, services.unidades, context, parent)

    views = (View("painel"), View("painel-graficos", _scroll_down))
    return ScreenSpec(KEY, "Painel", "painel", build, manual="painel", views=views)


def _scroll_down(screen: PainelScreen) -> None:
    bar = screen.area.verticalScrollBar()
    bar.setValue(bar.maximum())
