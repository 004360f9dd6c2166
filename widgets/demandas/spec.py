"""Demandas before it is built. Targets: a demand's id or protocol; ``lista:`` and a choice."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.demanda_lista import Escolha
from widgets.demandas.filters import DAYS_TITLE
from widgets.demandas.screen import KEY, DemandasScreen
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The list of demands and everything about one."""

    def build(context: UiContext, parent: QWidget) -> DemandasScreen:
        return DemandasScreen(services, context, parent)

    tabs = ("", "-categoria", "-pontos", "-sorteio", "-trabalho", "-historia")
    names = tuple(f"demandas{tab}" for tab in tabs)
    views = tuple(View(name, partial(_show_tab, services, tab)) for tab, name in enumerate(names))
    dialogs = (
        View("dialogo-corrigir", lambda screen: screen.acts.correct.trigger()),
        View("dialogo-contestar", lambda screen: screen.acts.contest.trigger()),
        View("dialogo-retirar", lambda screen: screen.acts.withdraw.trigger()),
        View("dialogo-unidade", lambda screen: screen.chips.pick_unit()),
        View(
            "dialogo-periodo",
            lambda screen: DaysDialog(DAYS_TITLE, (None, None), screen.context, screen).open(),
        ),
    )
    return ScreenSpec(
        KEY, "Demandas", "demandas", build, manual="demandas", views=views, dialogs=dialogs
    )


def _show_tab(services: Servicos, tab: int, screen: DemandasScreen) -> None:
    """A demand that somebody works on, which has something to show in every tab."""
    if screen.detail.demanda_id is None:
        screen.context.runner.read(
            screen,
            partial(services.demanda_lista.ordem, Escolha(situacoes=("em_progresso",))),
            lambda ids: screen.open_target(ids[0]) if ids else None,
        )
    screen.detail.show_tab(tab)
    if tab:
        screen.split.show_detail()
