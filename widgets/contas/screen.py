"""Contas: who may sign in, in which roles, and who held which role when."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.acessos import Acesso
from app.services.composicao import Servicos
from app.services.contas import ContaListada, ContaNova, LinhaDePapeis
from app.services.permissoes import Ato
from widgets.contas.account_dialog import AccountDialog, Choice
from widgets.contas.columns import ACCOUNTS, access_columns, history_columns
from widgets.contas.dialogs import CloseDialog, ShownPassword
from widgets.contas.erasing import CHANGED, Erasing
from widgets.contas.idle_choice import IdleChoice
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.list_panel import ListPanel
from widgets.runtime.screen import Screen
from widgets.runtime.sorted_rows_model import SortedRowsModel

KEY: Final = "contas"
_MANY: Final = 1_000
_NOBODY: Final = (
    "Quem está no computador faz tudo, sem dizer quem é. Crie a primeira conta, de operador."
)
_LOOKS: Final = (
    "Abrir o contato de uma pessoa ou o texto como foi dito fica anotado aqui, neste computador."
)

Read = tuple[tuple[ContaListada, ...], tuple[LinhaDePapeis, ...], tuple[Acesso, ...]]


class ContasScreen(Screen):
    """See the module."""

    def __init__(self, services: Servicos, context: UiContext, parent: QWidget) -> None:
        super().__init__(KEY, "Contas", CHANGED, context, parent)
        self._service = services.contas
        self._looks = services.acessos
        self._councillors = services.conselheiros
        self.new = self.add_primary("Nova conta…")
        self.new.clicked.connect(self._on_new)
        self.idle = IdleChoice(services, context, self)
        self.erasing = Erasing(services, context, self)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("Contas e histórico de papéis")
        self.accounts = ListPanel(
            "Contas",
            f"{KEY}/lista",
            ("conta", "contas"),
            (
                "Nenhuma conta",
                _NOBODY,
            ),
            SortedRowsModel(ACCOUNTS, context.theme, self, lambda row: row.conta_id),
            context,
            self,
        )
        self.history = ListPanel(
            "Histórico de papéis",
            f"{KEY}/historico",
            ("linha", "linhas"),
            ("Nenhuma linha", "Cada conta criada e cada papel mudado aparece aqui."),
            SortedRowsModel(
                history_columns(context.moments), context.theme, self, lambda row: row.event_hash
            ),
            context,
            self,
        )
        self.tabs.addTab(self._accounts_page(), "Contas")
        self.looks = ListPanel(
            "Quem abriu dados de pessoas",
            f"{KEY}/acessos",
            ("acesso", "acessos"),
            (
                "Nenhum acesso",
                _LOOKS,
            ),
            SortedRowsModel(
                access_columns(context.moments), context.theme, self, lambda row: row.acesso_id
            ),
            context,
            self,
        )
        self.tabs.addTab(self.history, "Histórico de papéis")
        self.tabs.addTab(self.looks, "Acessos")
        self.column.addWidget(self.tabs, 1)
        self.accounts.current_changed.connect(self._on_current)
        self.accounts.opened.connect(self._on_opened)
        for panel in (self.accounts, self.history, self.looks):
            panel.state.retry_requested.connect(self.refresh)
        add = context.actions.add
        add(self, "contas.nova", "Nova conta", "Ctrl+N", self._on_new)
        self._on_current(None)

    @override
    def reload(self) -> None:
        """See ``Screen``."""
        self.accounts.state.show_loading()
        self.history.state.show_loading()
        self.looks.state.show_loading()
        self.idle.load()
        self.context.runner.read(self, self._read, self._on_read, self._on_failed, key="tudo")

    @override
    def save_view(self) -> None:
        """See ``Screen``."""
        self.accounts.save_view()
        self.history.save_view()
        self.looks.save_view()

    def _read(self) -> Read:
        looks: tuple[Acesso, ...] = ()
        if self.context.session.pode(Ato.CONTAS):
            looks = self._looks.listar(self.context.session.ator(Ato.CONTAS))
        return self._service.listar(), self._service.historico_de_papeis(), looks

    def _accounts_page(self) -> QWidget:
        theme = self.context.theme
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, theme.px(8), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.accounts, 1)
        acts = QWidget(page)
        flow = FlowLayout(acts, theme.px(8))
        row = QHBoxLayout()
        row.setSpacing(theme.px(24))
        self.roles = QPushButton("Mudar papéis…", page)
        self.roles.clicked.connect(self._on_roles)
        self.password = QPushButton("Redefinir senha", page)
        self.password.clicked.connect(self._on_password)
        self.close_account = QPushButton("Desativar…", page)
        self.close_account.clicked.connect(self._on_close)
        self.reopen = QPushButton("Reativar", page)
        self.reopen.clicked.connect(self._on_reopen)
        self.erase = QPushButton("Eliminar quem a usou…", page)
        self.erase.clicked.connect(self._on_erase)
        for button in (self.roles, self.password, self.reopen, self.erase):
            flow.addWidget(button)
        row.addWidget(acts, 1)
        row.addWidget(self.close_account)
        column.addLayout(row)
        column.addWidget(self.idle)
        last = QHBoxLayout()
        last.addStretch(1)
        self.erase_resident = QPushButton("Eliminar um morador…", page)
        self.erase_resident.clicked.connect(self._on_erase_resident)
        last.addWidget(self.erase_resident)
        column.addLayout(last)
        return page

    @property
    def _row(self) -> ContaListada | None:
        found = self.accounts.current
        return found if isinstance(found, ContaListada) else None

    def _on_read(self, found: Read) -> None:
        self.accounts.show_rows(found[0])
        self.history.show_rows(found[1])
        self.looks.show_rows(found[2])
        self._on_current(self._row)
        self.loaded.emit()

    def _on_failed(self, error: BaseException) -> None:
        sentence = self.context.describe(error).frase
        self.accounts.state.show_error(sentence)
        self.history.state.show_error(sentence)
        self.looks.state.show_error(sentence)

    @Slot(object)
    def _on_current(self, row: ContaListada | None) -> None:
        may = self.context.session.pode(Ato.CONTAS)
        self.new.setVisible(may)
        for button in (self.roles, self.password):
            button.setVisible(may)
            button.setEnabled(row is not None)
        self.close_account.setVisible(may and (row is None or row.ativa))
        self.close_account.setEnabled(row is not None)
        is_closed = row is not None and not row.ativa
        self.reopen.setVisible(may and is_closed)
        may_erase = self.context.session.pode(Ato.ELIMINAR)
        self.erase.setVisible(may_erase and is_closed)
        self.erase_resident.setVisible(may_erase)

    @Slot(object)
    def _on_opened(self, _row: object) -> None:
        self._on_roles()

    @Slot()
    def _on_new(self) -> None:
        if self.context.session.pode(Ato.CONTAS):
            self._ask(None)

    @Slot()
    def _on_roles(self) -> None:
        if self._row is not None and self.context.session.pode(Ato.CONTAS):
            self._ask(self._row)

    def _ask(self, account: ContaListada | None) -> AccountDialog:
        dialog = AccountDialog(account, self.context, self)
        dialog.confirmed.connect(partial(self._send, dialog, account))
        self.context.runner.read(dialog, self._read_councillors, dialog.set_councillors)
        dialog.open()
        return dialog

    def _read_councillors(self) -> list[tuple[str, str]]:
        found = self._councillors.listar(limite=_MANY).conselheiros
        return [(one.conselheiro_id, one.nome_publico or "sem nome público") for one in found]

    def _send(self, dialog: AccountDialog, account: ContaListada | None, choice: Choice) -> None:
        service, actor = self._service, self.context.session.ator(Ato.CONTAS)

        def create() -> str:
            password = service.gerar_senha()
            nova = ContaNova(
                nome=choice.nome,
                papeis=choice.papeis,
                conselheiro=choice.conselheiro,
                motivo=choice.motivo,
            )
            service.criar(nova, password, actor)
            return password

        def created(password: str) -> None:
            dialog.accept()
            self.refresh()
            ShownPassword(choice.nome, password, self.context, self).open()

        def changed(_account: object) -> None:
            dialog.accept()
            self.refresh()

        if account is None:
            self.context.runner.write(dialog, create, created, dialog.refuse)
        else:
            change = partial(
                service.definir_papeis,
                account.conta_id,
                choice.papeis,
                actor,
                conselheiro=choice.conselheiro,
                motivo=choice.motivo,
            )
            self.context.runner.write(dialog, change, changed, dialog.refuse)

    @Slot()
    def _on_password(self) -> None:
        row = self._row
        if row is None:
            return
        service, actor = self._service, self.context.session.ator(Ato.CONTAS)

        def reset() -> str:
            password = service.gerar_senha()
            service.redefinir_senha(row.conta_id, password, actor)
            return password

        def shown(password: str) -> None:
            self.refresh()
            ShownPassword(row.nome, password, self.context, self).open()

        self.context.runner.write(self, reset, shown)

    @Slot()
    def _on_close(self) -> None:
        row = self._row
        if row is None:
            return
        dialog = CloseDialog(row, self.context, self)
        actor = self.context.session.ator(Ato.CONTAS)

        def done(_account: object) -> None:
            dialog.accept()
            self.refresh()

        def send(reason: str) -> None:
            close = partial(self._service.desativar, row.conta_id, actor, motivo=reason or None)
            self.context.runner.write(dialog, close, done, dialog.refuse)

        dialog.confirmed.connect(send)
        dialog.open()

    @Slot()
    def _on_erase(self) -> None:
        if self._row is not None:
            self.erasing.ask(self._row.nome)

    @Slot()
    def _on_erase_resident(self) -> None:
        self.erasing.ask(None)

    @Slot()
    def _on_reopen(self) -> None:
        row = self._row
        if row is None:
            return
        actor = self.context.session.ator(Ato.CONTAS)

        def done(_account: Any) -> None:
            self.refresh()

        self.context.runner.write(self, partial(self._service.reativar, row.conta_id, actor), done)
