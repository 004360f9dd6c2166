"""A key for every button: Alt and a letter, given where no mnemonic was written, shown on Alt.

Holding Alt writes the letter beside each button; the "?" overlay lists them. A button keeps its
letter as long as nothing else that is seen wants it. What already has a mnemonic, and keys that
the registry knows, stay as they are. Source: issue "The desktop", Everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QTabBar, QWidget
from typing_extensions import override

from widgets.runtime.actions import ActionRegistry, Known
from widgets.runtime.reading_order import tab_stops

_OURS: Final = "tecla_alt"
_OWN_KEY: Final = "tem_tecla"
_SPARE: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890"


def mark_own_key(button: QAbstractButton) -> None:
    """This button has a key in the registry that its tooltip names; it needs no letter."""
    button.setProperty(_OWN_KEY, True)


def name_of(button: QAbstractButton) -> str:
    """What a button is called."""
    return button.accessibleName() or button.text().replace("&", "")


def seen_buttons(root: QWidget) -> list[QAbstractButton]:
    """Buttons that a person sees in this window now, in reading order; Qt's own parts left out."""
    found = [
        one
        for one in root.findChildren(QAbstractButton)
        if one.isVisible()
        and one.window() is root.window()
        and not one.objectName().startswith("qt_")
        and one.metaObject().className() not in {"QLineEditIconButton", "CloseButton"}
        and not isinstance(one.parent(), QTabBar)
    ]
    order = {stop: at for at, stop in enumerate(tab_stops(root))}
    return sorted(found, key=lambda one: order.get(one, len(order)))


def give_keys(root: QWidget, taken: Iterable[str] = ()) -> list[tuple[QAbstractButton, str]]:
    """Give every button seen in ``root`` an Alt key where it has none; all of them with their keys.

    Args:
        root: a window, or a part of one.
        taken: keys that mean something else there, e.g. ``Alt+1``.
    """
    buttons = seen_buttons(root)
    used = {key.removeprefix("Alt+") for key in taken} | _written(root, buttons)
    given: list[tuple[QAbstractButton, str]] = []
    waiting: list[QAbstractButton] = []
    for one in buttons:
        if one.property(_OWN_KEY):
            continue
        ours = str(one.property(_OURS) or "")
        key = one.shortcut().toString().removeprefix("Alt+")
        if key and key != ours:
            given.append((one, one.shortcut().toString()))
        elif ours and ours not in used:
            used.add(ours)
            _set(one, ours)
            given.append((one, f"Alt+{ours}"))
        else:
            waiting.append(one)
    for one in waiting:
        letter = _letter(name_of(one), used)
        if letter:
            used.add(letter)
            _set(one, letter)
            given.append((one, f"Alt+{letter}"))
    place = {one: at for at, one in enumerate(buttons)}
    return sorted(given, key=lambda pair: place[pair[0]])


def known_keys(
    root: QWidget, registry: ActionRegistry | None = None, scope: str = ""
) -> list[Known]:
    """The same for the "?" overlay."""
    return [
        Known(f"{scope}.alt", name_of(one), (key,), scope)
        for one, key in give_keys(root, alt_keys_of(registry, scope))
    ]


def alt_keys_of(registry: ActionRegistry | None, scope: str) -> set[str]:
    """Alt keys that the registry knows in a screen."""
    if registry is None:
        return set()
    return {key for known in registry.listed(scope) for key in known.keys if key.startswith("Alt+")}


def _set(button: QAbstractButton, letter: str) -> None:
    button.setProperty(_OURS, letter)
    button.setShortcut(QKeySequence(f"Alt+{letter}"))


def _written(root: QWidget, buttons: Iterable[QAbstractButton]) -> set[str]:
    """Letters of the mnemonics that stand in words."""
    texts = [
        one.text()
        for one in root.findChildren(QLabel)
        if one.buddy() is not None and one.isVisible()
    ]
    for bar in root.findChildren(QTabBar):
        texts += [bar.tabText(at) for at in range(bar.count())] if bar.isVisible() else []
    keys = [QKeySequence.mnemonic(text).toString() for text in texts]
    keys += [
        one.shortcut().toString()
        for one in buttons
        if one.shortcut().toString().removeprefix("Alt+") != one.property(_OURS)
    ]
    return {key.removeprefix("Alt+") for key in keys if key}


def _letter(name: str, used: set[str]) -> str:
    """The first letter of a word, else any letter of the name, else any that is free."""
    folded = unicodedata.normalize("NFD", name.upper())
    plain = "".join(char for char in folded if char.isascii())
    firsts = [word[0] for word in plain.replace("(", " ").split() if word]
    options: list[str] = [*firsts, *plain, *_SPARE]
    return next((one for one in options if one in _SPARE and one not in used), "")


class AltTips(QObject):
    """Shows the letters while Alt is held.

    Args:
        window: whose buttons; it is watched.
        registry: keys with another meaning; None where there are none.
        scope: the screen in front, asked each time.
        parent: owner; the window where None.
    """

    def __init__(
        self,
        window: QWidget,
        registry: ActionRegistry | None = None,
        scope: Callable[[], str] = str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent or window)
        self._window = window
        self._registry = registry
        self._scope = scope
        self._tips: list[QLabel] = []
        window.installEventFilter(self)

    @property
    def shown(self) -> dict[str, str]:
        """Letters that stand on the window now, and their buttons' names."""
        return {tip.text(): tip.accessibleDescription() for tip in self._tips}

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Alt shows; letting it go, any other key, a click or another window hides."""
        kind = event.type()
        if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Alt and not event.isAutoRepeat():
                self.show()
            elif event.key() != Qt.Key.Key_Alt:
                self.hide()
        elif kind in (
            QEvent.Type.KeyRelease,
            QEvent.Type.MouseButtonPress,
            QEvent.Type.WindowDeactivate,
            QEvent.Type.Resize,
            QEvent.Type.Hide,
        ):
            self.hide()
        return super().eventFilter(watched, event)

    def show(self) -> None:
        """Give keys and write them beside the buttons."""
        self.hide()
        font = self._window.font()
        font.setBold(True)
        for button, key in give_keys(self._window, alt_keys_of(self._registry, self._scope())):
            if button.visibleRegion().isEmpty():
                continue  # scrolled out of sight: the key works, the letter has no place
            tip = QLabel(key.removeprefix("Alt+"), self._window)
            tip.setAccessibleDescription(name_of(button))
            tip.setProperty("kind", "tecla")
            tip.setFont(font)
            tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            tip.adjustSize()
            corner = button.mapTo(self._window, button.rect().topLeft())
            tip.move(max(0, corner.x() - tip.width() // 3), max(0, corner.y() - tip.height() // 4))
            tip.show()
            self._tips.append(tip)

    def hide(self) -> None:
        """Take the letters away."""
        for tip in self._tips:
            tip.hide()
            tip.deleteLater()
        self._tips = []
