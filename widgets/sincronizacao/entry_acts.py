"""What the screen offers to bring offices into one network, in the order in which people do it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction

from app.services.entrada_rede import EntradaService
from app.services.permissoes import Ato
from app.services.sincronizacao import Situacao
from app.services.versao_rede import VersaoService
from widgets.runtime.file_questions import ask_file
from widgets.runtime.screen import Screen
from widgets.runtime.unit_picker import Found
from widgets.sincronizacao.accept_dialog import AcceptDialog
from widgets.sincronizacao.entry_request_dialog import EntryRequestDialog
from widgets.sincronizacao.exchange_keys_dialog import ExchangeKeysDialog
from widgets.sincronizacao.invite_dialog import InviteDialog
from widgets.sincronizacao.propose_dialog import ProposeDialog
from widgets.sincronizacao.root_key_dialog import RootKeyDialog
from widgets.sincronizacao.sign_dialog import SignDialog

REQUESTS: Final = ".entrada"
INVITATIONS: Final = ".convite"
VERSIONS: Final = ".versao"


class EntryActs(QObject):
    """Items of the screen's menu, and their dialogs.

    Args:
        service: does it.
        versions: does what several root keys sign.
        search: finds units by a part of their name; runs in a worker.
        screen: whose menu it is.

    Signals:
        changed: the network is another one.
        leaving: the office is to be closed, and opened in its new network.
    """

    changed = Signal()
    leaving = Signal()

    def __init__(
        self,
        service: EntradaService,
        versions: VersaoService,
        search: Callable[[str], Found],
        screen: Screen,
    ) -> None:
        super().__init__(screen)
        self.service = service
        self.versions = versions
        self.search = search
        self._screen = screen
        self._found: Situacao | None = None
        screen.menu.addSeparator()
        self.prepare = self._item("Preparar a troca de pacotes…", self.ask_keys)
        self.request = self._item("Entrar numa rede…", self.ask_entry)
        self.invite = self._item("Convidar um escritório…", self._ask_request)
        self.accept = self._item("Aceitar convite…", self._ask_invitation)
        screen.menu.addSeparator()
        self.propose = self._item("Mudar quem assina a rede…", self.ask_proposal)
        self.sign = self._item("Assinar versão da rede…", self._ask_version)
        self.root_key = self._item("Chave pública da chave-raiz…", self.ask_root_key)

    def _item(self, words: str, slot: Callable[[], object]) -> QAction:
        item = self._screen.menu.addAction(words)
        item.setVisible(self._screen.context.session.pode(Ato.ESCRITORIO))
        item.setEnabled(False)
        item.triggered.connect(slot)
        return item

    def show_found(self, found: Situacao) -> None:
        """Offer what this network permits; a demonstration stays alone."""
        self._found = found
        is_real, exchanges = not found.is_demo, found.este.troca
        self.prepare.setEnabled(not exchanges)
        self.request.setEnabled(is_real and exchanges and len(found.vizinhos) == 1)
        self.invite.setEnabled(is_real and exchanges)
        self.accept.setEnabled(is_real and exchanges)
        for item in (self.propose, self.sign, self.root_key):
            item.setEnabled(is_real and exchanges)

    @Slot()
    def ask_keys(self) -> None:
        """The keys that bundles are exchanged with."""
        if self._found is not None:
            dialog = ExchangeKeysDialog(
                self.service, self._found, self._screen.context, self._screen
            )
            dialog.prepared.connect(self.changed)
            dialog.open()

    @Slot()
    def ask_entry(self) -> None:
        """The request to be let in."""
        if self._found is not None:
            EntryRequestDialog(
                self.service, self.search, self._found, self._screen.context, self._screen
            ).open()

    def invite_from(self, path: Path) -> InviteDialog:
        """Read somebody's request."""
        is_several = self._found is not None and self._found.limiar > 1
        several = self.versions if is_several else None
        dialog = InviteDialog(self.service, several, path, self._screen.context, self._screen)
        dialog.open()
        dialog.read()
        return dialog

    def accept_from(self, path: Path) -> AcceptDialog | None:
        """Read an invitation; nothing before the network was read."""
        if self._found is None:
            return None
        dialog = AcceptDialog(self.service, path, self._found, self._screen.context, self._screen)
        dialog.decided.connect(self.leaving)
        dialog.open()
        dialog.read()
        return dialog

    def sign_from(self, path: Path) -> SignDialog:
        """Read a proposed version."""
        dialog = SignDialog(self.versions, path, self._screen.context, self._screen)
        dialog.open()
        dialog.read()
        return dialog

    @Slot()
    def ask_proposal(self) -> None:
        """Who signs the network from now on."""
        if self._found is not None:
            ProposeDialog(self.versions, self._found, self._screen.context, self._screen).open()

    @Slot()
    def ask_root_key(self) -> None:
        """What somebody else needs to list this root key."""
        RootKeyDialog(self.versions, self._screen.context, self._screen).open()

    def takes(self, path: Path) -> bool:
        """Open a file that belongs here; False for any other."""
        suffix = path.suffix.lower()
        if suffix == REQUESTS and self.invite.isEnabled():
            self.invite_from(path)
        elif suffix == INVITATIONS and self.accept.isEnabled():
            self.accept_from(path)
        elif suffix == VERSIONS and self.sign.isEnabled():
            self.sign_from(path)
        else:
            return False
        return True

    @Slot()
    def _ask_request(self) -> None:
        kinds = f"Pedidos de entrada (*{REQUESTS});;Todos (*)"
        ask_file(self._screen, "Pedido de entrada", kinds, self.invite_from)

    @Slot()
    def _ask_invitation(self) -> None:
        kinds = f"Convites (*{INVITATIONS});;Todos (*)"
        ask_file(self._screen, "Convite", kinds, self.accept_from)

    @Slot()
    def _ask_version(self) -> None:
        kinds = f"Versões da rede (*{VERSIONS});;Todos (*)"
        ask_file(self._screen, "Versão da rede", kinds, self.sign_from)
