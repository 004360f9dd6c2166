"""Saúde before it is built. It has no targets."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.saude import ParadoRow
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec, View
from widgets.saude.release_dialog import ReleaseDialog
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
_PARKED = ParadoRow(
    colonia="D-4",
    nome="Ranking",
    fase="react",
    numero=1_234,
    tipo="demanda.categorizada",
    estado="descartado",
    erro="exemplo",
    tentativas=5,
    desde_ms=0,
    ultima_ms=0,
    pode_liberar=True,
)


def spec(services: Servicos) -> ScreenSpec:
    """The office's health."""

    def build(context: UiContext, parent: QWidget) -> SaudeScreen:
        return SaudeScreen(services.saude, services.copias, services.modelos, context, parent)

    views = tuple(View(name, partial(_show_tab, at)) for at, name in enumerate(_TABS))
    release = View(
        "dialogo-liberar",
        lambda screen: ReleaseDialog(_PARKED, screen.context.theme, screen).open(),
    )
    model = View("dialogo-importar-modelo", lambda screen: screen.import_model.click())
    return ScreenSpec(
        KEY, "Saúde", "saude", build, manual="saude", views=views, dialogs=(release, model)
    )


def _show_tab(tab: int, screen: SaudeScreen) -> None:
    screen.tabs.setCurrentIndex(tab)
