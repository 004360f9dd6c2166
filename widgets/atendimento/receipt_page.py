"""The reward of an attendance: the number, big; print; what happens next; the next resident."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.composicao import Escritorio
from app.services.impressos.impresso import Impresso, Papel
from app.services.impressos.recibo import PROXIMOS_PASSOS, DadosDoRecibo, recibo
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout


class ReceiptPage(QWidget):
    """See the module.

    Args:
        office: its name and what it serves, for the paper.
        context: the window's common things.
        parent: owner.

    Signals:
        next_requested: the next resident.
    """

    next_requested = Signal()

    def __init__(self, office: Escritorio, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._office = office
        self._context = context
        self._data: DadosDoRecibo | None = None
        theme = context.theme
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setFont(theme.font(2))
        self.number = QLabel(self)
        font = theme.mono_font(3)
        font.setPointSizeF(font.pointSizeF() * 1.7)
        font.setBold(True)
        self.number.setFont(font)
        self.number.setAccessibleName("Protocolo")
        self.number.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.facts = QLabel(self)
        self.facts.setWordWrap(True)
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.contact = QLabel(self)
        self.contact.setWordWrap(True)
        self.contact.setTextFormat(Qt.TextFormat.PlainText)
        steps = QLabel("\n".join(f"{at}. {one}" for at, one in enumerate(PROXIMOS_PASSOS, 1)), self)
        steps.setWordWrap(True)
        heading = QLabel("O que acontece agora", self)
        heading.setFont(theme.font(1, bold=True))
        self.next = QPushButton("Próxima", self)
        self.next.setProperty("kind", "primary")
        self.next.setToolTip("Atender a próxima pessoa (Enter)")
        self.next.clicked.connect(self.next_requested)
        self.print_a4 = self._button("Imprimir em folha A4", self._on_print_a4)
        self.print_roll = self._button("Imprimir em bobina de 80 mm", self._on_print_roll)
        self.save_pdf = self._button("Gravar PDF…", self._on_save)
        self.copy = self._button("Copiar o número", self._on_copy)
        buttons = QWidget(self)
        flow = FlowLayout(buttons, theme.px(8))
        for button in (self.next, self.print_a4, self.print_roll, self.save_pdf, self.copy):
            flow.addWidget(button)
        card = QFrame(self)
        card.setProperty("kind", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(*[theme.px(24)] * 4)
        inside.setSpacing(theme.px(12))
        for widget in (self.note, self.number, buttons, self.facts, heading, steps, self.contact):
            inside.addWidget(widget)
        holder = QWidget(self)
        around = QVBoxLayout(holder)
        around.setContentsMargins(0, theme.px(8), theme.px(8), 0)
        around.addWidget(card)
        around.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(holder)
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)

    def show_receipt(self, data: DadosDoRecibo, note: str) -> None:
        """Show a demand's receipt, and why it is shown."""
        self._data = data
        self.note.setText(note)
        self.number.setText(data.protocolo)
        said = [
            self._context.moments.exato(data.quando_ms),
            data.relato or "o texto foi eliminado",
            " · ".join(part for part in (data.local, data.unidade) if part) or "Local a confirmar",
        ]
        if data.aviso:
            said.append(data.aviso)
        self.facts.setText("\n".join(said))
        contact = data.contato
        has_number = contact is not None and contact.telefone is not None
        self.contact.setVisible(has_number)
        if contact is not None:
            self.contact.setText(
                f"Quem responde por este assunto: {contact.orgao}, {contact.telefone}"
                + (f" ({contact.observacao})" if contact.observacao else "")
            )
        self.next.setFocus(Qt.FocusReason.OtherFocusReason)

    def _button(self, text: str, slot: object) -> QPushButton:
        button = QPushButton(text, self)
        button.clicked.connect(slot)
        return button

    def _paper(self, data: DadosDoRecibo, paper: Papel) -> Impresso:
        when = self._context.moments.exato(data.quando_ms)
        return recibo(data, self._office.nome, when, paper, atende=self._office.atende)

    def _print(self, paper: Papel) -> None:
        if self._data is not None:
            self._context.paper.print(self._paper(self._data, paper), self)

    @Slot()
    def _on_print_a4(self) -> None:
        self._print("A4")

    @Slot()
    def _on_print_roll(self) -> None:
        self._print("bobina80")

    @Slot()
    def _on_copy(self) -> None:
        if self._data is not None:
            QGuiApplication.clipboard().setText(self._data.protocolo)

    @Slot()
    def _on_save(self) -> None:
        if self._data is None:
            return
        dialog = QFileDialog(self, "Gravar o recibo", "", "PDF (*.pdf)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile(f"recibo-{self._data.protocolo}.pdf")
        dialog.fileSelected.connect(self.save_to)
        dialog.open()

    @Slot(str)
    def save_to(self, chosen: str) -> None:
        """Write the sheet as PDF."""
        if self._data is None:
            return
        try:
            self._context.paper.save_pdf(self._paper(self._data, "A4"), Path(chosen))
        except Exception as error:  # noqa: BLE001 # routed: a notice, or the fault dialog for a bug
            self._context.report(error)
            return
        self._context.notify(f"Recibo gravado em {Path(chosen).name}.")
