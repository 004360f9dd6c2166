"""Photos and files of a form: dragged in, pasted or chosen, each to be taken out again.

A pick is cleaned in a process of its own and stored, off the thread that paints and beside the one
that writes; the form goes on being typed in and saved meanwhile. What is refused says why, under the field, and keeps all the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QMimeData, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.midias import (
    MAX_POR_DEMANDA,
    Entrada,
    MidiaGuardada,
    MidiasService,
    Recebidas,
    too_many,
)
from app.services.permissoes import Ato
from app.services.progresso import Cancelled
from widgets.runtime.context import UiContext
from widgets.runtime.field import Field
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.galeria.photo_tile import SIDE, PhotoTile
from widgets.runtime.words import counted

_HINT: Final = (
    "Arraste para cá, cole (Ctrl+V) ou escolha. A localização escondida nas fotos é apagada."
)
_FILTER: Final = (
    "Fotos, gravações e documentos (*.jpg *.jpeg *.png *.webp *.heic *.heif *.tif *.tiff *.gif "
    "*.wav *.mp3 *.ogg *.opus *.m4a *.flac *.pdf *.txt);;Todos os arquivos (*)"
)
_PASTED: Final = "imagem colada"

Progresso = Callable[[int, int], object]
Recebe = Callable[[Sequence[Entrada], Sequence[MidiaGuardada], Progresso | None], Recebidas]
Receber = Callable[[], Recebe]
"""Asked in the thread that paints, whose form and whose act it is; what it gives works in another."""


class PhotoSection(QWidget):
    """See the module.

    Args:
        service: cleans and stores.
        context: the window's common things.
        parent: the form.
        receber: gives what takes a pick (what was picked, what is there already, whom to tell of
            progress); None takes it for a registration at the counter.

    Signals:
        edited: other files than before.
    """

    edited = Signal()

    def __init__(
        self,
        service: MidiasService,
        context: UiContext,
        parent: QWidget,
        receber: Receber | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._receber = receber or self._at_the_counter
        self._generation = 0
        self._running = 0
        self._waiting: tuple[Callable[[], object], Callable[[], object]] | None = None
        self.midias: tuple[MidiaGuardada, ...] = ()
        self.tiles: list[PhotoTile] = []
        theme = context.theme
        self.frame = QFrame(self)
        self.frame.setProperty("kind", "card")
        self.choose = QPushButton("Adicionar fotos ou arquivos…", self.frame)
        self.choose.clicked.connect(self._on_choose)
        self.paste = QPushButton("Colar imagem", self.frame)
        self.paste.clicked.connect(self.paste_clipboard)
        self.busy = QLabel(self.frame)
        self.busy.setProperty("kind", "secondary")
        self.busy.setWordWrap(True)
        self.busy.hide()
        buttons = QWidget(self.frame)
        flow = FlowLayout(buttons, theme.px(8))
        flow.addWidget(self.choose)
        flow.addWidget(self.paste)
        self._row = QWidget(self.frame)
        self._flow = FlowLayout(self._row, theme.px(8))
        self._row.hide()
        inside = QVBoxLayout(self.frame)
        inside.setContentsMargins(theme.px(8), theme.px(8), theme.px(8), theme.px(8))
        inside.setSpacing(theme.px(8))
        inside.addWidget(buttons)
        inside.addWidget(self.busy)
        inside.addWidget(self._row)
        self.field = Field("Fotos e arquivos", self.frame, theme, self, _HINT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.field)
        self.setAcceptDrops(True)

    def show_media(self, midias: Sequence[MidiaGuardada]) -> None:
        """Show these, without telling that they were chosen."""
        self._generation += 1
        self._running = 0
        self._waiting = None
        self.busy.hide()
        self.midias = tuple(midias)
        self._fill()

    def when_ready(self, then: Callable[[], object], stopped: Callable[[], object]) -> None:
        """Call when no file is being prepared any more.

        Args:
            then: everything that was chosen is in the list, or nothing was being prepared.
            stopped: something was refused meanwhile: the person should see it first.
        """
        if self._running:
            self._waiting = (then, stopped)
        else:
            then()

    def takes(self, data: QMimeData) -> bool:
        """There is a picture or a file in what is dragged or pasted."""
        return data.hasImage() or any(url.isLocalFile() for url in data.urls())

    def take(self, data: QMimeData) -> None:
        """Take the pictures or files out of what was dropped or pasted."""
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths:
            self.add(paths)
        elif data.hasImage():
            self._take_image(data)

    def add(self, entradas: Sequence[Entrada]) -> None:
        """Clean, store and show a pick of files."""
        have = self.midias
        take = self._receber()
        generation = self._generation
        picked = tuple(entradas)
        self._running += 1
        self.field.say("")
        self.busy.setText(f"Preparando {counted(len(picked), 'arquivo', 'arquivos')}…")
        self.busy.show()

        def work(progress: object) -> Recebidas:
            tell = progress if callable(progress) else None
            return take(picked, have, tell)

        def done(found: Recebidas) -> None:
            if generation == self._generation:
                self._ended(is_whole=self._on_taken(found))

        def failed(error: BaseException) -> None:
            if generation == self._generation:
                self._on_failed(error)
                self._ended(is_whole=False)

        # Beside the writer: a draft is saved meanwhile, and nothing is written to the database.
        self._context.runner.long(self, work, done, self._on_progress, failed)

    def _at_the_counter(self) -> Recebe:
        service, ator = self._service, self._context.session.ator(Ato.REGISTRAR)

        def take(
            picked: Sequence[Entrada], have: Sequence[MidiaGuardada], tell: Progresso | None
        ) -> Recebidas:
            return service.receber(picked, ator, ja=have, progresso=tell)

        return take

    @Slot()
    def paste_clipboard(self) -> None:
        """Take what is in the clipboard."""
        data = QGuiApplication.clipboard().mimeData()
        if self.takes(data):
            self.take(data)
        else:
            self.field.say("Não há imagem nem arquivo copiado. Copie a imagem e cole de novo.")

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Pictures and files may be dropped here."""
        if self.takes(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        """Take them; the files stay where they were."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.take(event.mimeData())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+V anywhere in the section."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_clipboard()
            return
        super().keyPressEvent(event)

    # -- inside ----------------------------------------------------------------------------

    def _take_image(self, data: QMimeData) -> None:
        for mime in ("image/png", "image/jpeg", "image/webp"):
            if data.hasFormat(mime):
                self.add([(_PASTED, bytes(data.data(mime).data()))])
                return
        image = data.imageData()
        if isinstance(image, QImage) and not image.isNull():
            buffer = QBuffer(self)
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            image.save(buffer, "JPG", 92)  # type: ignore[call-overload] # the stubs want bytes, Qt takes a name
            self.add([(_PASTED, bytes(buffer.data().data()))])
            buffer.deleteLater()

    def _ended(self, *, is_whole: bool) -> None:
        self._running -= 1
        self.busy.setVisible(self._running > 0)
        if self._waiting is None or (self._running and is_whole):
            return
        then, stopped = self._waiting
        self._waiting = None
        (then if is_whole else stopped)()

    def _on_progress(self, done: int, total: int) -> None:
        self.busy.setText(f"Preparando {done + 1} de {counted(total, 'arquivo', 'arquivos')}…")

    def _on_taken(self, found: Recebidas) -> bool:
        """Show what was taken and say what was not; True where nothing was refused."""
        known = {text for one in self.midias for text in (one.hash_origem, one.sha256)}
        fresh = tuple(one for one in found.guardadas if not known & {one.hash_origem, one.sha256})
        room = MAX_POR_DEMANDA - len(self.midias)
        self.midias += fresh[:room]
        refused = [
            *found.recusas,
            # Two picks at once were each told that there was room.
            *((one.nome, too_many()) for one in fresh[room:]),
        ]
        self.field.say(
            " ".join(
                f"{label or 'Arquivo'}: {self._context.describe(refusal).frase}"
                for label, refusal in refused
            )
        )
        if fresh:
            self._fill()
            self.edited.emit()
        return not refused

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            return
        fault = self._context.describe(error)
        if fault.is_bug:
            self._context.report(error)
        else:
            self.field.say(fault.frase)

    def _fill(self) -> None:
        for tile in self.tiles:
            self._flow.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        self.tiles = []
        side = self._context.theme.px(SIDE)
        for number, one in enumerate(self.midias):
            title = f"{number + 1}. Tirar"
            state = f"Tirar da lista: {one.nome or 'arquivo'}"
            tile = PhotoTile(title, state, one.especie, self._context, self._row)
            tile.setAccessibleName(state)
            tile.setProperty("numero", number)
            tile.clicked.connect(self._on_remove)
            self._flow.addWidget(tile)
            tile.show()
            self.tiles.append(tile)
            if one.especie == "imagem":
                self._ask(tile, one, side)
        self._row.setVisible(bool(self.midias))
        self.choose.setEnabled(len(self.midias) < MAX_POR_DEMANDA)

    def _ask(self, tile: PhotoTile, one: MidiaGuardada, side: int) -> None:
        service = self._service

        def missing(error: BaseException) -> None:
            self.field.say(f"{one.nome or 'Arquivo'}: {self._context.describe(error).frase}")

        self._context.runner.read(
            tile,
            lambda: service.miniatura(one.sha256, one.mime, side),
            tile.show_picture,
            missing,
        )

    @Slot()
    def _on_choose(self) -> None:
        chooser = QFileDialog(self, "Fotos e arquivos", "", _FILTER)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.filesSelected.connect(self._on_chosen)
        chooser.open()

    @Slot(list)
    def _on_chosen(self, names: list[str]) -> None:
        self.add([Path(name) for name in names])

    @Slot()
    def _on_remove(self) -> None:
        number = self.sender().property("numero")
        if not isinstance(number, int) or number >= len(self.midias):
            return
        self.midias = (*self.midias[:number], *self.midias[number + 1 :])
        self._fill()
        target = self.tiles[min(number, len(self.tiles) - 1)] if self.tiles else self.choose
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edited.emit()
