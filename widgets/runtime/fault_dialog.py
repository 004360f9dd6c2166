"""A fault of the program itself: a sentence, and a report to copy, without personal data."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.services.falhas import Falha
from widgets.runtime.dialog import Dialog
from widgets.runtime.theme.theme import Theme


class FaultDialog(Dialog):
    """Shown with ``open``; the window behind goes on living.

    Args:
        falha: what to show; its report was made without personal data.
        theme: fonts and spaces.
        parent: the window.
    """

    def __init__(self, falha: Falha, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("O programa falhou")
        self.resize(theme.px(560), theme.px(360))
        sentence = QLabel(falha.frase, self)
        sentence.setWordWrap(True)
        sentence.setAccessibleName(falha.frase)
        hint = QLabel("O relatório abaixo não contém dados de moradores.", self)
        hint.setProperty("kind", "secondary")
        hint.setWordWrap(True)
        self._report = QPlainTextEdit(falha.relatorio, self)
        self._report.setReadOnly(True)
        self._report.setTabChangesFocus(True)
        self._report.setFont(theme.mono_font(0))
        self._report.setAccessibleName("Relatório da falha")
        self._copy = QPushButton("Copiar relatório", self)
        self._copy.setAutoDefault(False)
        self._copy.clicked.connect(self._on_copy)
        close = QPushButton("Continuar", self)
        close.setProperty("kind", "primary")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(self._copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(16)] * 4)
        column.setSpacing(theme.px(12))
        column.addWidget(sentence)
        column.addWidget(hint)
        column.addWidget(self._report, 1)
        column.addLayout(buttons)
        close.setFocus()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report.toPlainText())
        self._copy.setText("Copiado")
