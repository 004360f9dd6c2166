"""Mapa before it is built. Targets: a unit's id, ``demanda:`` and a demand's id, or ``escolher:`` and
the key of a screen, which then gets ``ponto:lat,lng``.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.mapa_vistas import Ponto
from widgets.mapa.filters import DAYS_TITLE
from widgets.mapa.screen import KEY, MapaScreen
from widgets.runtime.context import UiContext
from widgets.runtime.days_dialog import DaysDialog
from widgets.runtime.mapa.lugar import EscolherLugarDialog
from widgets.runtime.screen import ScreenSpec, View

_PLACE = Ponto(-20.5643, -36.7501)
_OFFERS = frozenset({"escolher"})


def spec(services: Servicos) -> ScreenSpec:
    """The map."""

    def build(context: UiContext, parent: QWidget) -> MapaScreen:
        return MapaScreen(services.mapa, services.escritorio.nome, context, parent)

    views = (View("mapa"), View("mapa-escolhida", _choose), View("mapa-perto", _go_near))
    dialogs = (
        View(
            "dialogo-lugar",
            lambda screen: EscolherLugarDialog(
                services.mapa, screen.context, screen, inicio=_PLACE
            ).open(),
        ),
        View(
            "dialogo-recebidas",
            lambda screen: DaysDialog(
                DAYS_TITLE, (None, None), screen.context, screen, offered=30
            ).open(),
        ),
    )
    return ScreenSpec(
        KEY,
        "Mapa",
        "mapa",
        build,
        manual="mapa",
        views=views,
        offers=_OFFERS,
        dialogs=dialogs,
    )


def _choose(screen: MapaScreen) -> None:
    rows = screen.list.model.rowCount()
    if rows:
        screen.list.table.selectRow(min(2, rows - 1))


def _go_near(screen: MapaScreen) -> None:
    um = screen.list.current
    if um is not None:
        screen.open_target(f"demanda:{um.demanda_id}")
