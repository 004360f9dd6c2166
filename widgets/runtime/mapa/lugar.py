"""Choosing a place on the map, and showing one: for the counter, a demand's page, whoever needs it.

``EscolhaDeLugar`` stands in a form; ``EscolherLugarDialog`` is the same in a window of its own;
``MapaDaDemanda`` shows one pin and no symbols. All of them take ``servicos.mapa``. The unit that a
pin lies in is derived anew each time the pin moves. Everything also works by keyboard: arrows move
the map, plus and minus zoom, Enter or the button puts the pin into the middle.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.mapa_pagina import Estado, MapaPagina
from app.services.mapa_vistas import Onde, Ponto
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog
from widgets.runtime.mapa.vista_web import Fabrica, MapaView, motor_de_verdade


def graus(lat: float, lng: float) -> str:
    """Coordinates as people write them here."""
    return f"{lat:.6f}; {lng:.6f}".replace(".", ",")


class EscolhaDeLugar(QWidget):
    """A map on which a click sets a pin; the unit below it is named at once.

    Args:
        pagina: ``servicos.mapa``.
        context: the window's common things.
        parent: owner.
        inicio: where the pin stands first; None for no pin.

    Signals:
        picked(float, float): the person put or dragged the pin there (latitude, longitude).
        placed(float, float, Onde): … and it lies in this unit.
    """

    picked = Signal(float, float)
    placed = Signal(float, float, object)

    def __init__(
        self,
        pagina: MapaPagina,
        context: UiContext,
        parent: QWidget,
        *,
        inicio: Ponto | None = None,
        fabrica: Fabrica = motor_de_verdade,
    ) -> None:
        super().__init__(parent)
        self._pagina = pagina
        self._context = context
        self.ponto = inicio
        self.onde: Onde | None = None
        theme = context.theme
        self.mapa = MapaView(
            pagina,
            context,
            "Mapa para escolher o lugar: setas movem, Enter marca o centro",
            self,
            estado=_around(pagina, "escolher", inicio),
            fabrica=fabrica,
        )
        self.label = QLabel("Clique no mapa para marcar o lugar.", self)
        self.label.setWordWrap(True)
        self.label.setAccessibleName("Lugar marcado")
        self.centre = QPushButton("Marcar o centro do mapa", self)
        self.centre.setAutoDefault(False)
        self.centre.clicked.connect(self.mapa.pick_centre)
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        row.addWidget(self.label, 1)
        row.addWidget(self.centre)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.mapa, 1)
        column.addLayout(row)
        self.mapa.picked.connect(self._on_picked)
        self.mapa.unavailable.connect(self.centre.hide)
        if inicio is not None:
            self._derive(inicio)

    def put(self, lat: float, lng: float) -> None:
        """Put the pin where something else said; nothing is told, the unit is derived."""
        self.ponto = Ponto(lat, lng)
        self.mapa.put_pin(lat, lng)
        self._derive(self.ponto)

    @Slot(float, float)
    def _on_picked(self, lat: float, lng: float) -> None:
        self.ponto = Ponto(lat, lng)
        self.picked.emit(lat, lng)
        self._derive(self.ponto)

    def _derive(self, ponto: Ponto) -> None:
        self.onde = None
        self.label.setText(graus(ponto.lat, ponto.lng))
        self._context.runner.read(
            self,
            partial(self._pagina.mapa.onde, ponto.lat, ponto.lng),
            partial(self._on_found, ponto),
            partial(self._on_not_found, ponto),
            key="onde",
        )

    def _on_found(self, ponto: Ponto, onde: Onde) -> None:
        self.onde = onde
        self.label.setText(f"{onde.frase}\n{graus(ponto.lat, ponto.lng)}")
        self.placed.emit(ponto.lat, ponto.lng, onde)

    def _on_not_found(self, ponto: Ponto, error: BaseException) -> None:
        sentence = self._context.describe(error).frase
        self.label.setText(f"{graus(ponto.lat, ponto.lng)}\n{sentence}")


class EscolherLugarDialog(Dialog):
    """Choosing a place in a window of its own; shown with ``open``.

    Signals:
        chosen(float, float): latitude and longitude, once.
    """

    chosen = Signal(float, float)

    def __init__(
        self,
        pagina: MapaPagina,
        context: UiContext,
        parent: QWidget,
        *,
        inicio: Ponto | None = None,
        fabrica: Fabrica = motor_de_verdade,
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self.setWindowTitle("Escolher o lugar no mapa")
        self.resize(theme.px(760), theme.px(560))
        self.escolha = EscolhaDeLugar(pagina, context, self, inicio=inicio, fabrica=fabrica)
        self.use = QPushButton("Usar este lugar", self)
        self.use.setProperty("kind", "primary")
        self.use.setEnabled(inicio is not None)
        self.use.clicked.connect(self._on_use)
        cancel = QPushButton("Cancelar", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.escolha.picked.connect(self._on_picked)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(self.escolha, 1)
        column.addLayout(buttons)

    @Slot()
    def _on_use(self) -> None:
        ponto = self.escolha.ponto
        if ponto is not None:
            self.chosen.emit(ponto.lat, ponto.lng)
            self.accept()

    @Slot(float, float)
    def _on_picked(self, _lat: float, _lng: float) -> None:
        self.use.setEnabled(True)


class MapaDaDemanda(MapaView):
    """One place: a pin, the outlines around it, nothing to click.

    Args:
        pagina: ``servicos.mapa``.
        context: the window's common things.
        parent: owner.
    """

    def __init__(
        self,
        pagina: MapaPagina,
        context: UiContext,
        parent: QWidget,
        *,
        fabrica: Fabrica = motor_de_verdade,
    ) -> None:
        super().__init__(
            pagina,
            context,
            "Mapa do lugar da demanda",
            parent,
            estado=Estado(modo="demanda"),
            fabrica=fabrica,
        )

    def show_place(self, lat: float, lng: float) -> None:
        """Put the pin there and go to it."""
        self.put_pin(lat, lng)
        self.go_to(self.pagina.mapa.caixa_do_ponto(lat, lng))


def _around(pagina: MapaPagina, modo: str, ponto: Ponto | None) -> Estado:
    if ponto is None:
        return Estado(modo=modo)
    box = pagina.mapa.caixa_do_ponto(ponto.lat, ponto.lng)
    return Estado(modo=modo, caixa=box, alfinete=ponto)
