"""The report as a form: free words, a kind, and the fields of that kind. Values only, no reads.

Fields of another kind keep what was typed while the person tries kinds; a report takes only those
of the chosen one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.services.gabinete_formulario import FORMULARIOS, CampoDoFormulario
from widgets.gabinete.words import CAMPO, OPCAO, TIPO
from widgets.runtime.theme.theme import Theme

_CHOOSE = "Escolha…"


class ReportForm(QWidget):
    """See the module.

    Signals:
        edited: the person changed something.
        error_shown(QWidget): this now says what is wrong.
    """

    edited = Signal()
    error_shown = Signal(QWidget)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._typed: dict[str, str] = {}
        self._fields: dict[str, QLineEdit | QComboBox] = {}
        self._errors: dict[str, QLabel] = {}
        self._is_filling = False
        words = QLabel("O que foi feito", self)
        self.kept = QLabel(self)
        self.kept.setProperty("kind", "secondary")
        self.text = QPlainTextEdit(self)
        self.text.setProperty("kind", "input")
        self.text.setAccessibleName("O que foi feito")
        self.text.setPlaceholderText("Conte com suas palavras. O tipo é sugerido pelo texto.")
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(theme.px(84))
        self.text.setMaximumHeight(theme.px(120))
        words.setBuddy(self.text)
        self.text.textChanged.connect(self._on_edited)
        kind = QLabel("Tipo", self)
        self.kind = QComboBox(self)
        self.kind.setAccessibleName("Tipo da atualização")
        self.kind.view().setAccessibleName("Tipos de atualização")
        self.kind.addItem(_CHOOSE, "")
        for code, word in TIPO.items():
            self.kind.addItem(word, code)
        kind.setBuddy(self.kind)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self._place = QWidget(self)
        self._rows = QVBoxLayout(self._place)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.px(4))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(4))
        head = QHBoxLayout()
        head.addWidget(words, 1)
        head.addWidget(self.kept)
        column.addLayout(head)
        column.addWidget(self.text)
        self.text_error = self._error(column)
        column.addWidget(kind)
        column.addWidget(self.kind)
        self.kind_error = self._error(column)
        column.addWidget(self._place)

    @property
    def tipo(self) -> str:
        """The chosen kind; empty for none."""
        return str(self.kind.currentData() or "")

    @property
    def texto(self) -> str:
        """The words as typed."""
        return self.text.toPlainText()

    @property
    def campos(self) -> dict[str, str]:
        """The fields of the chosen kind that say something."""
        return {name: value for name in self._fields if (value := self._value(name))}

    @property
    def is_empty(self) -> bool:
        """Nothing was typed or chosen."""
        return not (self.texto.strip() or self.tipo)

    def content(self) -> dict[str, Any]:
        """All of it, as a draft keeps it."""
        self._remember()
        typed = {name: value for name, value in sorted(self._typed.items()) if value}
        return {"texto": self.texto, "tipo": self.tipo, "campos": typed}

    def fill(self, content: Mapping[str, Any]) -> None:
        """Show a draft; does not count as an edit."""
        self._is_filling = True
        self._typed = {str(k): str(v) for k, v in dict(content.get("campos") or {}).items()}
        self.text.setPlainText(str(content.get("texto") or ""))
        self._choose(str(content.get("tipo") or ""))
        self._build_fields()
        self.clear_errors()
        self._is_filling = False

    def suggest(self, tipo: str, campos: Mapping[str, str]) -> None:
        """Take a suggestion: what the person wrote stands before it."""
        self._remember()
        self._typed = {**campos, **{k: v for k, v in self._typed.items() if v}}
        self._is_filling = True
        self._choose(tipo)
        self._build_fields()
        self._is_filling = False
        self.edited.emit()

    def choose(self, tipo: str, **campos: str) -> None:
        """Set the kind and some of its fields."""
        self._remember()
        self._typed |= campos
        self._is_filling = True
        self._choose(tipo)
        self._build_fields()
        self._is_filling = False
        self.edited.emit()

    def clear_errors(self) -> None:
        """Nothing is wrong."""
        for label in (self.text_error, self.kind_error, *self._errors.values()):
            label.hide()

    def show_error(self, field: str, sentence: str) -> bool:
        """Say what is wrong under a field (``texto``, ``tipo`` or one of the kind's), and go there.

        Returns:
            False where the form has no such field.
        """
        own: dict[str, tuple[QLabel, QWidget]] = {
            "texto": (self.text_error, self.text),
            "tipo": (self.kind_error, self.kind),
            **{name: (label, self._fields[name]) for name, label in self._errors.items()},
        }
        if field not in own:
            return False
        label, widget = own[field]
        label.setText(sentence)
        label.show()
        widget.setFocus()
        self.error_shown.emit(label)
        return True

    def missing(self) -> tuple[str, str] | None:
        """The first thing that is not filled in: field and sentence."""
        if not self.texto.strip():
            return "texto", "Conte o que foi feito."
        if not self.tipo:
            return "tipo", "Escolha o tipo, ou aceite o sugerido."
        for field in FORMULARIOS[self.tipo]:
            if field.is_obrigatorio and not self._value(field.nome):
                return field.nome, "Preencha este campo."
        return None

    def _choose(self, tipo: str) -> None:
        self.kind.setCurrentIndex(max(0, self.kind.findData(tipo)))

    def _value(self, name: str) -> str:
        field = self._fields[name]
        if isinstance(field, QComboBox):
            return str(field.currentData() or "")
        return field.text().strip()

    def _remember(self) -> None:
        self._typed |= {name: self._value(name) for name in self._fields}

    def _build_fields(self) -> None:
        self._fields, self._errors = {}, {}
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for field in FORMULARIOS.get(self.tipo, ()):
            self._add_field(field)

    def _add_field(self, field: CampoDoFormulario) -> None:
        words = CAMPO.get(field.nome, field.nome)
        notes = [] if field.is_obrigatorio else ["pode faltar"]
        notes += ["não é publicado"] if field.is_interno else []
        label = QLabel(f"{words} ({', '.join(notes)})" if notes else words, self._place)
        widget: QLineEdit | QComboBox
        if field.tipo == "codigo":
            widget = QComboBox(self._place)
            widget.view().setAccessibleName(words)
            widget.addItem(_CHOOSE, "")
            for code in field.opcoes:
                widget.addItem(OPCAO.get(code, code), code)
            widget.setCurrentIndex(max(0, widget.findData(self._typed.get(field.nome, ""))))
            widget.currentIndexChanged.connect(self._on_edited)
        else:
            widget = QLineEdit(self._place)
            widget.setText(_shown_day(self._typed.get(field.nome, ""), field.tipo))
            if field.tipo == "dia":
                widget.setPlaceholderText("dia/mês/ano, por exemplo 30/11/2026")
            widget.textChanged.connect(self._on_edited)
        widget.setAccessibleName(words)
        label.setBuddy(widget)
        self._rows.addWidget(label)
        self._rows.addWidget(widget)
        self._fields[field.nome] = widget
        self._errors[field.nome] = self._error(self._rows)

    def _error(self, column: QVBoxLayout) -> QLabel:
        label = QLabel(self)
        label.setProperty("kind", "danger")
        label.setWordWrap(True)
        label.hide()
        column.addWidget(label)
        return label

    @Slot()
    def _on_edited(self) -> None:
        if not self._is_filling:
            self.edited.emit()

    @Slot()
    def _on_kind(self) -> None:
        if not self._is_filling:
            self._remember()
            self._build_fields()
            self.edited.emit()


def _shown_day(value: str, tipo: str) -> str:
    """A stored day as a person writes it."""
    parts = value.split("-")
    is_iso = tipo == "dia" and [len(part) for part in parts] == [4, 2, 2]
    return "/".join(reversed(parts)) if is_iso else value
