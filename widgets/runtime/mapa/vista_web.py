"""A map in a window: Chromium starts when it is first shown, and says so in words where it cannot.

Its profile is off the record and belongs to this one widget; the page goes before it, because Qt
takes children down in the order in which they came. Everything that the page shows is asked for
through ``Balcao``; everything that it says comes through ``Ponte``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPixmap, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.services.mapa_fundo import Fundo
from app.services.mapa_pagina import PAGINA, Estado, MapaPagina
from app.services.mapa_vistas import Caixa, FiltroDoMapa, Ponto, Vista
from widgets.runtime.context import UiContext
from widgets.runtime.focus_frame import FocusFrame
from widgets.runtime.mapa.cores import cores
from widgets.runtime.mapa.preparo import ESQUEMA, HOST
from widgets.runtime.state_stack import StateStack

if TYPE_CHECKING:
    from widgets.runtime.mapa.motor_web import MotorWeb

_LOG: Final = logging.getLogger("mapa")
FUNDO: Final = "mapa/fundo"
"""View setting: the file of tiles that this machine lays under every map."""

_ADDRESS: Final = f"{ESQUEMA.decode()}://{HOST}/{PAGINA}"
NAO_ABRIU: Final = (
    "O mapa não abre neste computador",
    (
        "Falta uma parte do sistema de que ele precisa (QtWebEngine). Tudo o que está no mapa está "
        "também na lista, e o resto do programa funciona. Peça a quem cuida do sistema que a instale."
    ),
)
PAROU: Final = (
    "O mapa parou",
    (
        "Nada foi perdido: a lista continua valendo. Tente abrir o mapa de novo; se parar outra vez, "
        "feche outros programas."
    ),
)
Fabrica = Callable[["MapaView"], "MotorWeb"]


def motor_de_verdade(view: MapaView) -> MotorWeb:
    from widgets.runtime.mapa.motor_web import MotorWeb  # noqa: PLC0415 # starts Chromium

    return MotorWeb(view)


class MapaView(QWidget):
    """See the module.

    Args:
        pagina: answers what the page asks.
        context: the window's common things.
        name: accessible name: what the map shows, and where the same stands in words.
        parent: owner.
        estado: how it is to be; colours and text size are the theme's.
        fabrica: makes Chromium; raises where it cannot start.

    Signals:
        moved(Vista), clicked(str), opened(str), gathered(Caixa), picked(float, float),
        drawn(int, int, int): see ``Ponte``.
        unavailable: there is no map here; the sentence stands in its place.
    """

    moved = Signal(object)
    clicked = Signal(str)
    opened = Signal(str)
    gathered = Signal(object)
    picked = Signal(float, float)
    drawn = Signal(int, int, int)
    unavailable = Signal()

    def __init__(
        self,
        pagina: MapaPagina,
        context: UiContext,
        name: str,
        parent: QWidget,
        *,
        estado: Estado | None = None,
        fabrica: Fabrica = motor_de_verdade,
    ) -> None:
        super().__init__(parent)
        self.pagina = pagina
        self.context = context
        self._fabrica = fabrica
        self._motor: MotorWeb | None = None
        self._is_started = False
        self._is_loaded = False
        self._is_drawn = True
        self._waiting: list[str] = []
        self._vista: Vista | None = None
        self._scale = context.theme.scale
        self.estado = self._dressed(estado or Estado())
        self.setAccessibleName(name)
        self.place = FocusFrame(context.theme, self)
        self.place.entered.connect(self._on_entered)
        self.column = self.place.column
        self.state = StateStack(self.place, context.theme, self)
        self.state.empty_action_requested.connect(self._on_retry)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.state)
        self.setMinimumSize(context.theme.px(150), context.theme.px(90))
        context.theme.changed.connect(self._on_theme_changed)

    @property
    def motor(self) -> MotorWeb | None:
        """Chromium's parts, where it runs."""
        return self._motor

    @property
    def vista(self) -> Vista | None:
        """What the page shows now; None before it has said so."""
        return self._vista

    @property
    def is_available(self) -> bool:
        """False where the map cannot be shown here."""
        return not self._is_started or self._motor is not None

    @property
    def is_settled(self) -> bool:
        """What was asked for is painted, or nothing will be."""
        if not self._is_started:
            return not self.isVisible()
        return self._motor is None or self.state.state != "conteudo" or self._is_drawn

    def reload(self) -> None:
        """Ask for the demands again."""
        self._is_drawn = self._motor is None
        self._run("Formigueiro.recarregar()")

    def set_filter(self, filtro: FiltroDoMapa) -> None:
        """Show these."""
        self.estado = replace(self.estado, filtro=filtro)
        self.reload()

    def set_tiles(self, fundo: Fundo | None) -> None:
        """Lay tiles under the map, or take them away."""
        self.estado = replace(self.estado, fundo=fundo)
        told = None if fundo is None else fundo.descricao()
        self._run(f"Formigueiro.trocarFundo({json.dumps(told)})")

    def load_tiles(self) -> None:
        """Lay the file under the map that was chosen on this machine, if one was."""
        chosen = self.context.view.text(FUNDO)
        if not chosen:
            self.set_tiles(None)
            return
        self.context.runner.read(
            self,
            partial(self.pagina.fundos.abrir, Path(chosen)),
            self.set_tiles,
            self._on_no_tiles,
            key="fundo",
        )

    def _on_no_tiles(self, error: BaseException) -> None:
        self.set_tiles(None)
        self.context.notify(self.context.describe(error).frase, "aviso")

    def go_to(self, caixa: Caixa) -> None:
        """Show a box."""
        self.estado = replace(self.estado, caixa=caixa)
        box = [[caixa.sul, caixa.oeste], [caixa.norte, caixa.leste]]
        self._run(f"Formigueiro.irPara({json.dumps(box)})")

    def select(self, demanda_id: str, lat: float, lng: float) -> None:
        """Mark a demand's symbol, and move there where it is out of sight."""
        self._run(f"Formigueiro.mostrar({lat!r}, {lng!r})")
        self._run(f"Formigueiro.selecionar({json.dumps(demanda_id)}, {lat!r}, {lng!r})")

    def put_pin(self, lat: float, lng: float) -> None:
        """Put the pin there, without telling about it."""
        self.estado = replace(self.estado, alfinete=Ponto(lat, lng))
        self._run(f"Formigueiro.marcar({lat!r}, {lng!r}, false)")
        self._run(f"Formigueiro.mostrar({lat!r}, {lng!r})")

    @Slot()
    def pick_centre(self) -> None:
        """Put the pin into the middle, as a click there would."""
        self._run("Formigueiro.marcarCentro()")

    def picture(self) -> QPixmap:
        """The map as it stands."""
        return self.place.grab(self.place.inside)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The first time, start."""
        super().showEvent(event)
        if not self._is_started:
            self._start()

    @Slot(QWidget)
    def _on_entered(self, drawn: QWidget) -> None:
        """Chromium makes the widget that takes the keys late, and perhaps another one later."""
        drawn.setAccessibleName(self.accessibleName())
        drawn.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc is the window's: Chromium would swallow it and a dialog around the map never close."""
        is_esc = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_esc and event.type() == QEvent.Type.KeyPress:
            return QCoreApplication.sendEvent(self, event)
        return super().eventFilter(watched, event)

    def _start(self) -> None:
        self._is_started = True
        self._is_drawn = False
        self.state.show_content()
        try:
            self._motor = self._fabrica(self)
        except (ImportError, OSError, RuntimeError) as error:
            _LOG.warning("no map here: %s", error)
            self._say_unavailable(*NAO_ABRIU)
            return
        ponte = self._motor.ponte
        ponte.moved.connect(self._on_moved)
        ponte.drawn.connect(self._on_drawn)
        ponte.failed.connect(self._on_failed)
        for said, ours in (
            (ponte.clicked, self.clicked),
            (ponte.opened, self.opened),
            (ponte.gathered, self.gathered),
            (ponte.picked, self.picked),
        ):
            said.connect(ours)
        self._motor.page.loadFinished.connect(self._on_load_finished)
        self._motor.page.renderProcessTerminated.connect(self._on_terminated)
        self._dress_page()
        if self.context.view.text(FUNDO):
            self.load_tiles()
        self._motor.page.load(QUrl(_ADDRESS))

    def _say_unavailable(self, title: str, text: str, button: str = "") -> None:
        self.state.show_empty(title, text, button)
        self.unavailable.emit()

    def _run(self, code: str) -> None:
        """In the page, once it is there; before it is asked for, ``estado`` says it all."""
        if self._motor is not None and self._is_loaded:
            self._motor.page.runJavaScript(code)
        elif self._motor is not None:
            self._waiting.append(code)

    def _dressed(self, estado: Estado) -> Estado:
        theme = self.context.theme
        return replace(estado, cores=cores(theme.tokens), escala=theme.scale)

    def _dress_page(self) -> None:
        if self._motor is not None:
            self._motor.page.setBackgroundColor(QColor(self.context.theme.tokens.background))

    @Slot()
    def _on_theme_changed(self) -> None:
        self.estado = self._dressed(self.estado)
        self.setMinimumSize(self.context.theme.px(150), self.context.theme.px(90))
        if self._motor is None:
            return
        self._dress_page()
        if self._scale != self.context.theme.scale:
            self._scale = self.context.theme.scale
            self._begin_again()
        else:
            colours = json.dumps(dict(self.estado.cores))
            self._run(f"Formigueiro.pintar({colours}, {self.estado.escala!r})")

    def _begin_again(self) -> None:
        """Load the page anew, where it stood."""
        if self._motor is None:
            return
        if self._vista is not None:
            self.estado = replace(self.estado, caixa=self._vista.caixa)
        self._is_loaded = self._is_drawn = False
        self.state.show_content()
        self._motor.page.load(QUrl(_ADDRESS))

    @Slot(object)
    def _on_moved(self, vista: Vista) -> None:
        self._vista = vista
        self._is_drawn = False
        if not self._is_loaded:
            self._is_loaded = True
            waiting, self._waiting = self._waiting, []
            for code in waiting:
                self._run(code)
        self.moved.emit(vista)

    @Slot(int, int, int)
    def _on_drawn(self, simbolos: int, demandas: int, contornos: int) -> None:
        self._is_drawn = True
        self.drawn.emit(simbolos, demandas, contornos)

    @Slot(str)
    def _on_failed(self, _what: str) -> None:
        self._is_drawn = True

    @Slot(bool)
    def _on_load_finished(self, is_ok: bool) -> None:
        if not is_ok:
            self._say_unavailable(*PAROU, "Abrir de novo")

    @Slot()
    def _on_terminated(self) -> None:
        self._is_loaded = False
        self._say_unavailable(*PAROU, "Abrir de novo")

    @Slot()
    def _on_retry(self) -> None:
        self._begin_again()

    def report(self, error: BaseException) -> None:
        """A read of the page failed: the page says that much, the window why."""
        self._is_drawn = True
        self.context.notify(self.context.describe(error).frase, "aviso")
