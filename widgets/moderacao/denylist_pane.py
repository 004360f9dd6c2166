"""The operator's denylist: terms one a line, what they would catch, and loading them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.services.denylist import Carregada, DenylistService, Enviada, Previa, em_lugares
from app.services.mudancas import MODERACAO
from app.services.permissoes import Ato
from widgets.moderacao.columns import catch_columns
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel
from widgets.runtime.words import counted, number


class DenylistPane(QWidget):
    """Reads when it is first shown; what is being edited is never written over."""

    def __init__(self, service: DenylistService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        self._version: int | None = None
        self._loaded = ""
        theme = context.theme
        words = QLabel(
            "Um termo por linha; # começa uma nota. Acentos, maiúsculas, letras repetidas, números "
            "no lugar de letras e separadores não escondem um termo, e nenhum é achado dentro de "
            "outra palavra. A lista não sai do escritório e vale para o que for escrito daqui em "
            "diante.",
            self,
        )
        words.setWordWrap(True)
        self.state = QLabel(self)
        self.state.setProperty("kind", "secondary")
        self.state.setWordWrap(True)
        self.terms = QPlainTextEdit(self)
        self.terms.setProperty("kind", "input")
        self.terms.setTabChangesFocus(True)
        self.terms.setAccessibleName("Termos da denylist, um por linha")
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.preview = QPushButton("Ver o que pegaria", self)
        self.preview.clicked.connect(self._on_preview)
        self.load = QPushButton("Pôr em vigor", self)
        self.load.setProperty("kind", "primary")
        self.load.clicked.connect(self._on_load)
        buttons = QWidget(self)
        row = FlowLayout(buttons, theme.px(8))
        for button in (self.preview, self.load):
            row.addWidget(button)
        self.found = QLabel(self)
        self.found.setWordWrap(True)
        self.found.hide()
        self.caught = ListPanel(
            "Textos que a lista pegaria",
            "moderacao/previa",
            ("texto mostrado", "textos mostrados"),
            ("Nenhum texto de agora", "A lista não pegaria nenhum dos textos deste escritório."),
            SortedRowsModel(catch_columns(), theme, self, lambda one: (one.demanda_id, one.trecho)),
            context,
            self,
        )
        self.caught.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(words)
        column.addWidget(self.state)
        column.addWidget(self.terms, 2)
        for widget in (self.error, buttons, self.found):
            column.addWidget(widget)
        column.addWidget(self.caught, 2)

    @property
    def is_changed(self) -> bool:
        """Terms were written that are not in force."""
        return self.terms.toPlainText() != self._loaded

    def read(self) -> None:
        """The list in force, unless another one is being written."""
        if self.is_changed:
            return
        ator = self._context.session.ator(Ato.DENYLIST)
        self._context.runner.read(
            self, partial(self._service.mostrar, ator), self._on_list, self._on_failed, key="lista"
        )

    def _on_list(self, found: Any) -> None:
        if self.is_changed:
            return
        self._version = found.versao
        self._loaded = "\n".join(found.termos or ())
        self.terms.setPlainText(self._loaded)
        terms = counted(len(found.termos or ()), "termo", "termos")
        self.state.setText(
            f"Em vigor: versão {found.versao}, {terms}." if found.versao else "Ainda não há lista."
        )

    @Slot()
    def _on_preview(self) -> None:
        ator = self._context.session.ator(Ato.DENYLIST)
        lines = self.terms.toPlainText().splitlines()
        self._wait(is_waiting=True)
        self._context.runner.read(
            self,
            partial(self._service.prever, lines, ator),
            self._on_found,
            self._on_failed,
            key="previa",
        )

    def _on_found(self, found: Previa) -> None:
        self._wait(is_waiting=False)
        words = (
            f"De {counted(found.textos, 'texto', 'textos')} deste escritório, pegaria "
            f"{number(found.achados)}; {number(found.novos)} deles a lista em vigor não pega."
        )
        if found.achados:
            words += f" Em: {em_lugares(found.por_lugar)}."
        if found.deixados:
            words += f" Deixaria passar {number(found.deixados)} que a lista em vigor pega."
        if found.por_termo:
            first = list(found.por_termo.items())[:5]
            words += " Por termo: " + ", ".join(f"{term} {number(n)}" for term, n in first) + "."
        self.found.setText(words)
        self.found.show()
        self.caught.show_rows(found.amostra)
        self.caught.show()

    @Slot()
    def _on_load(self) -> None:
        ator = self._context.session.ator(Ato.DENYLIST)
        lines = self.terms.toPlainText().splitlines()
        self._wait(is_waiting=True)
        self._context.runner.write(
            self,
            partial(self._service.carregar, lines, ator, versao_vista=self._version),
            self._on_loaded,
            self._on_failed,
            changed=MODERACAO,
        )

    def _on_loaded(self, done: Carregada) -> None:
        self._wait(is_waiting=False)
        self._loaded = self.terms.toPlainText()
        terms = counted(done.termos, "termo", "termos")
        if done.is_nova:
            self._context.notify(
                f"Vale a denylist {done.versao}, de {terms}, para o que for escrito daqui em diante.",
                "info",
                ("Mandar à fila o que já está aqui", self.send),
            )
        else:
            self._context.notify("A mesma lista já valia. Nada foi gravado.")
        self.read()

    @Slot()
    def send(self) -> None:
        """Send the texts that are here, and the list in force catches, to the queue."""
        ator = self._context.session.ator(Ato.DENYLIST)
        self._wait(is_waiting=True)
        self._context.runner.write(
            self,
            partial(self._service.enviar, ator),
            self._on_sent,
            self._on_failed,
            changed=MODERACAO,
        )

    def _on_sent(self, sent: Enviada) -> None:
        self._wait(is_waiting=False)
        words = "Nada a mandar: a lista não pega nenhum texto novo."
        if sent.textos:
            count = counted(sent.textos, "texto está", "textos estão")
            words = f"{count} na fila, fora de vista até alguém decidir."
        if sent.ficam:
            words += f" A lista também pega, e fica como está: {em_lugares(sent.ficam)}."
        self._context.notify(words)

    def _on_failed(self, error: BaseException) -> None:
        self._wait(is_waiting=False)
        self.error.setText(self._context.describe(error).frase)
        self.error.show()

    def _wait(self, *, is_waiting: bool) -> None:
        self.error.hide()
        for button in (self.preview, self.load):
            button.setEnabled(not is_waiting)
