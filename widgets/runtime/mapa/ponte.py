"""What the page of the map says to the window, through QWebChannel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from app.services.mapa_vistas import ZOOM_MAXIMO, Caixa, Vista


class Ponte(QObject):
    """The one object that the page knows of the window, under the name ``ponte``.

    Signals:
        moved(Vista): the page shows this now.
        clicked(str): a demand's symbol was clicked.
        opened(str): … twice.
        gathered(Caixa): a group that no zoom takes apart was clicked.
        picked(float, float): the pin was put or dragged there: latitude, longitude.
        drawn(int, int, int): symbols, demands in them, outlines that stand on the page.
        failed(str): what the page could not read.
    """

    moved = Signal(object)
    clicked = Signal(str)
    opened = Signal(str)
    gathered = Signal(object)
    picked = Signal(float, float)
    drawn = Signal(int, int, int)
    failed = Signal(str)

    @Slot(float, float, float, float, int)
    def moveu(self, sul: float, oeste: float, norte: float, leste: float, zoom: int) -> None:
        """The view changed."""
        box = Caixa(sul, oeste, norte, leste)
        self.moved.emit(Vista(box, min(ZOOM_MAXIMO, max(0, zoom))))

    @Slot(str)
    def clicou(self, demanda_id: str) -> None:
        """A symbol was clicked."""
        self.clicked.emit(demanda_id)

    @Slot(str)
    def abriu(self, demanda_id: str) -> None:
        """A symbol was double-clicked."""
        self.opened.emit(demanda_id)

    @Slot(float, float, float, float)
    def juntou(self, sul: float, oeste: float, norte: float, leste: float) -> None:
        """A group at the closest zoom was clicked."""
        self.gathered.emit(Caixa(sul, oeste, norte, leste))

    @Slot(float, float)
    def marcou(self, lat: float, lng: float) -> None:
        """The pin has a place."""
        self.picked.emit(lat, lng)

    @Slot(int, int, int)
    def desenhou(self, simbolos: int, demandas: int, contornos: int) -> None:
        """What was asked for stands on the page."""
        self.drawn.emit(simbolos, demandas, contornos)

    @Slot(str)
    def falhou(self, o_que: str) -> None:
        """A read did not come."""
        self.failed.emit(o_que)
