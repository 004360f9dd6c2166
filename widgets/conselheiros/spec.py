"""Conselheiros before it is built. Target: a councillor's id."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from widgets.conselheiros.screen import KEY, ConselheirosScreen
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View

ACTS = frozenset(
    {
        Ato.CADASTRAR_CONSELHEIRO,
        Ato.AVISAR_CONSELHEIRO,
        Ato.EM_NOME_DE,
        Ato.REVISAR,
        Ato.GERIR_CONSELHEIROS,
    }
)


def spec(services: Servicos) -> ScreenSpec:
    """Councillors, the desk and the queue."""

    def build(context: UiContext, parent: QWidget) -> ConselheirosScreen:
        return ConselheirosScreen(services, context, parent)

    names = ("conselheiros", "conselheiros-a-avisar", "conselheiros-sem-conselheiro")
    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(names))
    return ScreenSpec(
        KEY, "Conselheiros", "conselheiros", build, ACTS, manual="conselheiros", views=views
    )


def _show_tab(tab: int, screen: ConselheirosScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
    panel = (screen.councillors.panel, screen.desk.panel, screen.waiting.panel)[tab]
    if panel.model.rowCount():
        panel.table.selectRow(0)
