"""Accepting an invitation: which network, whose root, what changes here; then the window opens anew.

An invitation of the own network brings its newer document, and changes nothing else.
Source: sync.md 2.7; FORMATO.md 13.3.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.services.entrada_rede import ConviteLido, EntradaService
from app.services.sincronizacao import Situacao
from widgets.runtime.context import UiContext
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import password_field, typed_bytes
from widgets.runtime.words import counted
from widgets.sincronizacao.key_fields import HeardField


class AcceptDialog(FormDialog):
    """See the module; shown with ``open``, then ``read``.

    Args:
        service: does it.
        invitation: the file.
        found: the network as it stands.
        context: the window's common things.
        parent: the screen.

    Signals:
        decided(): everything is compared and signed; the office is to be closed and opened anew.
    """

    decided = Signal()

    def __init__(
        self,
        service: EntradaService,
        invitation: Path,
        found: Situacao,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__("Aceitar convite", "Entrar na rede e reabrir", context, parent)
        self._service = service
        self._invitation = invitation
        self._situation = found
        self._raw = b""
        self._is_entry = True
        self.heard: list[HeardField] = []
        self.password = password_field(self)
        self.password.hide()
        self.resize(context.theme.px(580), context.theme.px(500))
        self.add_note(invitation.name)
        self.save.setEnabled(False)

    def read(self) -> None:
        """Read the invitation in a worker; nothing is written."""
        asked = partial(self._service.ler_convite, self._invitation)
        self.context.runner.read(self, asked, self._on_read, self._on_unread)

    def show_invitation(self, found: ConviteLido) -> None:
        """Which network it is, and what would follow."""
        theme = self.context.theme
        self._is_entry = found.is_entrada
        self.turn_page()
        self.add_note(f"Rede {found.rede[:8]}, versão {found.versao}", "").setFont(theme.font(2))
        self.add_note("Com: " + "; ".join(found.escritorios) + ".", "")
        if found.is_entrada:
            self._show_entry(found)
        else:
            self._show_news(found)
        self.column.addStretch(1)

    def _show_entry(self, found: ConviteLido) -> None:
        theme = self.context.theme
        self.add_note(
            "Peça a quem convidou que leia a impressão da raiz que está na tela ou no cartão de lá, "
            "e digite o que ouvir. A do convite não aparece aqui: o programa compara e diz se é a "
            "mesma. Se não for, não entre: a rede não é a que se pensa.",
            "",
        )
        self.heard = [
            HeardField(found.raizes, "a impressão da raiz", theme, self) for _root in found.raizes
        ]
        for place, field in enumerate(self.heard):
            many = f" {place + 1}" if len(self.heard) > 1 else ""
            field.add_to(self, f"raiz{place}", f"A impressão da raiz{many}, como foi lida")
        self.add_note("O que muda", "").setFont(theme.font(1, bold=True))
        self.add_note("\n".join(f"• {line}" for line in consequences(found)), "")
        if self._situation.pede_senha:
            self.add_field("senha", "Senha das chaves deste escritório", self.password)
            self.password.show()
        self.save.setEnabled(True)
        self.heard[0].setFocus()

    def _show_news(self, found: ConviteLido) -> None:
        if found.novas:
            self.add_note(
                "É um convite da rede em que este escritório já está. Ele traz "
                f"{counted(found.novas, 'versão nova', 'versões novas')} do documento da rede: "
                "quem entrou depois passa a ser conhecido aqui. Nada mais muda.",
                "",
            )
        else:
            self.add_note("O convite não traz nada de novo. Nada será alterado.", "")
        self.save.setText("Conferir e guardar")
        self.save.setVisible(found.novas > 0)
        self.save.setEnabled(found.novas > 0)
        self.cancel.setText("Cancelar" if found.novas else "Fechar")

    @override
    def submit(self) -> None:
        """Decide to join, or take over what is new."""
        if not self._is_entry:
            self.act(
                partial(self._service.atualizar, self._raw), self._on_updated, frozenset({"rede"})
            )
            return
        problems = {
            f"raiz{place}": "Digite a impressão que a outra pessoa leu."
            for place, field in enumerate(self.heard)
            if not field.text().strip()
        }
        if self._situation.pede_senha and not self.password.text():
            problems["senha"] = "Digite a senha das chaves: sem ela nada pode ser assinado."
        if not self.complain(problems):
            return
        typed = tuple(field.text() for field in self.heard)
        self.act(
            partial(self._service.decidir, self._raw, typed, typed_bytes(self.password)),
            lambda _decided: self.decided.emit(),
        )

    def _on_read(self, found: tuple[bytes, ConviteLido]) -> None:
        self._raw, told = found
        self.show_invitation(told)

    def _on_unread(self, error: BaseException) -> None:
        self.refuse(error)
        self.save.setEnabled(False)

    def _on_updated(self, count: object) -> None:
        self.context.notify(f"Versões novas da rede, conferidas e guardadas: {count}.")


def consequences(found: ConviteLido) -> tuple[str, ...]:
    """What joining comes to, one sentence a line."""
    begins = (
        f"Começa a época {found.epoca}: protocolos novos começam por {found.protocolo}, e não "
        f"mais por {found.protocolo_atual}."
    )
    copies = (
        "A chave-raiz deste escritório não decide mais nada, e cópias feitas antes não são mais "
        "restauradas aqui. Faça uma cópia nova depois."
    )
    return (
        "Nada do que já está registrado muda, e o que já foi assinado segue valendo.",
        begins,
        "Este escritório passa a decidir só sobre: " + ("; ".join(found.unidades) or "nada") + ".",
        copies,
        "A janela fecha e abre de novo; quem a usa entra outra vez.",
    )
