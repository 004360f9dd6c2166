"""Having the root key list this office's exchange keys: once, before anything is exchanged."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.entrada_rede import EntradaService
from app.services.sincronizacao import Situacao
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import password_field, typed_bytes
from widgets.sincronizacao.key_fields import RootKeyFields


class ExchangeKeysDialog(FormDialog):
    """See the module; shown with ``open``.

    Signals:
        prepared(): from now on this office exchanges.
    """

    prepared = Signal()

    def __init__(
        self, service: EntradaService, found: Situacao, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Preparar a troca de pacotes", "Pôr as chaves na rede", context, parent)
        self._service = service
        self.resize(context.theme.px(520), context.theme.px(320))
        self.add_note(
            "Trocar pacotes pede chaves próprias, que a chave-raiz põe no documento da rede. Faz-se "
            "uma vez; depois guarde a chave-raiz fora deste computador.",
            "",
        )
        self.root = RootKeyFields(context, self)
        self.column.addWidget(self.root)
        self.password = password_field(self)
        if found.pede_senha:
            self.add_field("senha", "Senha das chaves deste escritório", self.password)
        self.password.setVisible(found.pede_senha)
        self.column.addStretch(1)

    @override
    def submit(self) -> None:
        """Sign the keys in, in a worker."""
        self.act(
            partial(self._service.preparar_troca, self.root.chosen(), typed_bytes(self.password)),
            self._on_prepared,
        )

    def _on_prepared(self, _none: object) -> None:
        self.context.notify("Este escritório já pode trocar pacotes.")
        self.prepared.emit()
