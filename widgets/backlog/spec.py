"""Backlog before it is built.

A target is a ``unidade_civica_id``, or ``<unidade_civica_id>/<demanda_id>`` to choose a demand there.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from widgets.backlog.screen import KEY, BacklogScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View


def spec(services: Servicos) -> ScreenSpec:
    """The backlog of a unit; everybody may read it."""

    def build(context: UiContext, parent: QWidget) -> BacklogScreen:
        return BacklogScreen(services.backlog, services.unidades, context, parent)

    views = (
        View("backlog", _choose_waiting),
        View("backlog-agenda", _choose_agenda),
        View("backlog-detalhe", _show_detail),
    )
    return ScreenSpec(KEY, "Backlog", "backlog", build, manual="backlog", views=views)


def _choose_waiting(screen: BacklogScreen) -> None:
    screen.list.show_band("espera")
    screen.list.table.verticalScrollBar().setValue(0)


def _choose_agenda(screen: BacklogScreen) -> None:
    screen.list.show_band("agenda")
    screen.list.table.verticalScrollBar().setValue(0)


def _show_detail(screen: BacklogScreen) -> None:
    _choose_waiting(screen)
    screen.split.show_detail()
