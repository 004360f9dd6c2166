"""One item of moderation: the whole content, what is known around it, and the decision below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.services.moderacao_item import Item
from app.services.moderacao_vistas import STATUS, tipo_dito
from app.services.momentos import ms_de
from widgets.moderacao.item_words import (
    TEMPLATES,
    description_lines,
    history_lines,
    note_lines,
    place_of,
    reasons_of,
    what_of,
)
from widgets.moderacao.marked_text import MarkedText
from widgets.runtime.code_label import short
from widgets.runtime.context import UiContext
from widgets.runtime.flow_layout import FlowLayout
from widgets.runtime.photo import Photo
from widgets.runtime.state_stack import StateStack


class ItemPane(QWidget):
    """Shows one item.

    Signals:
        decided(str): aprovado or bloqueado.
        removal_requested: remove it for good.
        reversal_requested: take the decision back.
        skipped: on to the next one, without a decision.
        noted(str, bool): a note; and whether another moderator should decide.
        demand_requested(str): the demand's own screen.
    """

    decided = Signal(str)
    removal_requested = Signal()
    reversal_requested = Signal()
    skipped = Signal()
    noted = Signal(str, bool)
    demand_requested = Signal(str)

    def __init__(self, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.item: Item | None = None
        self.photo: Photo | None = None
        self._is_held_by_other = False
        theme = context.theme
        self.heading = QLabel(self)
        self.heading.setFont(theme.font(2))
        self.what = self._secondary()
        self.lease = self._secondary()
        self.words = MarkedText("Texto em julgamento", theme, self)
        self.marked = self._secondary()
        self.raw = self._selectable()
        self.description = self._selectable()
        self.place = self._secondary()
        self.history = self._secondary()
        self.timeline = self._secondary()
        self.notes = self._selectable()
        self.pictures = QWidget(self)
        self._picture_column = QVBoxLayout(self.pictures)
        self._picture_column.setContentsMargins(0, 0, 0, 0)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText("Anotação para os outros moderadores…  N")
        self.note.setAccessibleName("Anotação para os outros moderadores")
        self.note.setMaxLength(2_000)
        self.note.returnPressed.connect(self._on_note)
        self.keep_note = QPushButton("Anotar", self)
        self.keep_note.clicked.connect(self._on_note)
        self.opinion = QPushButton("O   Pedir 2ª opinião", self)
        self.opinion.clicked.connect(self.ask_opinion)
        self.reason = QComboBox(self)
        self.reason.setEditable(True)
        self.reason.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.reason.addItems(["", *TEMPLATES])
        self.reason.setAccessibleName("Motivo da decisão, não publicado")
        self.reason.view().setAccessibleName("Motivos de todo dia")
        line = self.reason.lineEdit()
        if line is not None:
            line.setPlaceholderText("Motivo, se houver (não é publicado)…  T")
            line.setAccessibleName("Motivo da decisão, não publicado")
        self._make_buttons()
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.px(12), 0, 0, 0)
        column.setSpacing(theme.px(8))
        for widget in (self.heading, self.lease):
            column.addWidget(widget)
        column.addWidget(self._scrolling(), 1)
        column.addWidget(
            self._flow(self.approve, self.block, self.reverse, self.skip, self.demand, self.remove)
        )
        self.state = StateStack(content, theme, self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.state)
        self.show_nothing()

    def _make_buttons(self) -> None:
        self.approve = QPushButton("A   Aprovar", self)
        self.approve.setProperty("kind", "primary")
        self.approve.clicked.connect(self._on_approve)
        self.block = QPushButton("B   Bloquear", self)
        self.block.clicked.connect(self._on_block)
        self.remove = QPushButton("X   Remover…", self)
        self.remove.setProperty("kind", "danger")
        self.remove.clicked.connect(self.removal_requested)
        self.reverse = QPushButton("R   Reverter", self)
        self.reverse.clicked.connect(self.reversal_requested)
        self.skip = QPushButton("P   Pular", self)
        self.skip.clicked.connect(self.skipped)
        self.demand = QPushButton("D   Abrir demanda", self)
        self.demand.clicked.connect(self.ask_for_demand)

    @property
    def motive(self) -> str:
        """Why, as written or chosen."""
        return self.reason.currentText().strip()

    def show_nothing(self, title: str = "Nenhum item escolhido", text: str = "") -> None:
        """No item."""
        self.item = None
        self.state.show_empty(title, text or "Escolha uma linha da fila.")

    def show_item(self, item: Item) -> None:
        """Fill everything in."""
        one = item.item
        is_other = self.item is None or self.item.item.item_id != one.item_id
        if not is_other and self.item is not None and self.item.item.status != one.status:
            self._cover(item)
        self.item = item
        moments = self._context.moments
        since = ms_de(one.entrou_em)
        name = item.protocolo or short(one.demanda_id)
        self.heading.setText(f"{tipo_dito(one).capitalize()} · {name} · {STATUS[one.status]}")
        self.what.setText(f"{what_of(item)} Na fila {moments.relativo(since)}.")
        self.what.setToolTip(moments.exato(since))
        self._show_words(item)
        self._show_description(item)
        self.place.setText(place_of(item))
        self.place.setVisible(bool(self.place.text()))
        self.history.setText("\n".join(history_lines(item, moments)))
        self.history.setVisible(bool(item.historico))
        self.notes.setText("\n".join(note_lines(item, moments)))
        self.notes.setVisible(bool(item.notas))
        if is_other:
            self._is_held_by_other = False
            self.lease.clear()
            self.lease.hide()
            self.timeline.hide()
            self.reason.setCurrentIndex(0)
            self.note.clear()
            self.show_picture(None)
            self._area.verticalScrollBar().setValue(0)
        self._enable()
        self.state.show_content()

    def show_picture(self, content: bytes | None) -> None:
        """The picture of the item, blurred."""
        if self.photo is not None:
            self.photo.setParent(None)
            self.photo.deleteLater()
            self.photo = None
        if content is not None:
            self.photo = Photo(content, 1, self._context, self.pictures)
            self._picture_column.addWidget(self.photo)
        self.pictures.setVisible(content is not None)

    def _cover(self, item: Item) -> None:
        """Somebody decided on what is shown: a removed picture goes, another one is blurred again."""
        if item.item.status == "removido":
            self.show_picture(None)
        elif self.photo is not None and self.photo.is_shown:
            self.photo.flip()

    def show_story(self, lines: Sequence[str]) -> None:
        """The newest lines of the demand's public timeline."""
        self.timeline.setText("\n".join(["História da demanda:", *lines]))
        self.timeline.setVisible(bool(lines))

    def show_lease(self, words: str, *, is_mine: bool) -> None:
        """Who holds the item and until when; somebody else's cannot be decided on."""
        self.lease.setText(words)
        self.lease.show()
        kind = "secondary" if is_mine else "warning"
        if self.lease.property("kind") != kind:
            self.lease.setProperty("kind", kind)
            self.lease.style().unpolish(self.lease)
            self.lease.style().polish(self.lease)
        self._is_held_by_other = not is_mine
        self._enable()

    @Slot()
    def ask_for_demand(self) -> None:
        """As the key does."""
        if self.item is not None:
            self.demand_requested.emit(self.item.item.demanda_id)

    @Slot()
    def flip_picture(self) -> None:
        """Show the picture, or blur it again."""
        if self.photo is not None and self.photo.is_readable:
            self.photo.flip()

    @Slot()
    def ask_opinion(self) -> None:
        """Have another moderator decide, with whatever note was written."""
        if self.item is not None and self.opinion.isEnabled():
            self.noted.emit(self.note.text(), True)
            self.note.clear()

    def press(self, button: QPushButton) -> None:
        """As a click, where the button is there and may be pressed."""
        if button.isVisible() and button.isEnabled():
            button.click()

    def _enable(self) -> None:
        item = self.item
        if item is None:
            return
        account = self._context.session.conta
        is_own = account is not None and account.conta_id in item.autores
        status = item.item.status
        may = not self._is_held_by_other and not is_own and item.item.is_vigente
        is_gone = status in {"removido", "substituido"}
        for button, is_there in (
            (self.approve, item.is_aberto),
            (self.block, item.is_aberto),
            (self.reverse, status in {"aprovado", "bloqueado"}),
            (self.remove, item.item.tipo != "relato" and not is_gone),
        ):
            button.setVisible(is_there)
            button.setEnabled(may)
        self.reverse.setText(
            "R   Bloquear em vez disso" if status == "aprovado" else "R   Aprovar em vez disso"
        )
        self.reason.setVisible(not is_gone)
        self.opinion.setVisible(item.is_aberto)
        if is_own:
            self.lease.setText("Esta conta escreveu isto. Deixe-o para outra; pule com P.")
            self.lease.show()

    def _show_words(self, item: Item) -> None:
        text = item.texto
        self.words.setVisible(text is not None or item.item.tipo != "anexo")
        self.words.show_text(
            "O conteúdo não está mais aqui." if text is None else text,
            () if text is None else item.marcas,
        )
        said = reasons_of(item)
        self.marked.setText(said)
        self.marked.setVisible(bool(said))
        self.raw.setText("" if item.bruto is None else f"Como foi dito:\n{item.bruto}")
        self.raw.setVisible(item.bruto is not None)

    def _show_description(self, item: Item) -> None:
        lines = description_lines(item)
        self.description.setVisible(bool(lines))
        self.description.setText("\n".join(lines))

    @Slot()
    def _on_note(self) -> None:
        if self.item is not None and self.note.text().strip():
            self.noted.emit(self.note.text(), False)
            self.note.clear()

    @Slot()
    def _on_approve(self) -> None:
        self.decided.emit("aprovado")

    @Slot()
    def _on_block(self) -> None:
        self.decided.emit("bloqueado")

    def _secondary(self) -> QLabel:
        label = QLabel(self)
        label.setProperty("kind", "secondary")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _selectable(self) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setWordWrap(True)
        return label

    def _scrolling(self) -> QScrollArea:
        body = QWidget(self)
        column = QVBoxLayout(body)
        px = self._context.theme.px
        column.setContentsMargins(0, 0, px(8), 0)
        column.setSpacing(px(8))
        card = QFrame(body)
        card.setProperty("kind", "card")
        inside = QVBoxLayout(card)
        inside.setSpacing(px(8))
        for widget in (self.words, self.pictures, self.marked, self.description, self.raw):
            inside.addWidget(widget)
        column.addWidget(card)
        column.addWidget(self.reason)
        for widget in (self.what, self.place, self.notes):
            column.addWidget(widget)
        column.addWidget(self.note)
        column.addWidget(self._flow(self.keep_note, self.opinion))
        for widget in (self.history, self.timeline):
            column.addWidget(widget)
        column.addStretch(1)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setAccessibleName("Item de moderação")
        self._area.setWidget(body)
        return self._area

    def _flow(self, *buttons: QWidget) -> QWidget:
        holder = QWidget(self)
        row = FlowLayout(holder, self._context.theme.px(8))
        for button in buttons:
            row.addWidget(button)
        return holder
