"""Asking to be let into a network: which units, where to write, and the fingerprint to read aloud.

Source: sync.md 2.7; ``resources/manual/pacotes.md``, Entrar em uma rede.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.entrada_rede import EntradaService, PedidoGravado
from app.services.sincronizacao import Situacao
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import mark_search
from widgets.runtime.file_questions import ask_folder
from widgets.runtime.form import FormDialog
from widgets.runtime.key_file_fields import password_field, typed_bytes
from widgets.runtime.unit_picker import Found, UnitPicker
from widgets.sincronizacao.key_fields import fingerprint_label

MAX_SKIPPED = 9


class EntryRequestDialog(FormDialog):
    """See the module; shown with ``open``.

    Args:
        service: does it.
        search: finds units by a part of their name; runs in a worker.
        found: the network as it stands.
        context: the window's common things.
        parent: the screen.
    """

    def __init__(
        self,
        service: EntradaService,
        search: Callable[[str], Found],
        found: Situacao,
        context: UiContext,
        parent: QWidget,
    ) -> None:
        super().__init__("Entrar numa rede", "Gravar o pedido…", context, parent)
        self._service = service
        self._found = found
        theme = context.theme
        self.resize(theme.px(560), theme.px(420))
        self.add_note(
            "O pedido vai num pen drive a quem guarda a chave-raiz da rede. Este escritório segue "
            "trabalhando como agora até aceitar o convite.",
            "",
        )
        self.units: dict[str, QCheckBox] = {}
        box = QWidget(self)
        self._units = QVBoxLayout(box)
        self._units.setContentsMargins(0, 0, 0, 0)
        self._units.setSpacing(theme.px(4))
        self.units_words = self.add_note("De que unidades este escritório vai cuidar:", "")
        self.column.addWidget(box)
        self.picker = UnitPicker(search, context, self)
        mark_search(self.picker)
        self.picker.chosen.connect(self._on_unit)
        self.add_field("unidades", "Acrescentar outra unidade", self.picker)
        self.skipped = QComboBox(self)
        self.skipped.addItems(["nenhuma", *(str(count) for count in range(1, MAX_SKIPPED + 1))])
        self.add_field(
            "pular",
            "Épocas a pular, se quem convida disser que o começo dos protocolos já é de outro",
            self.skipped,
        )
        self.password = password_field(self)
        if found.pede_senha:
            self.add_field("senha", "Senha das chaves deste escritório", self.password)
        self.password.setVisible(found.pede_senha)
        self.column.addStretch(1)
        self.picker.setFocus()
        context.runner.read(self, service.atendidas, self._on_served, self.refuse)

    def chosen(self) -> tuple[str, ...]:
        """Identifiers of the units that are marked."""
        return tuple(unit for unit, box in self.units.items() if box.isChecked())

    @override
    def submit(self) -> None:
        """What is missing is said; else ask where to."""
        problems = {}
        if not self.chosen():
            problems["unidades"] = "Escolha ao menos uma unidade."
        if self._found.pede_senha and not self.password.text():
            problems["senha"] = "Digite a senha das chaves: sem ela nada pode ser assinado."
        if self.complain(problems):
            ask_folder(self, "Onde gravar o pedido", self.write)

    def write(self, folder: Path) -> None:
        """Sign what is owed and write the request there, in a worker."""
        self.set_busy(is_busy=True)
        wanted = partial(
            self._service.pedir,
            self.chosen(),
            folder,
            typed_bytes(self.password),
            self.skipped.currentIndex(),
        )
        self.context.runner.write(self, wanted, self.show_written, self.refuse)

    def show_written(self, done: PedidoGravado) -> None:
        """What to do with it now."""
        theme = self.context.theme
        self.turn_page()
        self.add_note("Pedido gravado", "").setFont(theme.font(1, bold=True))
        self.add_note(done.arquivo.name)
        self.add_note("Impressão do pedido, para ler em voz alta:", "")
        self.fingerprint = fingerprint_label(
            done.pedido.impressao, "Impressão do pedido", theme, self
        )
        self.column.addWidget(self.fingerprint)
        self.add_note(
            "Leve o arquivo a quem guarda a chave-raiz. Quando essa pessoa abrir o pedido, leia a "
            "impressão a ela, por telefone ou lado a lado. Depois aceite aqui o convite que ela "
            f"gravar. Os protocolos novos vão começar por {done.pedido.protocolo}.",
            "",
        )
        self.column.addStretch(1)
        self.save.hide()
        self.cancel.setText("Fechar")
        self.cancel.setFocus()

    def _on_served(self, units: Sequence[tuple[str, str]]) -> None:
        for unit, name in units:
            self._add(unit, name)
        if not units:
            self.units_words.setText(
                "Este escritório ainda não diz que unidades atende: procure as de que vai cuidar."
            )

    @Slot(str, str)
    def _on_unit(self, unit: str, words: str) -> None:
        self._add(unit, words)
        self.picker.show_unit("", "")

    def _add(self, unit: str, name: str) -> None:
        box = self.units.get(unit)
        if box is None:
            box = QCheckBox(name, self)
            self.units[unit] = box
            self._units.addWidget(box)
        box.setChecked(True)
