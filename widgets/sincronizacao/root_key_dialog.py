"""The public side of a root key, for whoever is to list it in the network; nothing of it is secret."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from typing_extensions import override

from app.services.versao_rede import ChaveMostrada, VersaoService
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog
from widgets.sincronizacao.key_fields import RootKeyFields, fingerprint_label


class RootKeyDialog(FormDialog):
    """See the module; shown with ``open``."""

    def __init__(self, service: VersaoService, context: UiContext, parent: QWidget) -> None:
        super().__init__("Chave pública da chave-raiz", "Mostrar", context, parent)
        self._service = service
        self.shown: QLabel | None = None
        self.resize(context.theme.px(560), context.theme.px(320))
        self.add_note(
            "Quem propõe que esta chave-raiz também assine a rede precisa da chave pública dela, e "
            "compara a impressão com você. A chave secreta não sai do arquivo.",
            "",
        )
        self.root = RootKeyFields(context, self)
        self.column.addWidget(self.root)
        self.column.addStretch(1)

    @override
    def submit(self) -> None:
        """Read the file in a worker."""
        self.set_busy(is_busy=True)
        asked = partial(self._service.chave, self.root.chosen())
        self.context.runner.read(self, asked, self.show_key, self.refuse)

    def show_key(self, found: ChaveMostrada) -> None:
        """The key to be copied, and its fingerprint to be read aloud."""
        theme = self.context.theme
        self.turn_page()
        self.add_note("Chave pública, para copiar:", "")
        self.shown = QLabel(found.chave, self)
        self.shown.setFont(theme.mono_font(0))
        self.shown.setWordWrap(True)
        self.shown.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.shown.setAccessibleName(f"Chave pública: {found.chave}")
        self.column.addWidget(self.shown)
        self.add_note("Impressão, para ler em voz alta:", "")
        self.column.addWidget(fingerprint_label(found.impressao, "Impressão da chave", theme, self))
        self.column.addStretch(1)
        self.refusal.hide()
        self.save.hide()
        self.cancel.setText("Fechar")
        self.cancel.setFocus()
