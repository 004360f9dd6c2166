"""The frame of a screen: title, one primary action, a menu, and when it reads again.

A screen reads when it is first shown and when something it is concerned by has changed; hidden,
it waits until it is shown. Source: ui.md, Frame; style.md, Qt.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.services.permissoes import Ato
from widgets.runtime.changes_hub import Change
from widgets.runtime.context import UiContext


@dataclass(frozen=True, slots=True)
class View:
    """One picture of a screen: its name, and how to get there once the screen has loaded."""

    name: str
    prepare: Callable[[Any], object] = lambda _screen: None


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """A screen before it is built: most are never opened in a session.

    Args:
        key: stable name.
        word: in the rail.
        icon: in the rail.
        build: makes it when it is first shown.
        acts: any of these opens it; empty for everybody who is signed in.
        manual: page of the manual that F1 opens.
        views: its pictures; each is prepared on the loaded screen, in this order.
        offers: what it does for other screens, e.g. ``escolher``: a point is chosen on it and
            comes back as the target ``ponto:lat,lng`` of whoever asked with ``escolher:<key>``.
        dialogs: pictures of what opens over it, after its views; each is opened on the screen as
            the last view left it.
    """

    key: str
    word: str
    icon: str
    build: Callable[[UiContext, QWidget], Screen]
    acts: frozenset[Ato] = frozenset()
    manual: str = "indice"
    views: tuple[View, ...] = field(default=())
    offers: frozenset[str] = frozenset()
    dialogs: tuple[View, ...] = field(default=())

    @property
    def pictures(self) -> tuple[View, ...]:
        """Its views; the screen as it opens where none are named."""
        return self.views or (View(self.key),)


class _Subtitle(QLabel):
    """Takes no line where it says nothing."""

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint() if self.text() else QSize(super().sizeHint().width(), 0)

    @override
    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() if self.text() else QSize(0, 0)

    @override
    def heightForWidth(self, width: int) -> int:
        return super().heightForWidth(width) if self.text() else 0


class Screen(QWidget):
    """Base of all screens.

    Args:
        key: stable name, prefix of its view settings.
        title: heading.
        concerns: names of changes after which it must read again.
        context: the window's common things.
        parent: the shell.

    Signals:
        count_changed(int): how many things wait here, shown in the rail.
        loaded: a read has arrived and stands on the screen.
    """

    count_changed = Signal(int)
    loaded = Signal()

    def __init__(
        self, key: str, title: str, concerns: frozenset[str], context: UiContext, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.key = key
        self.title = title
        self.context = context
        self._concerns = concerns
        self._is_stale = True
        theme = context.theme
        self.setAccessibleName(title)
        self._heading = QLabel(title, self)
        self._heading.setFont(theme.font(3))
        self.subtitle = _Subtitle(self)
        self.subtitle.setProperty("kind", "secondary")
        self.subtitle.setWordWrap(True)
        # A wrapped label asks for a line of its liking; a small window must not grow for that.
        self.subtitle.setMinimumWidth(theme.px(80))
        self.menu = QMenu(self)
        self.menu_button = QToolButton(self)
        self.menu_button.setProperty("kind", "flat")
        self.menu_button.setIcon(context.icons.icon("mais"))
        self.menu_button.setIconSize(QSize(theme.px(20), theme.px(20)))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setMenu(self.menu)
        self.menu_button.setToolTip("Mais ações desta tela")
        self.menu_button.setAccessibleName("Mais ações desta tela")
        self.top = QHBoxLayout()
        self.top.setSpacing(theme.px(8))
        self.top.addWidget(self._heading)
        self.top.addWidget(self.subtitle, 1, Qt.AlignmentFlag.AlignVCenter)
        # Stands where the subtitle would while that has a line of its own.
        self._gap = QWidget(self)
        self._gap.hide()
        self.top.addWidget(self._gap, 1)
        self.top.addWidget(self.menu_button)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(8))
        self.column.setSpacing(theme.px(8))
        self.column.addLayout(self.top)
        context.hub.changed.connect(self._on_changed)

    @property
    def is_stale(self) -> bool:
        """What is shown may be older than the last change."""
        return self._is_stale

    @property
    def is_settled(self) -> bool:
        """Nothing is on its way that a picture of the screen would have to wait for."""
        return True

    def add_primary(self, text: str) -> QPushButton:
        """The one primary action, before the menu."""
        button = QPushButton(text, self)
        button.setProperty("kind", "primary")
        self.top.insertWidget(self.top.count() - 1, button)
        return button

    def activate(self) -> None:
        """Called when the screen comes to the front."""
        if self._is_stale:
            self.refresh()

    def refresh(self) -> None:
        """Read again now."""
        self._is_stale = False
        self.reload()

    @abstractmethod
    def reload(self) -> None:
        """Read and show."""

    def open_target(self, target: str) -> None:
        """Show what another screen or the search asked for; the spec says what a target is."""
        raise NotImplementedError(f"{self.key}: no targets")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Large text in a small window: what the title says more goes under it."""
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        beside = self.top.indexOf(self.subtitle) >= 0
        sides = self.column.contentsMargins()
        room = self.width() - sides.left() - sides.right()
        need = self.top.minimumSize().width()
        if not beside:
            need += self.subtitle.minimumWidth() + self.top.spacing()
        if beside == (need <= room):
            return
        if beside:
            self.top.removeWidget(self.subtitle)
            self._gap.show()
            self.column.insertWidget(1, self.subtitle)
        else:
            self.column.removeWidget(self.subtitle)
            self._gap.hide()
            at = self.top.indexOf(self._gap)
            self.top.insertWidget(at, self.subtitle, 1, Qt.AlignmentFlag.AlignVCenter)

    def holds_unsaved(self) -> str:
        """What would be lost if the window closed now, in words; empty for nothing."""
        return ""

    def set_narrow(self, *, is_narrow: bool) -> None:
        """The window is narrower than 1100 px (of 100 %)."""

    def save_view(self) -> None:
        """Put what should survive a restart into ``context.view``."""

    def setting(self, name: str) -> str:
        """Full name of one of this screen's view settings."""
        return f"{self.key}/{name}"

    @Slot(object)
    def _on_changed(self, change: Change) -> None:
        if not change.what & self._concerns:
            return
        self._is_stale = True
        if self.isVisible():
            self.refresh()
