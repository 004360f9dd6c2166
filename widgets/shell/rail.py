"""The rail: where one can go, with a count where something waits.

Large text or a low window makes it scroll: it never forces the window to grow.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QIcon
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from widgets.runtime.actions import readable
from widgets.runtime.alt_keys import mark_own_key
from widgets.runtime.context import UiContext
from widgets.runtime.screen import ScreenSpec

# Margins of rail and button, the icon and what stands between it and the word.
_AROUND_WORD: Final = 56


class Rail(QFrame):
    """Icon, word and count of every screen; collapsed to icons and counts.

    Signals:
        chosen(str): key of a screen.
        collapsed_changed(bool): the person collapsed or opened it.
    """

    chosen = Signal(str)
    collapsed_changed = Signal(bool)

    def __init__(self, specs: Sequence[ScreenSpec], context: UiContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName("Telas")
        self._theme = context.theme
        self._actions = context.actions
        self._specs = tuple(specs)
        self._counts: dict[str, int] = {}
        self._is_collapsed = False
        theme, icons = context.theme, context.icons
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(8)] * 4)
        column.setSpacing(theme.px(4))
        self.toggle = self._button(icons.icon("trilho", "secondary"))
        mark_own_key(self.toggle)
        self.toggle.setToolTip("Recolher ou abrir a barra de telas (Ctrl+B)")
        self.toggle.setAccessibleName("Recolher ou abrir a barra de telas")
        self.toggle.clicked.connect(self._on_toggle)
        context.actions.add(
            self,
            "janela.trilho",
            "Recolher ou abrir a barra de telas",
            "Ctrl+B",
            self._on_toggle,
            in_window=True,
        )
        self.toggle.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        column.addWidget(self.toggle)
        inside = QWidget(self)
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(4))
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        column.addWidget(self._scroll, 1)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, QToolButton] = {}
        for at, spec in enumerate(self._specs):
            button = self._button(icons.icon(spec.icon))
            button.setCheckable(True)
            self._group.addButton(button, at)
            self._column.addWidget(button)
            self.buttons[spec.key] = button
        self._group.idClicked.connect(self._on_chosen)
        self._column.addStretch(1)
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        self.set_collapsed(is_collapsed=False)
        theme.changed.connect(self._relabel)

    @property
    def is_collapsed(self) -> bool:
        """Icons only."""
        return self._is_collapsed

    def set_collapsed(self, *, is_collapsed: bool) -> None:
        """Icons only, or icons and words."""
        self._is_collapsed = is_collapsed
        self._relabel()

    def set_current(self, key: str) -> None:
        """Mark the screen in front; Tab stops at it alone, the arrows go to the others."""
        self.buttons[key].setChecked(True)
        for other, button in self.buttons.items():
            stops = Qt.FocusPolicy.TabFocus if other == key else Qt.FocusPolicy.NoFocus
            button.setFocusPolicy(stops)
        self._scroll.ensureWidgetVisible(self.buttons[key])

    def set_count(self, key: str, count: int) -> None:
        """How many things wait there; 0 shows nothing."""
        self._counts[key] = count
        self._relabel()

    def _button(self, icon: QIcon) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon)
        side = self._theme.px(20)
        button.setIconSize(QSize(side, side))
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.installEventFilter(self)
        return button

    def _relabel(self) -> None:
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        only = Qt.ToolButtonStyle.ToolButtonIconOnly
        for at, spec in enumerate(self._specs):
            count = self._counts.get(spec.key, 0)
            button = self.buttons[spec.key]
            word = str(count or "") if self._is_collapsed else spec.word
            if count and not self._is_collapsed:
                word = f"{spec.word}  {count}"
            button.setText(word)
            button.setToolButtonStyle(beside if word else only)
            known = {one.name: one for one in self._actions.all()}.get(f"janela.tela_{at}")
            if known:
                mark_own_key(button)
            keys = " ou ".join(readable(key) for key in known.keys) if known else ""
            button.setToolTip(f"{spec.word} ({keys})" if keys else spec.word)
            waiting = f", {count} à espera" if count else ""
            button.setAccessibleName(f"{spec.word}{waiting}")

        self.setFixedWidth(self._theme.px(76) if self._is_collapsed else self._open_width())

    def _open_width(self) -> int:
        """Room for the longest word with its count, in the weight that it has when chosen."""
        metrics = QFontMetrics(self._theme.font(bold=True))
        words = (f"{one.word}  {max(self._counts.get(one.key, 0), 10)}" for one in self._specs)
        longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
        return max(self._theme.px(152), longest + self._theme.px(_AROUND_WORD))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What the focus comes to can be seen."""
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QToolButton):
            self._scroll.ensureWidgetVisible(watched)
        return super().eventFilter(watched, event)

    @Slot(int)
    def _on_chosen(self, at: int) -> None:
        self.chosen.emit(self._specs[at].key)

    @Slot()
    def _on_toggle(self) -> None:
        self.set_collapsed(is_collapsed=not self._is_collapsed)
        self.collapsed_changed.emit(self._is_collapsed)
