"""A file as a small picture with its words: a button, so that keys and screen readers reach it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QToolButton, QWidget

from widgets.runtime.context import UiContext

SIDE: Final = 96
_AROUND: Final = 10
_VEIL: Final = 8
_SIGNS: Final = {"imagem": "▣", "audio": "♪", "documento": "▤", "texto": "≡"}


class PhotoTile(QToolButton):
    """See the module. It has its whole size from the start, whenever its picture comes.

    Args:
        title: shown under the picture, and read.
        state: read after the title, and shown as tip.
        especie: whose sign stands there until a picture comes.
        context: the window's common things.
        parent: owner.
    """

    def __init__(
        self, title: str, state: str, especie: str | None, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        theme = context.theme
        self._side = theme.px(SIDE)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(self._side, self._side))
        self.setText(title)
        self.setAccessibleName(f"{title}. {state}." if state else title)
        self.setToolTip(state)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        words = QFontMetrics(self.font())
        around = theme.px(_AROUND)
        self.setFixedSize(
            max(self._side, words.horizontalAdvance(title)) + 2 * around,
            self._side + words.height() + 2 * around,
        )
        self.has_picture = False
        self.setIcon(QIcon(self._sign(_SIGNS.get(especie or "", "?"))))

    def show_picture(self, content: bytes, *, is_veiled: bool = False) -> None:
        """The small picture; veiled, only its colours.

        Args:
            content: a small JPEG.
            is_veiled: it was flagged or held back.
        """
        pixmap = QPixmap()
        if not pixmap.loadFromData(content):
            return
        if is_veiled:
            smooth = Qt.TransformationMode.SmoothTransformation
            pixmap = pixmap.scaledToWidth(_VEIL, smooth).scaled(pixmap.size(), mode=smooth)
        self.has_picture = True
        self.setIcon(QIcon(pixmap))

    def _sign(self, sign: str) -> QPixmap:
        pixmap = QPixmap(self._side, self._side)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        font = self.font()
        font.setPixelSize(self._side // 2)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.ButtonText))
        painter.drawText(
            QRect(0, 0, self._side, self._side), int(Qt.AlignmentFlag.AlignCenter), sign
        )
        painter.end()
        return pixmap
