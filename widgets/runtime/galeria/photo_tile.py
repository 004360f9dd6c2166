"""A file as a small picture with its words: a button, so that keys and screen readers reach it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.runtime.context import UiContext

SIDE: Final = 96
_VEIL: Final = 8
_SIGNS: Final = {"imagem": "▣", "audio": "♪", "documento": "▤", "texto": "≡"}


class PhotoTile(QToolButton):
    """See the module.

    Args:
        title: shown under the picture, and read.
        state: read after the title, and shown as tip.
        especie: what stands there until a picture comes.
        context: the window's common things.
        parent: owner.
    """

    def __init__(
        self, title: str, state: str, especie: str | None, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._side = context.theme.px(SIDE)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(self._side, self._side))
        self.setText(f"{_SIGNS.get(especie or '', '?')} {title}")
        self.setAccessibleName(f"{title}. {state}." if state else title)
        self.setToolTip(state)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_picture(self, content: bytes, *, is_veiled: bool = False) -> None:
        """The small picture; veiled, only its colours.

        Args:
            content: a small JPEG.
            is_veiled: it was not approved by anybody.
        """
        pixmap = QPixmap()
        if not pixmap.loadFromData(content):
            return
        if is_veiled:
            smooth = Qt.TransformationMode.SmoothTransformation
            pixmap = pixmap.scaledToWidth(_VEIL, smooth).scaled(pixmap.size(), mode=smooth)
        self.setIcon(QIcon(pixmap))
