"""Letting an office into this network: its request, the fingerprint that it reads aloud, the invitation.

Nothing is signed before the fingerprint was heard and typed. Source: sync.md 2.7.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.entrada_rede import ConviteGravado, EntradaService, PedidoDeEntrada
from app.services.versao_rede import VersaoService
from widgets.runtime.context import UiContext
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.form import FormDialog
from widgets.sincronizacao.key_fields import HeardField, RootKeyFields, fingerprint_label
from widgets.sincronizacao.version_page import show_version

SEVERAL: Final = (
    "Nesta rede mais de uma chave-raiz assina. A sua assinatura é a primeira: o arquivo vai depois a "
    "quem guarda outra, e o convite se grava aqui quando todos tiverem assinado."
)


class InviteDialog(FormDialog):
    """See the module; shown with ``open``, then ``read``.

    Args:
        service: does it.
        several: proposes the version, where more than one root key has to sign; else None.
        request: the file that the other office brought.
        context: the window's common things.
        parent: the screen.
    """

    heard: HeardField
    root: RootKeyFields

    def __init__(
        self,
        service: EntradaService,
        several: VersaoService | None,
        request: Path,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__("Convidar um escritório", "Convidar e gravar…", context, parent)
        self._service = service
        self._several = several
        self._is_in = False
        self._request = request
        self.resize(context.theme.px(560), context.theme.px(480))
        self.add_note(request.name)
        self.save.setEnabled(False)

    def read(self) -> None:
        """Read the request in a worker; nothing is written."""
        asked = partial(self._service.ler_pedido, self._request)
        self.context.runner.read(self, asked, self.show_request, self._on_unread)

    def show_request(self, found: PedidoDeEntrada) -> None:
        """Who asks for what, and what is to be compared."""
        theme = self.context.theme
        self._is_in = found.is_dentro
        self.turn_page()
        self.add_note(found.nome, "").setFont(theme.font(2))
        self.add_note("\n".join((f"Nó {found.no}", f"Protocolos começam por {found.protocolo}")))
        self.add_note("Vai cuidar de: " + "; ".join(found.unidades) + ".", "")
        if found.is_dentro:
            self.add_note(
                "Este escritório já está na rede: o convite será só gravado outra vez.", "warning"
            )
        self.add_note(
            "Peça à pessoa do outro escritório que leia a impressão do pedido que está na tela dela, "
            "por telefone ou lado a lado, e digite o que ouvir. A deste arquivo não aparece aqui: o "
            "programa compara e diz se é a mesma. Se não for, não convide: o pedido não é de quem "
            "se pensa.",
            "",
        )
        self.heard = HeardField((found.impressao,), "a impressão do pedido", theme, self)
        self.heard.add_to(self, "impressao", "A impressão, como foi lida")
        if self._several is not None and not found.is_dentro:
            self.add_note(SEVERAL, "")
            self.save.setText("Propor e gravar…")
        self.root = RootKeyFields(self.context, self)
        self.root.setVisible(not found.is_dentro)
        self.column.addWidget(self.root)
        self.column.addStretch(1)
        self.save.setEnabled(True)
        self.heard.setFocus()

    @override
    def submit(self) -> None:
        """Ask where to, once something was heard."""
        words = "" if self.heard.text().strip() else "Digite a impressão que a outra pessoa leu."
        if self.complain({"impressao": words} if words else {}):
            ask_folder(self, "Onde gravar o convite", self.write)

    def write(self, folder: Path) -> None:
        """Sign the office in and write its invitation there, in a worker."""
        self.set_busy(is_busy=True)
        given = (self._request, self.heard.text(), folder, self.root.chosen())
        runner, changed = self.context.runner, frozenset({"rede"})
        if self._several is None or self._is_in:
            wanted = partial(self._service.convidar, *given)
            runner.write(self, wanted, self.show_written, self.refuse, changed=changed)
        else:
            proposed = partial(self._several.propor_entrada, *given)
            shown = partial(show_version, self)
            runner.write(self, proposed, shown, self.refuse, changed=changed)

    def show_written(self, done: ConviteGravado) -> None:
        """What to do with it now."""
        theme = self.context.theme
        self.turn_page()
        self.add_note(f"{done.nome} está na versão {done.versao} da rede", "").setFont(
            theme.font(1, bold=True)
        )
        self.add_note(f"Convite gravado: {done.arquivo.name}")
        self.add_note("Impressão da raiz da rede, para ler em voz alta:", "")
        self.roots = [
            fingerprint_label(root, "Impressão da raiz", theme, self) for root in done.raizes
        ]
        for root in self.roots:
            self.column.addWidget(root)
        self.add_note(
            "Leve o convite ao outro escritório e leia a impressão a quem o aceitar. O convite "
            "serve também aos que já estão na rede: aceitando-o, conhecem o escritório novo.",
            "",
        )
        self.column.addStretch(1)
        self.save.hide()
        self.cancel.setText("Fechar")
        self.cancel.setFocus()

    def _on_unread(self, error: BaseException) -> None:
        self.refuse(error)
        self.save.setEnabled(False)
