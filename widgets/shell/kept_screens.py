"""The screens of accounts that are not sitting here: hidden, alive, and as they were left."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from widgets.runtime.screen import Screen


class KeptScreens:
    """See the module.

    Args:
        home: owns them meanwhile.
    """

    def __init__(self, home: QWidget) -> None:
        self._home = home
        self._kept: dict[str, tuple[dict[str, Screen], str]] = {}

    def put_away(
        self, account: str, screens: dict[str, Screen], current: str, stack: QStackedWidget
    ) -> None:
        """Keep an account's screens, and which was in front."""
        self.take_out(screens, stack)
        self._kept[account] = (screens, current)

    def take_out(self, screens: dict[str, Screen], stack: QStackedWidget) -> None:
        """Have screens outlive the frame that they stand in."""
        for screen in screens.values():
            screen.save_view()
            stack.removeWidget(screen)
            screen.hide()
            screen.setParent(self._home)

    def take(self, account: str, allowed: set[str]) -> tuple[dict[str, Screen], str]:
        """An account's screens; those it may not use any more are closed."""
        screens, current = self._kept.pop(account, ({}, ""))
        for key in screens.keys() - allowed:
            screens.pop(key).deleteLater()
        return screens, current

    def forget(self) -> None:
        """Close them all: they were built for another theme or text size."""
        for screens, _current in self._kept.values():
            for screen in screens.values():
                screen.deleteLater()
        self._kept.clear()
