"""What everybody would read of the report, and what would stay inside the office."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.services.relatoria import Previa
from widgets.gabinete.words import CAMPO, OPCAO, PADRAO
from widgets.runtime.theme.theme import Theme


class PreviewBox(QFrame):
    """See the module. What is suspicious is named, never quoted."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setAccessibleName("Prévia do que será publicado")
        title = QLabel("O que todos vão ler", self)
        title.setFont(theme.font(1, bold=True))
        self.public = QLabel(self)
        self.fields = QLabel(self)
        self.warning = QLabel(self)
        self.warning.setProperty("kind", "warning")
        inside = QLabel("O que fica só no escritório", self)
        inside.setFont(theme.font(1, bold=True))
        self.inside = QLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(12)] * 4)
        column.setSpacing(theme.px(4))
        for label in (title, self.public, self.fields, self.warning, inside, self.inside):
            label.setWordWrap(True)
            column.addWidget(label)

    def show_preview(self, found: Previa) -> None:
        """Fill everything in."""
        held = found.publica is None
        self.public.setText(
            "O texto espera um moderador antes de aparecer." if found.publica is None
            else found.publica or "–"
        )  # fmt: skip
        shown = [
            f"{CAMPO.get(name, name)}: {_value(value)}"
            for name, value in found.campos_publicos.items()
        ]
        self.fields.setText("\n".join(shown))
        self.fields.setVisible(bool(shown))
        self.warning.setText(
            _why_held(found)
            if held
            else "Nomes de pessoas foram tirados do texto."
            if found.is_alterada
            else ""
        )
        self.warning.setVisible(bool(self.warning.text()))
        kept = ["o texto como você escreveu"] if held or found.is_alterada else []
        kept += [CAMPO.get(name, name).lower() for name in found.campos_internos]
        kept.append("quem registrou")
        self.inside.setText(", ".join(kept))


def _why_held(found: Previa) -> str:
    parts = [PADRAO.get(one, one) for one in found.padroes]
    reasons = [f"parece trazer {' e '.join(parts)}"] if parts else []
    if found.termos_da_lista:
        reasons.append("tem palavra da lista de moderação")
    return f"⚠ O texto {' e '.join(reasons)}. Tire isso para que apareça logo."


def _value(value: str) -> str:
    parts = value.split("-")
    if [len(part) for part in parts] == [4, 2, 2]:
        return "/".join(reversed(parts))
    return OPCAO.get(value, value)
