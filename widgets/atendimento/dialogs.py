"""The counter's small questions: what to do with a draft, which one to go on with, what the terms say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.services.atendimento import Aberto
from app.services.atendimento_termos import Termo
from app.services.momentos import ms_de
from widgets.runtime.columns import Column
from widgets.runtime.context import UiContext
from widgets.runtime.dialog import Dialog
from widgets.runtime.table_model import RowsModel

_START: Final = 60


class _Dialog(Dialog):
    """A dialog with a heading, wrapped sentences and a row of buttons."""

    def __init__(self, title: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._theme = context.theme
        theme = context.theme
        heading = QLabel(title, self)
        heading.setFont(theme.font(2))
        heading.setWordWrap(True)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(*[theme.px(16)] * 4)
        self.column.setSpacing(theme.px(12))
        self.column.addWidget(heading)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(theme.px(8))

    def finish(self) -> None:
        """Put the buttons under what was added."""
        self.column.addLayout(self.buttons)

    def button(self, text: str, slot: Callable[[], object], kind: str = "") -> QPushButton:
        """A button that acts and closes."""
        made = QPushButton(text, self)
        made.setAutoDefault(False)
        if kind:
            made.setProperty("kind", kind)
        made.clicked.connect(lambda _checked=False: slot())
        self.buttons.addWidget(made)
        return made


class LeaveDialog(_Dialog):
    """Esc over a form with something in it: keep it for later, throw it away, or go on.

    Signals:
        kept: keep the draft and begin another attendance.
        dropped: throw it away.
    """

    kept = Signal()
    dropped = Signal()

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__("Deixar este atendimento?", context, parent)
        words = QLabel(
            "O que foi digitado está guardado como rascunho e pode ser retomado depois.", self
        )
        words.setWordWrap(True)
        self.column.addWidget(words)
        self.drop = self.button("Descartar o rascunho", self._on_drop, "danger")
        self.buttons.addStretch(1)
        self.keep = self.button("Guardar e começar outro", self._on_keep)
        self.stay = self.button("Continuar aqui", self.reject, "primary")
        self.finish()
        self.stay.setDefault(True)
        self.stay.setFocus()

    @Slot()
    def _on_keep(self) -> None:
        self.kept.emit()
        self.accept()

    @Slot()
    def _on_drop(self) -> None:
        self.dropped.emit()
        self.accept()


class DraftsDialog(_Dialog):
    """The attendances that were begun and not registered.

    Signals:
        chosen(str, bool): go on with this one; True where another window has it open.
        dropped(str): throw this one away.
    """

    chosen = Signal(str, bool)
    dropped = Signal(str)

    def __init__(self, drafts: Sequence[Aberto], context: UiContext, parent: QWidget) -> None:
        super().__init__("Atendimentos não terminados", context, parent)
        self._context = context
        self.resize(self._theme.px(560), self._theme.px(360))
        column = Column("texto", "Rascunhos", self._words, tooltip=lambda one: one.ficha.texto)
        self.rows_model = RowsModel((column,), context.theme, self)
        self.rows_model.set_rows(drafts)
        self.list = QListView(self)
        self.list.setModel(self.rows_model)
        self.list.setAccessibleName("Atendimentos não terminados")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setWordWrap(True)
        self.list.setSpacing(self._theme.px(2))
        self.list.activated.connect(self._on_activated)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("kind", "warning")
        self.column.addWidget(self.list, 1)
        self.column.addWidget(self.note)
        self.drop = self.button("Descartar o rascunho", self._on_drop, "danger")
        self.buttons.addStretch(1)
        self.button("Fechar", self.reject)
        self.go_on = self.button("Continuar", self._on_go_on, "primary")
        self.finish()
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.setCurrentIndex(self.rows_model.index(0, 0))
        self.list.setFocus()

    @property
    def current(self) -> Aberto | None:
        """The draft that is marked."""
        found: Aberto | None = self.rows_model.row_at(self.list.currentIndex().row())
        return found

    def _words(self, one: Aberto) -> str:
        text = " ".join(one.ficha.texto.split()) or one.ficha.local or "(sem texto)"
        start = text if len(text) <= _START else text[:_START].rstrip() + "…"
        moments = self._context.moments
        said = [f"{moments.relativo(one.alterado_ms)} ({moments.curto(one.alterado_ms)[:16]})"]
        if one.de_quem:
            said.append(f"começado por {one.de_quem}")
        if one.em_outra_janela and one.rascunho.janela_ate is not None:
            until = moments.curto(ms_de(one.rascunho.janela_ate)).split(" ")[1][:5]
            said.append(f"aberto em outra janela, guardado para ela até {until}")
        return f"{start}\n{' · '.join(said)}"

    @Slot(QModelIndex, QModelIndex)
    def _on_current(self, _now: QModelIndex, _before: QModelIndex) -> None:
        one = self.current
        is_elsewhere = one is not None and one.em_outra_janela
        self.note.setText(
            "Este está aberto em outra janela. Aberto aqui, a outra janela é avisada e continua "
            "num rascunho novo."
            if is_elsewhere
            else ""
        )
        self.note.setVisible(is_elsewhere)
        self.go_on.setText("Abrir aqui assim mesmo" if is_elsewhere else "Continuar")
        self.go_on.setEnabled(one is not None)
        self.drop.setEnabled(one is not None and not is_elsewhere)

    @Slot(QModelIndex)
    def _on_activated(self, _at: QModelIndex) -> None:
        self._on_go_on()

    @Slot()
    def _on_go_on(self) -> None:
        one = self.current
        if one is not None:
            self.chosen.emit(one.rascunho.rascunho_id, one.em_outra_janela)
            self.accept()

    @Slot()
    def _on_drop(self) -> None:
        one = self.current
        if one is None:
            return
        self.dropped.emit(one.rascunho.rascunho_id)
        rest = tuple(row for row in self.rows_model.rows if row is not one)
        self.rows_model.set_rows(rest)
        if not rest:
            self.reject()


class TermsDialog(_Dialog):
    """What a resident agrees to, to be read aloud."""

    def __init__(self, terms: Sequence[Termo], context: UiContext, parent: QWidget) -> None:
        super().__init__("Termos de atendimento", context, parent)
        self.resize(self._theme.px(560), self._theme.px(420))
        text = QTextBrowser(self)
        text.setAccessibleName("Termos de atendimento")
        text.setMarkdown("\n\n".join(f"**{one.titulo}.** {one.texto}" for one in terms))
        self.column.addWidget(text, 1)
        self.buttons.addStretch(1)
        self.button("Fechar", self.reject, "primary")
        self.finish()
        text.setFocus()
