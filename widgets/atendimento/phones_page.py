"""Whom to call about a matter; the operator writes the list, everybody at the counter reads it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento import AtendimentoService
from app.services.atendimento_telefones import Contato
from app.services.permissoes import Ato
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog
from widgets.runtime.field import line_field
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel

_COLUMNS = (
    Column("categoria", "Assunto", lambda row: row.categoria, width_chars=34),
    Column("orgao", "Quem responde", lambda row: row.orgao or "—", width_chars=34),
    Column("telefone", "Telefone", lambda row: row.telefone or "—", width_chars=20),
    Column("observacao", "Observação", lambda row: row.observacao, width_chars=30),
)


class PhonesPage(QWidget):
    """See the module."""

    def __init__(self, service: AtendimentoService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service.telefones
        self._context = context
        theme = context.theme
        model = SortedRowsModel(_COLUMNS, theme, self, lambda row: row.categoria_id)
        self.panel = ListPanel(
            "Telefones por assunto",
            "atendimento/telefones",
            ("assunto", "assuntos"),
            ("Nenhum assunto", "A lista de categorias está vazia."),
            model,
            context,
            self,
        )
        self.edit = QPushButton("Alterar telefone…", self)
        self.edit.setVisible(context.session.pode(Ato.ESCRITORIO))
        self.edit.clicked.connect(self._on_edit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.panel, 1)
        row = QHBoxLayout()
        row.addWidget(self.edit)
        row.addStretch(1)
        column.addLayout(row)
        self.panel.current_changed.connect(self._on_current)
        self.panel.opened.connect(lambda _row: self._on_edit())
        self.panel.state.retry_requested.connect(self.reload)
        self._on_current(None)

    @Slot()
    def reload(self) -> None:
        """Read again."""
        self.panel.state.show_loading()
        self._context.runner.read(
            self, self._service.lista, self.panel.show_rows, self._on_failed, key="telefones"
        )

    def save_view(self) -> None:
        """Remember the columns."""
        self.panel.save_view()

    def _on_failed(self, error: BaseException) -> None:
        self.panel.state.show_error(self._context.describe(error).frase)

    @Slot(object)
    def _on_current(self, row: Contato | None) -> None:
        self.edit.setEnabled(row is not None)

    @Slot()
    def _on_edit(self) -> None:
        row = self.panel.current
        if row is None or not self._context.session.pode(Ato.ESCRITORIO):
            return
        dialog = PhoneDialog(row, self._context, self)
        dialog.confirmed.connect(partial(self._send, dialog, row))
        dialog.open()

    def _send(self, dialog: PhoneDialog, row: Contato, body: str, number: str, note: str) -> None:
        ator = self._context.session.ator(Ato.ESCRITORIO)

        def done(_nothing: object) -> None:
            dialog.accept()
            self.reload()

        self._context.runner.write(
            dialog,
            partial(self._service.gravar, row.categoria_id, body, number, note, ator),
            done,
            dialog.refuse,
        )


class PhoneDialog(Dialog):
    """One entry of the list; shown with ``open``.

    Signals:
        confirmed(str, str, str): body, number, note; empty body and number take the entry away.
    """

    confirmed = Signal(str, str, str)

    def __init__(self, row: Contato, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.setWindowTitle("Telefone")
        self.resize(theme.px(440), theme.px(300))
        title = QLabel(row.categoria, self)
        title.setFont(theme.font(2))
        title.setWordWrap(True)
        self.body_field, self.body = line_field("Quem responde", theme, self)
        self.number_field, self.number = line_field(
            "Telefone", theme, self, placeholder="156, ou (83) 3218-0000 ramal 12"
        )
        self.note_field, self.note = line_field("Observação (horário, por exemplo)", theme, self)
        self.body.setText(row.orgao)
        self.number.setText(row.telefone or "")
        self.note.setText(row.observacao)
        hint = QLabel(
            "Para tirar o telefone da lista, deixe os dois primeiros campos vazios.", self
        )
        hint.setProperty("kind", "secondary")
        hint.setWordWrap(True)
        self.save = QPushButton("Guardar", self)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._on_save)
        cancel = QPushButton("Cancelar", self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        for widget in (title, self.body_field, self.number_field, self.note_field, hint):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(buttons)
        self.number.setFocus()

    def refuse(self, error: BaseException) -> None:
        """Why it was not kept, under its field."""
        self.save.setEnabled(True)
        fault = self._context.describe(error)
        if fault.is_bug:
            self._context.report(error)
        field = self.body_field if fault.codigo == "telefones.sem_orgao" else self.number_field
        field.say(fault.frase)
        field.control.setFocus()

    @Slot()
    def _on_save(self) -> None:
        self.save.setEnabled(False)
        for field in (self.body_field, self.number_field, self.note_field):
            field.say("")
        self.confirmed.emit(self.body.text(), self.number.text(), self.note.text())
