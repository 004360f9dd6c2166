"""The detail of one event: what it says, what is sealed, whether it holds, what caused it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from app.services.evento_detalhe import DetailField, EventDetail
from app.services.rastro import Rastro
from widgets.eventos.part_columns import part_columns
from widgets.eventos.trace_model import TraceModel
from widgets.runtime.code_label import CodeLabel
from widgets.runtime.context import UiContext
from widgets.runtime.state_stack import StateStack
from widgets.runtime.table_model import RowsModel
from widgets.runtime.table_view import TableView
from widgets.runtime.words import counted, number

_TRACE_TAB: Final = 4
_HIDDEN_NO_ROLE: Final = "Partes restritas existem e não são mostradas a este papel."
_HIDDEN: Final = "Partes restritas ocultas: podem conter dados de moradores."


class DetailPane(QWidget):
    """Shows an ``EventDetail``; the trace is read when its tab is first looked at.

    Args:
        read_trace: number -> trace; runs in a worker.
        context: the window's common things.
        parent: owner.

    Signals:
        reveal_requested(int): show the restricted parts of this event.
        event_requested(int): open another event, from the trace.
    """

    reveal_requested = Signal(int)
    event_requested = Signal(int)

    def __init__(
        self, read_trace: Callable[[int], Rastro], context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Detalhe do evento")
        self._context = context
        self._read_trace = read_trace
        self._detail: EventDetail | None = None
        self._traced: int | None = None
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.heading.setWordWrap(True)
        self.sentence = QLabel(self)
        self.sentence.setProperty("kind", "secondary")
        self.sentence.setWordWrap(True)
        self.verdict = QLabel(self)
        self.verdict.setWordWrap(True)
        self.hidden = QLabel(self)
        self.hidden.setWordWrap(True)
        self.reveal = QPushButton("Mostrar partes restritas", self)
        self.reveal.clicked.connect(self._on_reveal)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("Partes do detalhe")
        self.tabs.tabBar().setAccessibleName("Partes do detalhe")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self._fields_area = QScrollArea(self)
        self._fields_area.setWidgetResizable(True)
        self._fields_area.setFrameShape(QFrame.Shape.NoFrame)
        self._fields_area.setAccessibleName("Resumo do evento")
        self.payload = self._text("Conteúdo do evento")
        self.header = self._text("Cabeçalho selado")
        self.parts = RowsModel(part_columns(), theme, self)
        self.parts_view = TableView("Partes do evento", "eventos/partes", theme, context.view, self)
        self.parts_view.show_model(self.parts)
        self.trace = TraceModel(context.moments, theme, self)
        self.tree = self._build_tree()
        self.trace_state = StateStack(self.tree, theme, self)
        self.trace_state.retry_requested.connect(self._load_trace)
        for page, word in (
            (self._fields_area, "Resumo"),
            (self._build_payload_page(), "Conteúdo"),
            (self.parts_view, "Partes"),
            (self.header, "Cabeçalho"),
            (self.trace_state, "Rastro"),
        ):
            self.tabs.addTab(page, word)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        column = QVBoxLayout()
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.setSpacing(theme.px(4))
        for widget in (self.heading, self.sentence, self.verdict):
            column.addWidget(widget)
        column.addWidget(self.tabs, 1)
        content = QWidget(self)
        content.setLayout(column)
        self.state = StateStack(content, theme, self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.state)
        self.show_nothing()

    @property
    def numero(self) -> int | None:
        """Number of the event shown."""
        return None if self._detail is None else self._detail.numero

    def show_nothing(self) -> None:
        """No event is chosen."""
        self._detail = None
        self._traced = None
        self.state.show_empty(
            "Nenhum evento escolhido", "Escolha uma linha da lista para ver o que ela guarda."
        )

    def show_detail(self, detail: EventDetail) -> None:
        """Fill everything in."""
        self._detail = detail
        moments = self._context.moments
        self.heading.setText(detail.tipo)
        self.sentence.setText(
            f"Nº {number(detail.numero)} · {detail.colonia} · {moments.relativo(detail.quando_ms)}"
        )
        self.sentence.setToolTip(moments.exato(detail.quando_ms))
        self._say_verdict(detail)
        self._fill_fields(detail.campos)
        empty = "Este evento não tem conteúdo que possa ser mostrado."
        self.payload.setPlainText(detail.conteudo or empty)
        self.header.setPlainText(detail.cabecalho)
        self.parts.set_rows(detail.partes)
        self.hidden.setVisible(detail.has_hidden)
        self.hidden.setText(_HIDDEN if detail.may_reveal else _HIDDEN_NO_ROLE)
        self.reveal.setVisible(detail.has_hidden and detail.may_reveal)
        self.state.show_content()
        if self.tabs.currentIndex() == _TRACE_TAB:
            self._load_trace()

    def _text(self, name: str) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        text.setFont(self._context.theme.mono_font(0))
        text.setAccessibleName(name)
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        return text

    def _build_payload_page(self) -> QWidget:
        page = QWidget(self)
        strip = QHBoxLayout()
        strip.addWidget(self.hidden, 1)
        strip.addWidget(self.reveal)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, self._context.theme.px(8), 0, 0)
        column.addLayout(strip)
        column.addWidget(self.payload, 1)
        return page

    def _build_tree(self) -> QTreeView:
        tree = QTreeView(self)
        tree.setModel(self.trace)
        tree.setAccessibleName("Árvore de causas")
        tree.setUniformRowHeights(True)
        tree.setIndentation(self._context.theme.px(14))
        tree.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        tree.setExpandsOnDoubleClick(False)
        head = tree.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        # The names give way, and whole they stand in the list beside: a number that is cut is another one.
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.activated.connect(self._on_trace_activated)
        return tree

    def _say_verdict(self, detail: EventDetail) -> None:
        absent = sum(not part.is_present for part in detail.partes)
        if detail.holds:
            text = "✓ Carimbo e partes conferem"
            if absent:
                text += f" · {counted(absent, 'parte ausente', 'partes ausentes')}"
        else:
            text = (
                "✗ Não confere: o que está gravado não corresponde ao carimbo. "
                "Verifique o registro e não confie neste evento."
            )
        kind = "ok" if detail.holds else "danger"
        self.verdict.setText(text)
        if self.verdict.property("kind") != kind:
            self.verdict.setProperty("kind", kind)
            self.verdict.style().unpolish(self.verdict)
            self.verdict.style().polish(self.verdict)

    def _fill_fields(self, fields: tuple[DetailField, ...]) -> None:
        theme, moments = self._context.theme, self._context.moments
        page = QWidget(self._fields_area)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, theme.px(8), 0, theme.px(8))
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.px(4))
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(fields):
            label = QLabel(field.rotulo, page)
            label.setProperty("kind", "secondary")
            label.setToolTip(field.explicacao)
            value: QWidget
            if field.is_code:
                value = CodeLabel(field.valor, field.rotulo, theme, self._context.icons, page)
            else:
                text = field.valor
                if field.momento_ms is not None:
                    text = moments.exato(field.momento_ms)
                value = QLabel(text, page)
                value.setWordWrap(True)
                value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            middle, top = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
            grid.addWidget(label, row, 0, middle if field.is_code else top)
            grid.addWidget(value, row, 1)
        grid.setRowStretch(len(fields), 1)
        self._fields_area.setWidget(page)

    @Slot()
    def _load_trace(self) -> None:
        detail = self._detail
        if detail is None or self._traced == detail.numero:
            return
        self.trace_state.show_loading()
        self._context.runner.read(
            self,
            partial(self._read_trace, detail.numero),
            partial(self._on_trace, detail.numero),
            self._on_trace_failed,
            key="rastro",
        )

    def _on_trace(self, numero: int, trace: Rastro) -> None:
        self._traced = numero
        self.trace.set_trace(trace, numero)
        self.tree.expandAll()
        here = self.trace.index_of(numero)
        self.tree.setCurrentIndex(here)
        self.tree.scrollTo(here)
        self.trace_state.show_content()
        if trace.is_cut:
            self._context.notify(
                f"O rastro é maior do que cabe aqui: mostrados {counted(trace.total, 'evento', 'eventos')}."
            )

    def _on_trace_failed(self, error: BaseException) -> None:
        self.trace_state.show_error(self._context.describe(error).frase)

    @Slot(int)
    def _on_tab_changed(self, at: int) -> None:
        if at == _TRACE_TAB:
            self._load_trace()

    @Slot(QModelIndex)
    def _on_trace_activated(self, index: QModelIndex) -> None:
        numero = self.trace.number_at(index)
        if numero is not None:
            self.event_requested.emit(numero)

    @Slot()
    def _on_reveal(self) -> None:
        if self._detail is not None:
            self.reveal_requested.emit(self._detail.numero)
