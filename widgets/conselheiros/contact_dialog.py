"""How to reach one councillor. It was written down who opened it, and the window says so."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.services.designacoes import Contato
from widgets.runtime.dialog import Dialog
from widgets.runtime.theme.theme import Theme


class ContactDialog(Dialog):
    """Shown with ``open``; deletes itself."""

    def __init__(self, contact: Contato, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Contato do conselheiro")
        self.setMinimumWidth(theme.px(380))
        title = QLabel(contact.nome or "Nome eliminado", self)
        title.setFont(theme.font(2))
        title.setWordWrap(True)
        form = QFormLayout()
        form.setHorizontalSpacing(theme.px(12))
        self.values: list[QLabel] = []
        for name, value in (
            ("Telefone", contact.telefone),
            ("E-mail", contact.email),
            ("Endereço", contact.endereco),
        ):
            label = QLabel(value or "não informado", self)
            label.setWordWrap(True)
            label.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            label.setAccessibleName(f"{name}: {value or 'não informado'}")
            self.values.append(label)
            form.addRow(name, label)
        note = QLabel("Ficou registrado que você abriu estes dados.", self)
        note.setProperty("kind", "secondary")
        note.setWordWrap(True)
        close = QPushButton("Fechar", self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(title)
        column.addLayout(form)
        column.addWidget(note)
        column.addStretch(1)
        column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
