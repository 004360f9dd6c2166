"""The operator erases a person: the dialog, the act, and what is said of it afterwards."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.services.composicao import Servicos
from app.services.permissoes import Ato
from app.services.segunda_conta import conferida
from app.services.titulares import Eliminada
from widgets.contas.erase_dialog import EraseDialog, Erasure
from widgets.runtime.context import UiContext
from widgets.runtime.words import counted

CHANGED = frozenset({"titular.eliminado", "papel.alterado"})


class Erasing(QObject):
    """See the module.

    Args:
        services: the office's.
        context: the window's common things.
        screen: stands behind the dialog.
    """

    def __init__(self, services: Servicos, context: UiContext, screen: QWidget) -> None:
        super().__init__(screen)
        self._people = services.cidadaos
        self._service = services.titulares
        self._accounts = services.contas
        self._context = context
        self._screen = screen

    def ask(self, account: str | None) -> EraseDialog:
        """Ask about the holder of an account, or about a resident."""
        session = self._context.session
        dialog = EraseDialog(
            account, self._context, self._screen, asks_second=session.conta is not None
        )
        dialog.sought.connect(partial(self._find, dialog))
        dialog.confirmed.connect(partial(self._send, dialog, account))
        dialog.open()
        return dialog

    def _find(self, dialog: EraseDialog, name: str) -> None:
        self._context.runner.read(
            dialog,
            lambda: self._people.procurar(name),
            dialog.show_found,
            dialog.refuse,
            key="procurar",
        )

    def _send(self, dialog: EraseDialog, account: str | None, wanted: Erasure) -> None:
        actor, service = self._context.session.ator(Ato.ELIMINAR), self._service

        def work() -> Eliminada:
            second = conferida(self._accounts, wanted.conta, wanted.senha, actor)
            if account is not None:
                person = service.titular_da_conta(account, actor)
            else:
                person = service.morador(wanted.cidadao_id or "", actor)
            return service.eliminar(person, wanted.base_legal, wanted.motivo, second, actor)

        self._context.runner.write(
            dialog, work, partial(self._on_done, dialog), dialog.refuse, changed=CHANGED
        )

    def _on_done(self, dialog: EraseDialog, done: Eliminada) -> None:
        dialog.accept()
        words = f"Eliminado para sempre: {counted(done.partes, 'parte', 'partes')} do registro."
        if done.rascunhos:
            words += f" Com {counted(done.rascunhos, 'rascunho', 'rascunhos')} sobre a pessoa."
        if done.copias:
            copies = ", ".join(Path(one).name for one in done.copias)
            words += f" Estas cópias, feitas antes, ainda guardam os dados: {copies}."
        self._context.notify(words, "aviso" if done.copias else "info")
