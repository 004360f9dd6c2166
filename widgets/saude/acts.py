"""The writes of Saúde: the button asleep meanwhile, words for what came of it, then the screen reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QPushButton

from app.services.permissoes import Ato
from app.services.saude import SaudeService
from widgets.runtime.screen import Screen

PARKED_CHANGED: Final = frozenset({"eventos", "colonias", "parados"})


class Acts:
    """What the pages of a screen may do, and how.

    Args:
        service: says whether the office can be acted in.
        screen: runs the acts and reads again after each.
    """

    def __init__(self, service: SaudeService, screen: Screen) -> None:
        self._service = service
        self._screen = screen

    @property
    def are_allowed(self) -> bool:
        """The office can be acted in, and this account may."""
        return self._service.can_act and self._screen.context.session.pode(Ato.LIBERAR)

    def run(
        self,
        button: QPushButton,
        function: Callable[[], object],
        done: Callable[[object], str],
        changed: frozenset[str] = PARKED_CHANGED,
    ) -> None:
        """Run a write.

        Args:
            button: that asked for it.
            function: the write, in a worker.
            done: what it gave -> the words of the notice.
            changed: announced when it went through.
        """
        screen = self._screen
        button.setEnabled(False)

        def on_done(value: object) -> None:
            button.setEnabled(True)
            screen.context.notify(done(value))
            screen.refresh()

        def on_error(error: BaseException) -> None:
            button.setEnabled(True)
            screen.context.report(error)
            screen.refresh()

        screen.context.runner.write(screen, function, on_done, on_error, changed=changed)
