"""Icons: one SVG family, tinted with the palette, sharp at every scale."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QObject, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from widgets.runtime.theme.theme import Theme

_SIZES_PX: Final = (16, 20, 24, 32, 40, 48, 64)


class Icons(QObject):
    """Draws icons by name in the colours in force.

    Args:
        read_svg: name -> SVG source whose strokes are ``currentColor``.
        theme: whose colours; the cache empties when they change.
        parent: owner.
    """

    def __init__(self, read_svg: Callable[[str], bytes], theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._read_svg = read_svg
        self._theme = theme
        self._cache: dict[tuple[str, str], QIcon] = {}
        theme.changed.connect(self._on_theme_changed)

    def icon(self, name: str, tone: str = "text") -> QIcon:
        """The icon ``name`` in the token ``tone`` (``text``, ``secondary``, ``accent`` …)."""
        colour: str = getattr(self._theme.tokens, tone)
        found = self._cache.get((name, colour))
        if found is None:
            found = self._cache[name, colour] = self._draw(name, colour)
        return found

    @Slot()
    def _on_theme_changed(self) -> None:
        self._cache.clear()

    def _draw(self, name: str, colour: str) -> QIcon:
        icon = QIcon()
        modes = {QIcon.Mode.Normal: colour, QIcon.Mode.Disabled: self._theme.tokens.border}
        for mode, tint in modes.items():
            svg = self._read_svg(name).replace(b"currentColor", tint.encode())
            # Python's alone, gone with this call: a parent and deleteLater leave two owners, and
            # the later of them frees what the first has freed.
            renderer = QSvgRenderer(QByteArray(svg))
            for size in _SIZES_PX:
                pixmap = QPixmap(QSize(size, size))
                pixmap.fill(Qt.GlobalColor.transparent)
                painter = QPainter(pixmap)
                renderer.render(painter, QRectF(0, 0, size, size))
                painter.end()
                icon.addPixmap(pixmap, mode)
        return icon
