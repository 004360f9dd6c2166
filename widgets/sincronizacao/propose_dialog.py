"""Changing who signs the network: another root key, and how many have to sign from then on.

Source: sync.md 2.7 (k of n); FORMATO.md 13.4.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from typing_extensions import override

from app.services.sincronizacao import Situacao
from app.services.versao_rede import Pedida, VersaoGravada, VersaoService
from widgets.runtime.context import UiContext
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.form import FormDialog
from widgets.runtime.words import counted
from widgets.sincronizacao.key_fields import RootKeyFields
from widgets.sincronizacao.version_page import show_version

_KEY_CHARS: Final = 64
_HEX: Final = frozenset("0123456789abcdef")


class ProposeDialog(FormDialog):
    """See the module; shown with ``open``.

    Args:
        service: does it.
        found: the network as it stands.
        context: the window's common things.
        parent: the screen.
    """

    def __init__(
        self, service: VersaoService, found: Situacao, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Mudar quem assina a rede", "Propor e gravar…", context, parent)
        self._service = service
        self._found = found
        theme = context.theme
        self.resize(theme.px(560), theme.px(480))
        roots = counted(len(found.raizes), "chave-raiz vale", "chaves-raiz valem")
        signed = counted(found.limiar, "assinatura", "assinaturas")
        self.add_note(
            f"Agora {roots}, e cada mudança da rede precisa de {signed}. A mudança "
            "vai num pen drive a quem guarda as outras chaves, e só vale assinada por todos os que "
            "precisam, antes e depois dela.",
            "",
        )
        self.key = QLineEdit(self)
        self.add_field("raiz", "Outra chave-raiz: a chave pública que a outra pessoa deu", self.key)
        self.limit = QComboBox(self)
        for count in range(1, len(found.raizes) + 2):
            self.limit.addItem(f"{count}", count)
        self.limit.setCurrentIndex(found.limiar - 1)
        self.add_field(
            "limiar", "Quantas chaves-raiz assinam cada mudança daí em diante", self.limit
        )
        self.add_note(
            "Perdida uma chave sem a qual não se chega a esse número, a rede não muda mais: guarde-as "
            "em lugares diferentes.",
            "warning",
        )
        self.root = RootKeyFields(context, self)
        self.column.addWidget(self.root)
        self.column.addStretch(1)
        self.key.setFocus()

    def wanted(self) -> Pedida:
        """As it stands in the fields."""
        key, limit = self._key(), int(self.limit.currentData())
        return Pedida((key,) if key else (), None if limit == self._found.limiar else limit)

    @override
    def submit(self) -> None:
        """What cannot be is said under its field; else ask where to."""
        problems = {}
        key, limit = self._key(), int(self.limit.currentData())
        roots = len(self._found.raizes) + bool(key)
        if key and (len(key) != _KEY_CHARS or not _HEX.issuperset(key)):
            problems["raiz"] = (
                "A chave pública tem 64 letras e números. Copie-a inteira de Chave pública da "
                "chave-raiz, no outro escritório."
            )
        elif limit > roots:
            problems["limiar"] = (
                f"Só haverá {counted(roots, 'chave-raiz', 'chaves-raiz')}. Ponha outra, ou peça menos."
            )
        elif not key and limit == self._found.limiar:
            problems["raiz"] = "Ponha outra chave-raiz, ou mude quantas assinam."
        if self.complain(problems):
            ask_folder(self, "Onde gravar a proposta", self.write)

    def write(self, folder: Path) -> None:
        """Sign it first and write the file there, in a worker."""
        self.set_busy(is_busy=True)
        self.context.runner.write(
            self,
            partial(self._service.propor, self.wanted(), folder, self.root.chosen()),
            self.show_written,
            self.refuse,
            changed=frozenset({"rede"}),
        )

    def show_written(self, done: VersaoGravada) -> None:
        """What to do with it now."""
        show_version(self, done)

    def _key(self) -> str:
        return "".join(self.key.text().split()).lower()
