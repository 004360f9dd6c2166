"""What this account has registered today: look again, print again, withdraw with a reason."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget

from app.services.atendimento import AtendimentoService
from app.services.atendimento_consultas import Registro
from app.services.permissoes import Ato
from widgets.atendimento.record_columns import record_columns
from widgets.atendimento.withdraw_dialog import WithdrawDialog
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.sorted_rows_model import SortedRowsModel

WITHDRAWN = frozenset({"demanda.retirada"})


class TodayPage(QWidget):
    """See the module.

    Signals:
        receipt_requested(str): show a demand's receipt again.
        opened(str): look at a demand.
    """

    receipt_requested = Signal(str)
    opened = Signal(str)

    def __init__(self, service: AtendimentoService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._service = service
        self._context = context
        theme = context.theme
        model = SortedRowsModel(
            record_columns(context.moments), theme, self, lambda row: row.demanda_id
        )
        self.panel = ListPanel(
            "Meus registros de hoje",
            "atendimento/hoje",
            ("registro", "registros"),
            (
                "Nada registrado hoje por esta conta",
                "O que você registrar em Atender aparece aqui, até a meia-noite.",
            ),
            model,
            context,
            self,
        )
        self.receipt = self._button("Ver recibo", self._on_receipt)
        self.open = self._button("Ver demanda", self._on_open)
        self.withdraw = self._button("Retirar…", self._on_withdraw)
        self.withdraw.setProperty("kind", "danger")
        self.withdraw.setToolTip("Só em até 24 horas, por quem registrou, e com motivo")
        buttons = QWidget(self)
        flow = FlowLayout(buttons, theme.px(8))
        for button in (self.receipt, self.open, self.withdraw):
            flow.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.panel, 1)
        column.addWidget(buttons)
        self.panel.current_changed.connect(self._on_current)
        self.panel.opened.connect(lambda row: self.receipt_requested.emit(row.demanda_id))
        self.panel.menu_requested.connect(self._on_menu)
        self.panel.state.retry_requested.connect(self.reload)
        self._on_current(None)

    @Slot()
    def reload(self) -> None:
        """Read again."""
        account = self._context.session.conta
        if account is None:
            return
        self.panel.state.show_loading()
        self._context.runner.read(
            self,
            partial(self._service.consultas.meus_de_hoje, account.conta_id),
            self.panel.show_rows,
            self._on_failed,
            key="hoje",
        )

    def save_view(self) -> None:
        """Remember the columns."""
        self.panel.save_view()

    def _button(self, text: str, slot: object) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(slot)
        return button

    @property
    def _current(self) -> Registro | None:
        found: Registro | None = self.panel.current
        return found

    @Slot(object)
    def _on_current(self, row: Registro | None) -> None:
        self.receipt.setEnabled(row is not None)
        self.open.setEnabled(row is not None)
        self.withdraw.setEnabled(row is not None and row.pode_retirar)

    @Slot(object, QMenu)
    def _on_menu(self, row: Registro, menu: QMenu) -> None:
        menu.addAction("Ver recibo").triggered.connect(self._on_receipt)
        action = menu.addAction("Retirar…")
        action.setEnabled(row.pode_retirar)
        action.triggered.connect(self._on_withdraw)

    def _on_failed(self, error: BaseException) -> None:
        self.panel.state.show_error(self._context.describe(error).frase)

    @Slot()
    def _on_receipt(self) -> None:
        if self._current is not None:
            self.receipt_requested.emit(self._current.demanda_id)

    @Slot()
    def _on_open(self) -> None:
        if self._current is not None:
            self.opened.emit(self._current.demanda_id)

    @Slot()
    def _on_withdraw(self) -> None:
        row = self._current
        if row is None or not row.pode_retirar:
            return
        dialog = WithdrawDialog(row, self._context, self)
        dialog.confirmed.connect(partial(self._send, dialog, row))
        dialog.open()

    def _send(
        self, dialog: WithdrawDialog, row: Registro, reason: str, original: str, note: str
    ) -> None:
        ator = self._context.session.ator(Ato.RETIRAR)
        dialog.set_busy(is_busy=True)

        def done(_answer: object) -> None:
            dialog.accept()
            self._context.notify(f"A demanda {row.protocolo} foi retirada.")
            self.reload()

        def failed(error: BaseException) -> None:
            dialog.set_busy(is_busy=False)
            fault = self._context.describe(error)
            if fault.is_bug:
                self._context.report(error)
            dialog.say(fault.frase)

        self._context.runner.write(
            dialog,
            lambda: self._service.retirar(
                row.demanda_id, reason, ator, repetida_de=original, nota=note
            ),
            done,
            failed,
            changed=WITHDRAWN,
        )
