"""Writing the request: what this office has, so that another one takes along only the rest."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.sincronizacao import SincronizacaoService, Situacao
from widgets.runtime.context import UiContext
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import password_field, typed_bytes


class RequestDialog(FormDialog):
    """Asks where to, and for the password where the keys have one; shown with ``open``."""

    def __init__(
        self, service: SincronizacaoService, found: Situacao, context: UiContext, parent: QWidget
    ) -> None:
        super().__init__("Gravar pedido do que nos falta", "Escolher onde gravar…", context, parent)
        self._service = service
        self._found = found
        self.resize(context.theme.px(440), context.theme.px(240))
        self.add_note(
            "O pedido diz o que este escritório já tem, assinado, sem dados de ninguém. Leve-o a "
            "quem vai exportar: o pacote trará só o resto.",
            "",
        )
        self.password = password_field(self)
        if found.pede_senha:
            self.add_field("senha", "Senha das chaves deste escritório", self.password)
        self.password.setVisible(found.pede_senha)
        self.column.addStretch(1)

    @override
    def submit(self) -> None:
        """Ask where to, once it can be signed."""
        is_missing = self._found.pede_senha and not self.password.text()
        words = "Digite a senha das chaves: sem ela nada pode ser assinado."
        if self.complain({"senha": words} if is_missing else {}):
            ask_folder(self, "Onde gravar o pedido", self.write)

    def write(self, folder: Path) -> None:
        """Sign what is owed and write the request there, in a worker."""
        wanted = partial(self._service.gravar_pedido, folder, typed_bytes(self.password))
        self.act(wanted, self._on_written)

    def _on_written(self, path: object) -> None:
        name = path.name if isinstance(path, Path) else ""
        self.context.notify(f"Pedido gravado: {name}. Leve-o a quem vai exportar.")
