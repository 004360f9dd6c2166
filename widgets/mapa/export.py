"""The map as a picture and as a page of its own: asked where, written in a worker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QImage, QImageWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from app.services.mapa_arquivo import exportar_html, gravar_html, gravar_imagem
from app.services.mapa_pagina import MapaPagina
from widgets.runtime.context import UiContext
from widgets.runtime.mapa.cores import cores
from widgets.runtime.mapa.vista_web import MapaView
from widgets.runtime.theme.tokens import LIGHT


class Exporter(QObject):
    """See the module.

    Args:
        pagina: numbers, scripts and styles.
        office: its name, for the page's head.
        mapa: what is exported.
        context: the window's common things.
        parent: the screen.
    """

    def __init__(
        self,
        pagina: MapaPagina,
        office: str,
        mapa: MapaView,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._pagina = pagina
        self._office = office
        self._mapa = mapa
        self._context = context
        self._window = parent

    @Slot()
    def ask_png(self) -> None:
        """Let the person name the picture."""
        self._ask("Gravar a imagem do mapa", "png", "Imagem PNG (*.png)", self.write_png)

    @Slot()
    def ask_html(self) -> None:
        """Let the person name the page."""
        self._ask("Gravar a página do mapa", "html", "Página HTML (*.html)", self.write_html)

    def write_png(self, path: Path) -> None:
        """What stands on the map now, legend and all."""
        image = self._mapa.picture().toImage()
        self._context.runner.read(
            self._window,
            partial(gravar_imagem, partial(_save, image), path),
            self._on_written,
            self._context.report,
        )

    def write_html(self, path: Path) -> None:
        """The view with its demands, for any browser; always in the light colours."""
        vista = self._mapa.vista
        if vista is None:
            self._context.notify("Abra o mapa antes de gravar a página.", "aviso")
            return
        estado = replace(self._mapa.estado, cores=cores(LIGHT), escala=1.0)
        today = self._context.moments.hoje()
        head = (self._office, f"Demandas públicas em {today:%d/%m/%Y}")

        def write() -> Path:
            page = exportar_html(self._pagina.mapa, self._pagina.recursos, vista, estado, head)
            return gravar_html(page, path)

        self._context.runner.read(self._window, write, self._on_written, self._context.report)

    def _on_written(self, path: Path) -> None:
        self._context.notify(f"Mapa gravado em {path.name}.")

    def _ask(self, title: str, ending: str, kinds: str, write: Callable[[Path], None]) -> None:
        dialog = QFileDialog(self._window, title, "", kinds)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.selectFile(f"mapa-{self._context.moments.hoje():%Y-%m-%d}.{ending}")
        dialog.fileSelected.connect(lambda name: write(Path(name)))
        dialog.open()


def _save(image: QImage, path: Path) -> bool:
    return QImageWriter(str(path), b"PNG").write(image)
