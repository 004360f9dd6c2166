"""Eventos before it is built. Target: the id of a demand, whose events are then listed."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.eventos import Found
from widgets.eventos.filters import DAYS_TITLE
from widgets.eventos.screen import KEY, EventosScreen
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The log browser."""

    def build(context: UiContext, parent: QWidget) -> EventosScreen:
        return EventosScreen(services.eventos, context, parent)

    tabs = (("eventos", 0), ("eventos-conteudo", 1), ("eventos-partes", 2), ("eventos-rastro", 4))
    views = tuple(View(name, partial(_show_tab, tab)) for name, tab in tabs)
    dates = View(
        "dialogo-datas",
        lambda screen: DaysDialog(DAYS_TITLE, (None, None), screen.context, screen).open(),
    )
    return ScreenSpec(
        KEY, "Eventos", "eventos", build, manual="eventos", views=views, dialogs=(dates,)
    )


def _show_tab(tab: int, screen: EventosScreen) -> None:
    if not screen.table.currentIndex().isValid() and len(screen.model.ids):
        screen.open_found(Found(numero=screen.model.ids[0]))
    screen.detail.tabs.setCurrentIndex(tab)
    if tab:
        screen.split.show_detail()
