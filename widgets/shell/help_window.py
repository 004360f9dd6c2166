"""The manual inside the program: F1 opens the page of the screen; links between pages are followed.

Pages are Markdown in ``resources/manual``; nothing is ever fetched from elsewhere, and a link that
leads out of the folder is shown as text of where it leads.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTextBrowser, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.manual import Manual
from widgets.runtime.dialog import Dialog
from widgets.runtime.theme.theme import Theme

INDEX = "indice"


class _Pages(QTextBrowser):
    """Loads what lies in the manual's folder, and only that."""

    def __init__(self, folder: Path, width_px: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._folder = folder.resolve()
        self._width_px = width_px
        self.setSearchPaths([str(self._folder)])
        self.setOpenExternalLinks(False)
        self.setOpenLinks(False)
        self.setAccessibleName("Página do manual")

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Pictures, scaled to the page; never a file from elsewhere."""
        address = name.toString() if isinstance(name, QUrl) else name
        path = (self._folder / QUrl(address).path()).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return None
        if type == QTextDocument.ResourceType.ImageResource.value:
            image = QImage(str(path))
            if image.width() > self._width_px:
                return image.scaledToWidth(
                    self._width_px, Qt.TransformationMode.SmoothTransformation
                )
            return image
        return None


class HelpWindow(Dialog):
    """Shows one page at a time.

    Args:
        manual: pages and pictures.
        theme: fonts and spaces.
        parent: the window.
    """

    def __init__(self, manual: Manual, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._read = manual.pagina
        self.page = ""
        self.setWindowTitle("Manual")
        self.resize(theme.px(760), theme.px(640))
        room = theme.px(680)
        if parent is not None:
            room = min(room, parent.window().width() - theme.px(110))
        self.text = _Pages(manual.pasta, room, self)
        self.text.setFont(theme.font())
        self.text.anchorClicked.connect(self._on_link)
        index = QPushButton("Todas as páginas", self)
        index.setAutoDefault(False)
        index.clicked.connect(self._on_index)
        close = QPushButton("Fechar", self)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(index)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(self.text, 1)
        column.addLayout(buttons)
        self.text.setFocus()

    def show_page(self, page: str) -> None:
        """Show a page; the index where the page is missing."""
        try:
            source = self._read(page)
        except (FileNotFoundError, ValueError):
            page = INDEX
            source = self._read(INDEX)
        self.page = page
        self.text.document().setMarkdown(source)
        heading = source.lstrip().partition("\n")[0].lstrip("# ").strip()
        self.setWindowTitle(f"{heading} · Manual")
        self.text.verticalScrollBar().setValue(0)

    @Slot(QUrl)
    def _on_link(self, link: QUrl) -> None:
        name = Path(link.path()).name
        if not link.scheme() and name.endswith(".md"):
            self.show_page(name.removesuffix(".md"))
        elif not link.path() and link.hasFragment():
            self.text.scrollToAnchor(link.fragment())

    @Slot()
    def _on_index(self) -> None:
        self.show_page(INDEX)
