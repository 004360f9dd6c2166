"""Giving an event up for a colony: the consequence, a reason for the record, and the act."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.saude import ParadoRow
from widgets.runtime.dialog import Dialog, foot
from widgets.runtime.theme.theme import Theme
from widgets.runtime.words import number


class ReleaseDialog(Dialog):
    """Asks for the reason; shown with ``open``.

    Signals:
        confirmed(ParadoRow, str): release it, for this reason.
    """

    confirmed = Signal(object, str)

    def __init__(self, row: ParadoRow, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Liberar evento descartado")
        self.resize(theme.px(480), theme.px(300))
        self._row = row
        title = QLabel(f"Liberar o evento {number(row.numero)} ({row.tipo})", self)
        title.setFont(theme.font(2))
        consequence = QLabel(
            f"A colônia {row.colonia} {row.nome} seguirá sem este evento, e o que esperava atrás "
            "dele volta a andar. O evento continua no registro. Isto não pode ser desfeito e fica "
            "gravado com o motivo.",
            self,
        )
        label = QLabel("Motivo", self)
        self.reason = QPlainTextEdit(self)
        self.reason.setProperty("kind", "input")
        self.reason.setTabChangesFocus(True)
        self.reason.setAccessibleName("Motivo")
        label.setBuddy(self.reason)
        self.error = QLabel(self)
        self.error.setProperty("kind", "danger")
        self.error.hide()
        self.release = QPushButton("Liberar para sempre", self)
        self.release.setProperty("kind", "danger")
        self.release.setAutoDefault(False)
        self.release.clicked.connect(self._on_release)
        keep = QPushButton("Manter parado", self)
        keep.setDefault(True)
        keep.clicked.connect(self.reject)
        save = QShortcut(QKeySequence("Ctrl+Return"), self)
        save.activated.connect(self._on_release)
        for text in (title, consequence, self.error):
            text.setWordWrap(True)
        buttons = foot(self.release, keep)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(8))
        for widget in (title, consequence, label):
            column.addWidget(widget)
        column.addWidget(self.reason, 1)
        column.addWidget(self.error)
        column.addLayout(buttons)
        self.reason.setFocus()

    @Slot()
    def _on_release(self) -> None:
        reason = self.reason.toPlainText().strip()
        if not reason:
            self.error.setText("Escreva por que este evento pode ser deixado de lado.")
            self.error.show()
            self.reason.setFocus()
            return
        self.confirmed.emit(self._row, reason)
        self.accept()
