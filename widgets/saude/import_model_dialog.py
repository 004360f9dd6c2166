"""Taking a local model in: its folder, its licence where the folder does not state one; then progress.

The former model stays in use until the new one is whole and has answered a question. Esc while it
copies asks it to stop; the dialog stays and says what came of it. Source: design.md 10.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.falhas import is_cancellation
from app.services.modelos_ia import ModeloImportado, ModelosService
from app.services.permissoes import Ato
from app.services.progresso import Progress
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog, foot, mark_search
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.screen import Screen
from widgets.runtime.words import size
from widgets.saude.list_page import ListPage

CHANGED: Final = frozenset({"avisos"})
_INTRO: Final = (
    "Escolha a pasta do modelo, como foi baixada. O que ele faz está escrito na própria pasta; o "
    "programa copia os arquivos que conhece, anota a soma de cada um e faz uma pergunta de prova. "
    "O modelo anterior da mesma tarefa vale até o novo responder."
)
_WIDTH: Final = 540


class ImportModelDialog(Dialog):
    """See the module; shown with ``open``.

    Signals:
        imported(ModeloImportado): it is in use from now on.
    """

    imported = Signal(object)

    def __init__(self, service: ModelosService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self.chosen: Path | None = None
        theme = context.theme
        self.setWindowTitle("Importar modelo")
        self.resize(theme.px(_WIDTH), theme.px(360))
        title = QLabel("Importar modelo", self)
        title.setFont(theme.font(2))
        intro = QLabel(_INTRO, self)
        intro.setProperty("kind", "secondary")
        self.folder = QLineEdit(self)
        self.folder.setReadOnly(True)
        self.folder.setAccessibleName("Pasta do modelo")
        self.folder.setPlaceholderText("Nenhuma pasta escolhida")
        self.pick = self._button("Escolher pasta…", self._ask)
        # Typed again in a moment: closing the dialog need not ask about it.
        self.licence = mark_search(QLineEdit(self))
        self.licence.setPlaceholderText("a que o README da pasta diz, se ficar vazio")
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        self.done_words = QLabel(self)
        self.done_words.hide()
        for label in (intro, self.error, self.done_words):
            label.setWordWrap(True)
        self.progress = ProgressStrip(context, self)
        self.act = self._button("Importar", self._on_act)
        self.act.setProperty("kind", "primary")
        self.keep = self._button("Fechar sem importar", self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        column.addWidget(title)
        column.addWidget(intro)
        place = QLabel("&Pasta do modelo", self)
        place.setBuddy(self.pick)
        column.addWidget(place)
        which = QHBoxLayout()
        which.addWidget(self.folder, 1)
        which.addWidget(self.pick)
        column.addLayout(which)
        label = QLabel("&Licença", self)
        label.setBuddy(self.licence)
        self.licence.setAccessibleName("Licença do modelo, se a pasta não a diz")
        column.addWidget(label)
        column.addWidget(self.licence)
        column.addStretch(1)
        for widget in (self.error, self.done_words, self.progress):
            column.addWidget(widget)
        column.addLayout(foot(self.act, self.keep))

    def set_folder(self, folder: Path) -> None:
        """Which one."""
        self.chosen = folder
        self.folder.setText(str(folder))
        self.error.hide()

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(slot)
        return button

    @Slot()
    def _ask(self) -> None:
        ask_folder(self, "Pasta do modelo", self.set_folder)

    @Slot()
    def _on_act(self) -> None:
        if self.progress.is_busy:
            return
        ator, folder = self._context.session.ator(Ato.MODELOS), self.chosen
        licence, service = self.licence.text(), self._service
        self.error.hide()
        self._set_free(is_free=False)

        def work(progress: Progress) -> ModeloImportado:
            # In megabytes: a bar counts no further than two thousand million.
            def told(done: int, total: int) -> None:
                progress(done >> 20, total >> 20)

            return service.importar(folder, ator, licenca=licence, progress=told)

        self.progress.run(
            "Copiando e somando: MB", self, work, self._on_done, self._on_failed, changed=CHANGED
        )

    def _on_done(self, made: ModeloImportado) -> None:
        self.progress.finish()
        words = [
            f"Importado para {made.tarefa}: {made.modelo}",
            f"Licença {made.licenca}, {size(made.bytes)}",
            "Respondeu à pergunta de prova. Está em uso a partir de agora."
            if made.is_provado
            else "Não foi provado: falta instalar o extra ia neste computador.",
        ]
        self.done_words.setText("\n".join(words))
        self.done_words.show()
        self.act.hide()
        self.keep.setText("Fechar")
        self.keep.setEnabled(True)
        self.keep.setFocus()
        self.imported.emit(made)

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self._set_free(is_free=True)
        if is_cancellation(error):
            self._say("Importação cancelada. Nada mudou.")
        else:
            self._say(self._context.describe(error).frase)

    def _set_free(self, *, is_free: bool) -> None:
        for widget in (self.pick, self.licence, self.act, self.keep):
            widget.setEnabled(is_free)

    def _say(self, sentence: str) -> None:
        self.error.setText(sentence)
        self.error.show()

    @override
    @Slot()
    def reject(self) -> None:
        """While it copies, Esc asks it to stop."""
        if self.progress.is_busy:
            self.progress.cancel_button.click()
            return
        super().reject()


def offer_import(
    page: ListPage, service: ModelosService, screen: Screen, can_act: bool
) -> QPushButton:
    """The button below the list of models; there for whoever may import one."""
    button = page.add_button("Importar modelo…")
    button.setEnabled(can_act)
    button.setVisible(screen.context.session.pode(Ato.MODELOS))

    def ask() -> None:
        dialog = ImportModelDialog(service, screen.context, screen)
        dialog.imported.connect(screen.refresh)
        dialog.open()

    button.clicked.connect(ask)
    return button
