"""The files of a demand in a row of small pictures; one opens whole.

It reads by itself and follows what is decided: a file that was hidden or removed is gone from it
with the commit, and from the window that has it open. Nothing is kept between two readings, so no small picture outlives its file.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.services.midias import CHANGED, Foto, MidiasService
from app.services.permissoes import Ato
from widgets.runtime.changes_hub import Change
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.galeria.photo_tile import SIDE, PhotoTile
from widgets.runtime.galeria.photo_viewer import PhotoViewer
from widgets.runtime.words import counted

_NONE: Final = "Nenhuma foto ou arquivo veio com esta demanda."
_READING: Final = "Abrindo as fotos…"


class Gallery(QWidget):
    """See the module.

    Args:
        service: reads files.
        context: the window's common things.
        parent: owner.
        ato: what the account must be allowed to, to see what the public does not.

    Signals:
        counted(int): so many files are shown.
    """

    counted = Signal(int)

    def __init__(
        self, service: MidiasService, context: UiContext, parent: QWidget, ato: Ato
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._ato = ato
        self._demanda_id: str | None = None
        self._viewer: PhotoViewer | None = None
        self.fotos: tuple[Foto, ...] = ()
        self.tiles: list[PhotoTile] = []
        self.setAccessibleName("Fotos e arquivos da demanda")
        self.words = QLabel(_NONE, self)
        self.words.setProperty("kind", "secondary")
        self.words.setWordWrap(True)
        self._row = QWidget(self)
        self._flow = FlowLayout(self._row, context.theme.px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(context.theme.px(4))
        column.addWidget(self.words)
        column.addWidget(self._row)
        column.addStretch(1)
        context.hub.changed.connect(self._on_changed)

    def show_demand(self, demanda_id: str | None) -> None:
        """The files of this demand; None: of none."""
        if demanda_id != self._demanda_id:
            if self._viewer is not None:
                self._viewer.reject()
            self._show(())
        self._demanda_id = demanda_id
        if demanda_id is not None:
            self._read()

    def _read(self) -> None:
        demanda_id, service = self._demanda_id, self._service
        if demanda_id is None:
            return
        session = self._context.session
        ator = session.ator(self._ato) if session.pode(self._ato) else None
        if not self.fotos:
            self.words.setText(_READING)

        def shown(fotos: tuple[Foto, ...]) -> None:
            if demanda_id == self._demanda_id:
                self._show(fotos)

        self._context.runner.read(
            self,
            lambda: service.galeria(demanda_id, ator),
            shown,
            self._on_failed,
            key="galeria",
        )

    def _show(self, fotos: tuple[Foto, ...]) -> None:
        focused = next((n for n, one in enumerate(self.tiles) if one.hasFocus()), None)
        for tile in self.tiles:
            self._flow.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        self.fotos = fotos
        if self._viewer is not None:
            self._viewer.follow(fotos)
        self.tiles = []
        side = self._context.theme.px(SIDE)
        for number, foto in enumerate(fotos):
            tile = PhotoTile(foto.titulo, foto.situacao, foto.especie, self._context, self._row)
            tile.setProperty("numero", number)
            tile.clicked.connect(self._on_clicked)
            self._flow.addWidget(tile)
            tile.show()
            self.tiles.append(tile)
            if foto.sha256 is not None and foto.especie == "imagem":
                self._ask(tile, foto, side)
        hidden = sum(not one.is_publica for one in fotos)
        self.words.setText(_told(len(fotos), hidden))
        self._row.setVisible(bool(fotos))
        if focused is not None and focused < len(self.tiles):
            self.tiles[focused].setFocus()
        self.counted.emit(len(fotos))

    def _ask(self, tile: PhotoTile, foto: Foto, side: int) -> None:
        """Its small picture is made in the reader's thread; the tile may be gone by then."""
        service, sha256, mime = self._service, foto.sha256 or "", foto.mime

        def shown(content: bytes) -> None:
            tile.show_picture(content, is_veiled=foto.is_velada)

        self._context.runner.read(
            tile, lambda: service.miniatura(sha256, mime, side), shown, lambda _error: None
        )

    def _on_failed(self, error: BaseException) -> None:
        self.words.setText(self._context.describe(error).frase)

    @Slot()
    def _on_clicked(self) -> None:
        number = self.sender().property("numero")
        if isinstance(number, int) and number < len(self.fotos):
            viewer = PhotoViewer(self._service, self.fotos, number, self._context, self)
            viewer.finished.connect(self._on_closed)
            self._viewer = viewer
            viewer.open()

    @Slot()
    def _on_closed(self) -> None:
        self._viewer = None

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        if CHANGED & change.what:
            self._read()


def _told(count: int, hidden: int) -> str:
    if not count:
        return _NONE
    words = counted(count, "foto ou arquivo", "fotos e arquivos")
    if not hidden:
        return f"{words}."
    return f"{words}; {counted(hidden, 'não aparece', 'não aparecem')} para o público."
