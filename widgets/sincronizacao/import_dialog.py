"""Taking a bundle in: rehearsed at once, told in words, and only then imported.

Source: issue "Signed bundles", Sincronização; sync.md 2.9.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QScrollArea,
    QWidget,
)

from app.services.falhas import is_cancellation
from app.services.recebimento import Recebido, RecebimentoService
from widgets.runtime.context import UiContext
from widgets.runtime.long_dialog import LongDialog
from widgets.sincronizacao.import_words import lines_of, title_of


class ImportDialog(LongDialog):
    """See the module; shown with ``open``, then ``rehearse``.

    Signals:
        imported(Recebido): it is in, or was refused and kept apart.
    """

    imported = Signal(object)

    def __init__(
        self, service: RecebimentoService, path: Path, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Importar pacote", "Importar", "Fechar sem importar", context, parent)
        self._service = service
        self._path = path
        theme = context.theme
        self.resize(theme.px(560), theme.px(420))
        title = QLabel("Importar pacote", self)
        title.setFont(theme.font(2))
        name = QLabel(path.name, self)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setProperty("kind", "secondary")
        name.setWordWrap(True)
        self.verdict = QLabel(self)
        self.verdict.setFont(theme.font(1, bold=True))
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self.verdict, self.words):
            label.setWordWrap(True)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName("O que o pacote traz")
        area.setWidget(self.words)
        self.act.setEnabled(False)
        self.act.clicked.connect(self.take_in)
        self.lay_out(title, name, self.progress, self.verdict, area, wide=area)

    def rehearse(self) -> None:
        """What importing would come to; nothing is written."""
        self._work(
            "Conferindo eventos", partial(self._service.ensaiar, self._path), self.show_found
        )

    @Slot()
    def take_in(self) -> None:
        """Import it now."""
        if not self.progress.is_busy:
            self._work(
                "Importando eventos",
                partial(self._service.importar, self._path),
                self._on_imported,
            )

    def show_found(self, found: Recebido) -> None:
        """Say what it would come to, or came to."""
        self.progress.finish()
        self.verdict.setText(title_of(found))
        self.words.setText("\n\n".join(lines_of(found)))
        self.act.setEnabled(found.is_ensaio and found.is_util)
        self.act.setVisible(found.is_ensaio)
        self.keep.setText("Fechar sem importar" if found.is_ensaio else "Fechar")

    def _on_imported(self, found: Recebido) -> None:
        self.show_found(found)
        self.keep.setFocus()
        self.imported.emit(found)

    def _work(self, verb: str, function: Callable[..., Any], done: Callable[[Any], object]) -> None:
        self.act.setEnabled(False)
        self.run(verb, function, done, self._on_failed)

    def _on_failed(self, error: BaseException) -> None:
        self.progress.finish()
        self.act.setEnabled(True)
        if is_cancellation(error):
            self.verdict.setText("Parado. Nada foi importado.")
        else:
            self.verdict.setText("Não deu certo. Nada foi importado.")
            self.words.setText(self._context.describe(error).frase)
