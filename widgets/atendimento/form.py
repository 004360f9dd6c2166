"""The counter's form in the order of a conversation: what happened, where, who.

It holds no demand and writes nothing: it gives a ``Ficha``, shows one, and shows what is wrong with
it. Every field can be reached by Tab from top to bottom; Enter goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from app.services.atendimento import AtendimentoService
from app.services.atendimento_ficha import CAMPOS, CANAIS, Ficha
from widgets.atendimento.citizen_section import CitizenSection
from widgets.atendimento.place_section import PlaceSection
from widgets.runtime.context import UiContext
from widgets.runtime.field import Field, line_field
from widgets.runtime.galeria.photo_section import PhotoSection

_TEXT_LINES: Final = 6


class WordsEdit(QPlainTextEdit):
    """The resident's words; a picture or a file that is pasted or dropped here is a photo.

    Args:
        photos: takes it.
        parent: the form.
    """

    def __init__(self, photos: PhotoSection, parent: QWidget) -> None:
        super().__init__(parent)
        self._photos = photos

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Words, and what the photos take."""
        return self._photos.takes(source) or super().canInsertFromMimeData(source)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        """Words stay words, also where a picture of them is copied along."""
        if (self._photos.takes(source) and not source.hasText()) or any(
            url.isLocalFile() for url in source.urls()
        ):
            self._photos.take(source)
        else:
            super().insertFromMimeData(source)


class CounterForm(QWidget):
    """See the module.

    Args:
        service: finds places and people.
        context: the window's common things.
        parent: owner.

    Signals:
        edited: something is not as it was.
        text_edited: the resident's words are others.
        place_chosen: another place, or none.
    """

    edited = Signal()
    text_edited = Signal()
    place_chosen = Signal()

    def __init__(self, service: AtendimentoService, context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        theme = context.theme
        self._is_showing = False
        self._category: str | None = None
        self.photos = PhotoSection(service.midias, context, self)
        self.text = WordsEdit(self.photos, self)
        self.text.setProperty("kind", "input")
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText(
            "Nas palavras do morador: o que há, desde quando, a quem atinge"
        )
        line = QFontMetrics(theme.font()).lineSpacing()
        self.text.setFixedHeight(line * _TEXT_LINES + theme.px(20))
        self.text.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.place = PlaceSection(service.lugar, context, self)
        self.citizen = CitizenSection(service.consultas, service.termos, context, self)
        self.channel = QComboBox(self)
        self.channel.view().setAccessibleName("Como chegou")
        for code, word in CANAIS.items():
            self.channel.addItem(word, code)
        date_field, self.date = line_field(
            "&Data do formulário (se veio em papel)", theme, self, placeholder="dd/mm/aaaa"
        )
        channel_field = Field("Como c&hegou", self.channel, theme, self)
        self.fields = {
            "texto": Field("O que &aconteceu", self.text, theme, self),
            "midias": self.photos.field,
            "local": self.place.field,
            "data": date_field,
            **self.citizen.fields,
        }
        paper = QHBoxLayout()
        paper.setSpacing(theme.px(12))
        paper.addWidget(channel_field, 1, Qt.AlignmentFlag.AlignTop)
        paper.addWidget(date_field, 1, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.px(12), 0)
        column.setSpacing(theme.px(16))
        column.addWidget(self.fields["texto"])
        column.addWidget(self.place)
        column.addLayout(paper)
        column.addWidget(self.citizen)
        # Last: most demands have no photo, and a file may be dropped or pasted anywhere.
        column.addWidget(self.photos)
        column.addStretch(1)
        self.text.textChanged.connect(self._on_text)
        self.photos.edited.connect(self._on_edited)
        self.place.edited.connect(self._on_edited)
        self.place.chosen.connect(self._on_place)
        self.citizen.edited.connect(self._on_edited)
        self.channel.currentIndexChanged.connect(self._on_edited)
        self.date.textEdited.connect(self._on_edited)
        self.date.returnPressed.connect(self._on_return)
        self.channel.installEventFilter(self)

    @property
    def ficha(self) -> Ficha:
        """What the form says now."""
        kept = Ficha(
            texto=self.text.toPlainText(),
            canal=str(self.channel.currentData()),
            data=self.date.text(),
            categoria_id=self._category,
            midias=self.photos.midias,
        )
        return self.citizen.into(self.place.into(kept))

    def show_ficha(self, ficha: Ficha) -> None:
        """Show this, without faults and without telling that it was typed."""
        self._is_showing = True
        try:
            self.text.setPlainText(ficha.texto)
            self.photos.show_media(ficha.midias)
            self.place.show_place(ficha)
            at = self.channel.findData(ficha.canal)
            self.channel.setCurrentIndex(max(0, at))
            self.date.setText(ficha.data)
            self._category = ficha.categoria_id
            self.citizen.show_person(ficha)
            self.show_faults({})
        finally:
            self._is_showing = False

    def set_category(self, categoria_id: str | None) -> None:
        """The category chosen by hand; None leaves it to the classifier."""
        if categoria_id != self._category:
            self._category = categoria_id
            self._on_edited()

    def show_faults(self, faults: Mapping[str, str], *, focus: bool = False) -> None:
        """Each sentence under its field; the first one gets the focus."""
        for name, field in self.fields.items():
            field.say(faults.get(name, ""))
        first = next((name for name in CAMPOS if name in faults), None)
        if focus and first is not None:
            target = self.fields[first].control
            if first == "pessoa":
                target = self.citizen.who[self.citizen.kind]
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def start(self) -> None:
        """Put the focus where a conversation begins."""
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A wheel over the closed list scrolls the form and chooses nothing; Enter goes on."""
        if watched is self.channel:
            if event.type() == QEvent.Type.Wheel and not self.channel.hasFocus():
                event.ignore()
                return True
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
                if is_plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self.channel.focusNextChild()
                    return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_text(self) -> None:
        if self._is_showing:
            return
        self.fields["texto"].say("")
        self.edited.emit()
        self.text_edited.emit()

    @Slot()
    def _on_edited(self) -> None:
        if not self._is_showing:
            self.edited.emit()

    @Slot()
    def _on_place(self) -> None:
        if not self._is_showing:
            self.edited.emit()
            self.place_chosen.emit()

    @Slot()
    def _on_return(self) -> None:
        self.date.focusNextChild()
