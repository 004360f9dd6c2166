"""Which key opens an encrypted bundle: this office's own, or one in a file."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.pacote_cifrado import Chave
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import KeyFileFields, typed_bytes

_KINDS = "Chave age (*.txt *.key *.age-key);;Todos (*)"


class KeyDialog(FormDialog):
    """See the module; shown with ``open``.

    Signals:
        chosen(Chave): open with this one.
    """

    chosen = Signal(object)

    def __init__(self, context: UiContext, parent: QWidget, *, has_office: bool) -> None:
        super().__init__("Abrir arquivo cifrado", "Abrir e conferir", context, parent)
        self._has_office = has_office
        self.resize(context.theme.px(520), context.theme.px(300))
        self.add_note(
            "O arquivo é decifrado num lugar privado, conferido e apagado em seguida. Só abre com a "
            "chave de quem o recebe.",
            "",
        )
        self.key = KeyFileFields(
            "Arquivo da chave",
            "a chave deste escritório" if has_office else "nenhum arquivo escolhido",
            _KINDS,
            "Senha das chaves deste escritório (vazia, se não há)",
            context.theme,
            self,
        )
        self.column.addWidget(self.key)
        self.column.addStretch(1)

    @override
    def submit(self) -> None:
        """Say which one."""
        if self.key.path is None and not self._has_office:
            self.refusal.setText("Escolha o arquivo da chave.")
            self.refusal.show()
            self.key.pick.setFocus()
            return
        self.chosen.emit(Chave(self.key.path, typed_bytes(self.key.password)))
        self.accept()
