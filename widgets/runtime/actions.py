"""Every action with a key, in one registry: no two answer to the same key, and "?" lists them all.

Keys of the frame are heard in the whole window; keys of a screen only while the focus is in that
screen, so two screens may use the same letter but none may use a key of the frame. A single letter
is inert while a text field has the focus: the field takes it first (Qt's ShortcutOverride), which a
test shows. Source: issue "The desktop", Everywhere; peers.md, rule on moderation keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

FRAME: Final = ""
# Meanings that a screen must not take away.
_RESERVED: Final = ("Tab", "Shift+Tab", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+A")


class KeyClash(ValueError):
    """Two actions want one key: a bug that a test finds."""


@dataclass(frozen=True, slots=True)
class Known:
    """An action as the overlay lists it.

    Args:
        name: ``screen.verb``, stable.
        title: what it does, sentence case.
        keys: as the person reads them.
        scope: key of its screen; empty for the frame.
    """

    name: str
    title: str
    keys: tuple[str, ...]
    scope: str


class ActionRegistry(QObject):
    """Makes actions and remembers them. One per window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, Known] = {}

    def add(
        self,
        owner: QWidget,
        name: str,
        title: str,
        keys: str | tuple[str, ...],
        slot: Callable[[], object],
        *,
        scope: str | None = None,
        in_window: bool = False,
    ) -> QAction:
        """An action of ``owner``, on the given key or keys.

        Args:
            owner: the widget in which the keys are heard.
            name: ``screen.verb``; adding the same name again (a screen built anew) replaces it.
            title: what it does, for the overlay and the tooltip.
            keys: portable text, e.g. ``Ctrl+Return`` or ``A``.
            slot: called without arguments.
            scope: the screen; what stands before the dot of ``name`` where None.
            in_window: heard in the whole window (the frame's own).

        Raises:
            KeyClash: the key is taken in this scope or by the frame.
        """
        wanted = (keys,) if isinstance(keys, str) else keys
        where = FRAME if in_window else (name.partition(".")[0] if scope is None else scope)
        shown = tuple(QKeySequence(text).toString() for text in wanted)
        self._refuse_clash(Known(name, title, shown, where))
        action = QAction(title, owner)
        action.setShortcuts([QKeySequence(text) for text in wanted])
        action.setShortcutContext(
            Qt.ShortcutContext.WindowShortcut
            if in_window
            else Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        action.triggered.connect(lambda _checked=False: slot())
        owner.addAction(action)
        self._known[name] = Known(name, title, shown, where)
        return action

    def listed(self, scope: str) -> list[Known]:
        """What can be done in a screen: its own actions and its lists', then the frame's."""
        own = [
            one
            for one in self._known.values()
            if one.scope != FRAME and _is_within(one.scope, scope)
        ]
        frame = [one for one in self._known.values() if one.scope == FRAME]
        return [*own, *frame] if scope != FRAME else frame

    def all(self) -> list[Known]:
        """Every action."""
        return list(self._known.values())

    def _refuse_clash(self, new: Known) -> None:
        for key in new.keys:
            if not key:
                raise KeyClash(f"{new.name}: no such key")
            if key in _RESERVED:
                raise KeyClash(f"{new.name}: {key} has a meaning everywhere")
            for other in self._known.values():
                is_near = _is_within(other.scope, new.scope) or _is_within(new.scope, other.scope)
                if other.name != new.name and is_near and key in other.keys:
                    raise KeyClash(f"{new.name}: {key} belongs to {other.name}")


def _is_within(scope: str, outer: str) -> bool:
    """``tela/lista`` lies in ``tela``; everything lies in the frame."""
    return outer in (FRAME, scope) or scope.startswith(f"{outer}/")


def readable(keys: str) -> str:
    """A key as a Brazilian keyboard names it: ``Ctrl+Enter``, ``Esc``, ``Espaço``."""
    names = {"Return": "Enter", "Space": "Espaço", "PgUp": "Page Up", "PgDown": "Page Down"}
    names |= {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Del": "Delete"}
    if keys.endswith("++"):
        return keys
    return "+".join(names.get(part, part) for part in keys.split("+"))
