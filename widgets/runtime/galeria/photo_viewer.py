"""One file whole: a picture can be turned and enlarged, for the eye alone; nothing is changed.

Recordings, documents and texts are saved as a copy, under a name of the program's. A file that
nobody has approved is shown veiled until it is asked for; one that is blocked or removed while it
is open goes from the screen at once, with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPixmap, QTransform, QWheelEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGraphicsPixmapItem,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.midias import Foto, MidiasService
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog
from widgets.runtime.flow_layout import FlowLayout

_STEP: Final = 1.25
_MAX: Final = 8.0
_MIN: Final = 0.02
_VEIL_PX: Final = 24
_SIZE: Final = (860, 620)
_GONE: Final = "Este arquivo não está mais nesta demanda"
_CLOSED: Final = "Isto foi decidido agora; a imagem foi fechada."


class PhotoViewer(Dialog):
    """See the module.

    Keys: ``+`` ``-`` enlarge and shrink, ``0`` fits, ``R`` and ``Shift+R`` turn, the arrows go to
    the next and the last one.

    Args:
        service: reads files.
        fotos: all that the gallery shows.
        at: which one first.
        context: the window's common things.
        parent: over which window.
    """

    def __init__(
        self,
        service: MidiasService,
        fotos: Sequence[Foto],
        at: int,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._fotos = tuple(fotos)
        self._at = at
        self._turn = 0
        self._is_fitted = True
        self._image: QImage | None = None
        theme = context.theme
        self.setWindowTitle("Foto ou arquivo")
        self.caption = QLabel(self)
        self.caption.setWordWrap(True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self._scene = QGraphicsScene(self)
        self._item = QGraphicsPixmapItem()
        self._scene.addItem(self._item)
        self.view = QGraphicsView(self._scene, self)
        self.view.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.view.setRenderHints(
            QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing
        )
        self.view.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.view.setMinimumHeight(theme.px(160))
        self.view.installEventFilter(self)
        self.view.viewport().installEventFilter(self)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setProperty("kind", "secondary")
        self.reveal = self._button("Mostrar sem o véu", self._on_reveal)
        self.before = self._button("‹ Anterior", self._on_before)
        self.after = self._button("Próxima ›", self._on_after)
        self.larger = self._button("Aumentar (+)", self._on_larger)
        self.smaller = self._button("Diminuir (−)", self._on_smaller)
        self.fit = self._button("Inteira (0)", self._on_fit)
        self.right = self._button("Girar à direita (R)", self._on_right)
        self.left = self._button("Girar à esquerda", self._on_left)
        self.save = self._button("Salvar uma cópia…", self._on_save)
        close = self._button("Fechar", self.reject)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, theme.px(8))
        for one in (
            self.reveal, self.before, self.after, self.larger, self.smaller, self.fit,
            self.right, self.left, self.save, close,
        ):  # fmt: skip
            flow.addWidget(one)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(8))
        column.addWidget(self.caption)
        column.addWidget(self.view, 1)
        column.addWidget(self.words)
        column.addWidget(buttons)
        self.resize(theme.px(_SIZE[0]), theme.px(_SIZE[1]))
        self._show(at)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def foto(self) -> Foto:
        """Which file is shown."""
        return self._fotos[self._at]

    def follow(self, fotos: Sequence[Foto]) -> None:
        """What the gallery read anew: what is shown obeys what was decided meanwhile.

        Args:
            fotos: of the same demand, as they are now.
        """
        before = self.foto
        now = {one.anexo_id: one for one in fotos}
        # One that is not told of any more is as good as removed.
        self._fotos = tuple(
            now.get(one.anexo_id, replace(one, situacao=_GONE, sha256=None, is_publica=False))
            for one in self._fotos
        )
        foto = self.foto
        if foto == before:
            return
        self._tell(foto)
        if foto.sha256 != before.sha256 or foto.is_publica < before.is_publica:
            self._close_picture(foto)

    def _close_picture(self, foto: Foto) -> None:
        """Nothing of it is left on the screen; who may see it can ask for it again, veiled."""
        self._image = None
        self._item.setPixmap(QPixmap())
        self.view.hide()
        self.words.setText(f"{foto.situacao}. {_CLOSED}")
        self.words.show()
        self.save.setEnabled(foto.sha256 is not None)
        for one in (self.larger, self.smaller, self.fit, self.right, self.left):
            one.setEnabled(False)
        self.reveal.setVisible(foto.sha256 is not None and foto.especie == "imagem")
        self._context.notify(self.words.text(), "aviso")

    @property
    def rotation(self) -> int:
        """How far the picture is turned for the eye, degrees clockwise."""
        return self._turn

    @property
    def zoom(self) -> float:
        """How much it is enlarged, 1: pixel for pixel."""
        matrix = self.view.transform()
        return float((matrix.m11() ** 2 + matrix.m12() ** 2) ** 0.5)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys and the wheel act on the picture, whatever the view would do with them."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._pressed(event)
        if event.type() == QEvent.Type.Wheel and isinstance(event, QWheelEvent):
            self._scale(_STEP if event.angleDelta().y() > 0 else 1 / _STEP)
            return True
        return super().eventFilter(watched, event)

    def _pressed(self, event: QKeyEvent) -> bool:
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        acts = {
            Qt.Key.Key_Plus: self._on_larger,
            Qt.Key.Key_Equal: self._on_larger,
            Qt.Key.Key_Minus: self._on_smaller,
            Qt.Key.Key_0: self._on_fit,
            Qt.Key.Key_R: self._on_left if is_shifted else self._on_right,
            Qt.Key.Key_Left: self._on_before,
            Qt.Key.Key_Right: self._on_after,
        }
        act = acts.get(Qt.Key(event.key()))
        if act is None:
            return False
        act()
        return True

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    # -- showing ---------------------------------------------------------------------------

    def _tell(self, foto: Foto) -> None:
        self.caption.setText(f"{foto.titulo} de {len(self._fotos)}. {foto.situacao}.")
        self.view.setAccessibleName(f"{foto.titulo}, {foto.situacao}")

    def _show(self, at: int) -> None:
        self._at, self._turn, self._is_fitted, self._image = at, 0, True, None
        foto = self.foto
        self._tell(foto)
        self.before.setEnabled(at > 0)
        self.after.setEnabled(at + 1 < len(self._fotos))
        self.save.setEnabled(foto.sha256 is not None)
        self._item.setPixmap(QPixmap())
        is_picture = foto.sha256 is not None and foto.especie == "imagem"
        self.view.setVisible(is_picture)
        for one in (self.larger, self.smaller, self.fit, self.right, self.left):
            one.setEnabled(is_picture)
        self.reveal.setVisible(is_picture and foto.is_velada)
        self.words.setText("Abrindo…" if is_picture else _without_picture(foto))
        self.words.show()
        if is_picture:
            sha256 = foto.sha256 or ""
            self._context.runner.read(
                self,
                lambda: self._service.ler(sha256),
                partial(self._on_read, foto),
                self._on_failed,
                key="foto",
            )

    def _on_read(self, foto: Foto, content: bytes) -> None:
        if foto != self.foto:
            return  # decided on while it was read
        # The stored pictures are at most 4,096 pixels a side: decoding one is no more than a blink.
        image = QImage.fromData(content)
        if image.isNull():
            self.words.setText("A imagem não pôde ser aberta.")
            return
        self._image = image
        self.words.hide()
        self._draw(is_veiled=self.foto.is_velada)

    def _on_failed(self, error: BaseException) -> None:
        self.words.setText(self._context.describe(error).frase)

    def _draw(self, *, is_veiled: bool) -> None:
        if self._image is None:
            return
        image = self._image
        if is_veiled:
            small = image.scaledToWidth(_VEIL_PX, Qt.TransformationMode.SmoothTransformation)
            image = small.scaled(image.size(), mode=Qt.TransformationMode.SmoothTransformation)
        self._item.setPixmap(QPixmap.fromImage(image))
        self._scene.setSceneRect(self._item.boundingRect())
        self._on_fit()

    def _apply(self, scale: float) -> None:
        bounded = min(max(scale, _MIN), _MAX)
        self.view.setTransform(QTransform().rotate(self._turn).scale(bounded, bounded))

    def _scale(self, by: float) -> None:
        self._is_fitted = False
        self._apply(self.zoom * by)

    def _rotate(self, degrees: int) -> None:
        self._turn = (self._turn + degrees) % 360
        if self._is_fitted:
            self._on_fit()
        else:
            self._apply(self.zoom)

    # -- slots -----------------------------------------------------------------------------

    @Slot()
    def _on_reveal(self) -> None:
        if self._image is None:
            self._show(self._at)
            return
        self.reveal.hide()
        self._draw(is_veiled=False)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_before(self) -> None:
        if self._at > 0:
            self._show(self._at - 1)

    @Slot()
    def _on_after(self) -> None:
        if self._at + 1 < len(self._fotos):
            self._show(self._at + 1)

    @Slot()
    def _on_larger(self) -> None:
        self._scale(_STEP)

    @Slot()
    def _on_smaller(self) -> None:
        self._scale(1 / _STEP)

    @Slot()
    def _on_fit(self) -> None:
        self._is_fitted = True
        size = self._item.boundingRect().size()
        if size.isEmpty():
            return
        turned = size.transposed() if self._turn % 180 else size
        room = self.view.viewport().size()
        self._apply(min(room.width() / turned.width(), room.height() / turned.height(), 1.0) * 0.98)

    @Slot()
    def _on_right(self) -> None:
        self._rotate(90)

    @Slot()
    def _on_left(self) -> None:
        self._rotate(-90)

    @Slot()
    def _on_save(self) -> None:
        chooser = QFileDialog(self, "Salvar uma cópia")
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.selectFile(self._service.nome_de_copia(self.foto))
        chooser.fileSelected.connect(self._on_chosen)
        chooser.open()

    @Slot(str)
    def _on_chosen(self, name: str) -> None:
        foto, service = self.foto, self._service
        if foto.sha256 is None:
            return
        sha256 = foto.sha256
        self._context.runner.write(
            self,
            lambda: service.copiar(sha256, Path(name)),
            lambda _done: self._context.notify(f"Cópia salva em {name}"),
        )


def _without_picture(foto: Foto) -> str:
    if foto.sha256 is None:
        return "Este arquivo não pode ser visto aqui."
    if foto.especie is None:
        return "O arquivo ainda não foi examinado."
    return "O programa não mostra este tipo de arquivo. Salve uma cópia para abri-lo em outro."
