"""Signing a version of the network that somebody proposed, or taking over one that all have signed.

Nobody signs what was not read: what it changes stands there, and its fingerprint is compared with
whoever proposed it. Source: sync.md 2.7; FORMATO.md 13.4.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.versao_rede import Proposta, VersaoGravada, VersaoService
from widgets.runtime.context import UiContext
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.form import FormDialog
from widgets.sincronizacao.key_fields import HeardField, RootKeyFields
from widgets.sincronizacao.version_page import add_changes, missing, show_version


class SignDialog(FormDialog):
    """See the module; shown with ``open``, then ``read``.

    Args:
        service: does it.
        version: the file.
        context: the window's common things.
        parent: the screen.
    """

    heard: HeardField
    root: RootKeyFields

    def __init__(
        self, service: VersaoService, version: Path, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Assinar versão da rede", "Assinar e gravar…", context, parent)
        self._service = service
        self._version = version
        self._raw = b""
        self.resize(context.theme.px(580), context.theme.px(520))
        self.add_note(version.name)
        self.save.setEnabled(False)

    def read(self) -> None:
        """Read the version in a worker; nothing is written."""
        asked = partial(self._service.ler, self._version)
        self.context.runner.read(self, asked, self.show_read, self._on_unread)

    def show_read(self, found: Proposta) -> None:
        """What it changes, and what is to be compared."""
        self._raw = found.arquivo
        self.turn_page()
        add_changes(self, found)
        if found.faltam:
            self.add_note(f"{missing(found.faltam)}. Nada vale antes da última.")
        else:
            self.add_note(
                "Já está assinada por quem precisa. Confirmada a impressão, este escritório passa a "
                "trabalhar com ela."
            )
            self.save.setText("Conferir e guardar…")
        self.add_note(
            "Peça a quem propôs que leia a impressão da versão, e digite o que ouvir. A deste arquivo "
            "não aparece aqui: o programa compara e diz se é a mesma.",
            "",
        )
        self.heard = HeardField(
            (found.impressao,), "a impressão da versão", self.context.theme, self
        )
        self.heard.add_to(self, "impressao", "A impressão, como foi lida")
        self.root = RootKeyFields(self.context, self)
        self.root.setVisible(found.faltam > 0)
        self.column.addWidget(self.root)
        self.column.addStretch(1)
        self.save.setEnabled(True)
        self.heard.setFocus()

    @override
    def submit(self) -> None:
        """Ask where to, once something was heard."""
        words = "" if self.heard.text().strip() else "Digite a impressão que a outra pessoa leu."
        if self.complain({"impressao": words} if words else {}):
            ask_folder(self, "Onde gravar a versão assinada", self.write)

    def write(self, folder: Path) -> None:
        """Sign it and write it there, in a worker."""
        self.set_busy(is_busy=True)
        given = (self._raw, self.heard.text(), folder, self.root.chosen())
        self.context.runner.write(
            self,
            partial(self._service.assinar, *given),
            self.show_written,
            self.refuse,
            changed=frozenset({"rede"}),
        )

    def show_written(self, done: VersaoGravada) -> None:
        """What to do with it now."""
        show_version(self, done)

    def _on_unread(self, error: BaseException) -> None:
        self.refuse(error)
        self.save.setEnabled(False)
