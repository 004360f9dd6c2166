"""A page of facts: what it is called, what it is, the exact value on hover, the way to its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from widgets.runtime.context import UiContext

_LABEL, _VALUE, _LINK = 0, 1, 2
_SELECTABLE: Final = Qt.TextInteractionFlag.TextSelectableByMouse


@dataclass(frozen=True, slots=True)
class Fact:
    """One line.

    Args:
        label: empty for a line that goes over the whole width.
        text: as a person reads it.
        tip: the exact value, on hover.
        tone: ``danger``, ``warning``, ``ok``, ``secondary`` or empty.
        link: (words of a button, what it asks for).
        is_heading: begins a part of the page.
    """

    label: str
    text: str
    tip: str = ""
    tone: str = ""
    link: tuple[str, str] | None = None
    is_heading: bool = False


def heading(text: str, link: tuple[str, str] | None = None) -> Fact:
    """The beginning of a part."""
    return Fact("", text, link=link, is_heading=True)


class FactsPage(QScrollArea):
    """Shows facts; the same ones again change nothing, others keep the place.

    Signals:
        asked(str): a button of a line was pressed.
    """

    asked = Signal(str)

    def __init__(
        self, name: str, context: UiContext, parent: QWidget, *, is_short: bool = False
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._is_short = is_short
        self.facts: tuple[Fact, ...] = ()
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if is_short:
            self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show these."""
        new = tuple(facts)
        if new == self.facts and self.widget() is not None:
            return
        self.facts = new
        place = self.verticalScrollBar().value()
        old = self.takeWidget()
        self.setWidget(self._build(new))
        if old is not None:
            # A button of it may be what asked for other facts.
            old.deleteLater()
        self.verticalScrollBar().setValue(place)
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        """A short page is as high as what stands in it."""
        page = self.widget()
        if not self._is_short or page is None:
            return super().sizeHint()
        width = max(self.viewport().width(), self._context.theme.px(240))
        height = (
            page.heightForWidth(width) if page.hasHeightForWidth() else page.sizeHint().height()
        )
        return QSize(width, min(height + 2, self._context.theme.px(320)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width, another height of a short page."""
        super().resizeEvent(event)
        if self._is_short and event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _build(self, facts: Sequence[Fact]) -> QWidget:
        theme = self._context.theme
        page = QWidget(self)
        grid = QGridLayout(page)
        grid.setContentsMargins(0, theme.px(8), theme.px(8), theme.px(8))
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(theme.px(4))
        grid.setColumnStretch(_VALUE, 1)
        for row, fact in enumerate(facts):
            self._put(grid, row, fact, page)
        grid.setRowStretch(len(facts), 1)
        return page

    def _put(self, grid: QGridLayout, row: int, fact: Fact, page: QWidget) -> None:
        theme = self._context.theme
        value = QLabel(fact.text, page)
        value.setTextFormat(Qt.TextFormat.PlainText)
        value.setWordWrap(True)
        value.setTextInteractionFlags(_SELECTABLE)
        value.setToolTip(fact.tip)
        value.setAccessibleName(f"{fact.label}: {fact.text}" if fact.label else fact.text)
        value.setAccessibleDescription(fact.tip)
        if fact.tone:
            value.setProperty("kind", fact.tone)
        if fact.is_heading:
            value.setFont(theme.font(1, bold=True))
            value.setContentsMargins(0, theme.px(8) if row else 0, 0, 0)
        span = 1 if fact.link else 2
        middle, top = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
        if fact.label:
            label = QLabel(fact.label, page)
            label.setProperty("kind", "secondary")
            label.setBuddy(value)
            grid.addWidget(label, row, _LABEL, middle if fact.link else top)
            grid.addWidget(value, row, _VALUE, 1, span)
        else:
            grid.addWidget(value, row, _LABEL, 1, 1 + span)
        if fact.link:
            right = Qt.AlignmentFlag.AlignRight
            grid.addWidget(self._link(fact, page), row, _LINK, middle | right)

    def _link(self, fact: Fact, page: QWidget) -> QToolButton:
        words, wanted = fact.link or ("", "")
        button = QToolButton(page)
        button.setProperty("kind", "chip")
        button.setText(words)
        button.setToolTip(words)
        button.setAccessibleName(f"{words}: {fact.label or fact.text}")
        button.clicked.connect(partial(self.asked.emit, wanted))
        return button
