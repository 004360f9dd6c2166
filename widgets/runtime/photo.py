"""A picture that came with a demand: blurred until somebody asks to see it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from widgets.runtime.context import UiContext

_BLUR_PX: Final = 14
"""Width to which a picture is brought down before it is shown again: shapes go, colours stay."""
_HEIGHT_PX: Final = 240


def blurred(image: QImage) -> QImage:
    """The picture without what can be recognised."""
    small = image.scaledToWidth(_BLUR_PX, Qt.TransformationMode.SmoothTransformation)
    return small.scaled(
        image.size(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


class Photo(QWidget):
    """One picture and the button that shows it."""

    def __init__(self, content: bytes, place: int, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._image = QImage.fromData(content)
        self._context = context
        self._place = place
        self.is_shown = False
        self.picture = QLabel(self)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.toggle = QPushButton(self)
        self.toggle.clicked.connect(self.flip)
        # Held down by mouse or space bar; let go, the picture is blurred again.
        self.peek = QPushButton("Espiar (segure)", self)
        self.peek.setAccessibleName(f"Espiar imagem {place} enquanto segura")
        self.peek.pressed.connect(self._on_peek)
        self.peek.released.connect(self._show)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(context.theme.px(4))
        column.addWidget(self.picture)
        buttons = QHBoxLayout()
        buttons.addWidget(self.toggle)
        buttons.addWidget(self.peek)
        buttons.addStretch(1)
        column.addLayout(buttons)
        self._show()

    @property
    def is_readable(self) -> bool:
        """Whether it is a picture that can be drawn."""
        return not self._image.isNull()

    @Slot()
    def flip(self) -> None:
        """Show it, or hide it again."""
        self.is_shown = not self.is_shown
        self._show()

    @Slot()
    def _on_peek(self) -> None:
        if not self.is_shown:
            self._draw(is_clear=True)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the width."""
        super().resizeEvent(event)
        self._show()

    @Slot()
    def _show(self) -> None:
        self._draw(is_clear=self.is_shown)

    def _draw(self, *, is_clear: bool) -> None:
        name = f"Imagem {self._place}"
        if not self.is_readable:
            self.picture.setText(f"{name}: não pode ser mostrada aqui.")
            self.toggle.hide()
            self.peek.hide()
            return
        shown = self._image if is_clear else blurred(self._image)
        room = QSize(max(self.width(), 1), self._context.theme.px(_HEIGHT_PX))
        fitted = shown.scaled(
            room,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        self.picture.setPixmap(QPixmap.fromImage(fitted))
        self.picture.setFixedHeight(fitted.height())
        state = "à vista" if is_clear else "borrada até que alguém peça"
        self.picture.setAccessibleName(f"{name}, {state}")
        self.peek.setVisible(not self.is_shown)
        self.toggle.setText(f"Borrar imagem {self._place}" if self.is_shown else f"Mostrar {name}")
