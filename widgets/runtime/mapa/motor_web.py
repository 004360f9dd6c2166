"""Chromium for one map: view, profile, page, guard, counter and bridge. Importing it loads WebEngine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import QWebEngineProfile
from PySide6.QtWebEngineWidgets import QWebEngineView

from widgets.runtime.mapa.balcao import Balcao
from widgets.runtime.mapa.guarda import Guarda
from widgets.runtime.mapa.pagina_web import PaginaWeb
from widgets.runtime.mapa.ponte import Ponte
from widgets.runtime.mapa.preparo import ESQUEMA, preparar_web

if TYPE_CHECKING:
    from widgets.runtime.mapa.vista_web import MapaView


class MotorWeb:
    """Made in the order in which Qt takes them down: the view with its page goes first.

    Raises:
        RuntimeError: WebEngine cannot be loaded here.
    """

    def __init__(self, owner: MapaView) -> None:
        if not preparar_web():
            raise RuntimeError("no WebEngine")
        self.view = QWebEngineView(owner.place)
        self.profile = QWebEngineProfile(owner.place)
        if not self.profile.isOffTheRecord():
            raise RuntimeError("the profile keeps a record")
        self.guarda = Guarda(owner.place)
        self.balcao = Balcao(
            owner.pagina, owner.context.runner, lambda: owner.estado, owner.report, owner.place
        )
        self.profile.setUrlRequestInterceptor(self.guarda)
        self.profile.installUrlSchemeHandler(ESQUEMA, self.balcao)
        self.page = PaginaWeb(self.profile, self.view)
        self.ponte = Ponte(self.view)
        channel = QWebChannel(self.page)
        channel.registerObject("ponte", self.ponte)
        self.page.setWebChannel(channel)
        self.view.setPage(self.page)
        self.view.setAccessibleName(owner.accessibleName())
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.view.setAcceptDrops(False)
        owner.column.addWidget(self.view)
        owner.setFocusProxy(self.view)
