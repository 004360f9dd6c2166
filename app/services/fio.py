"""The thread that paints must never wait for the store: a screen that calls it there is refused.

The window names its thread once. From then on every read and write that a *screen* asks for in that
thread is a bug and raises at once, however quick it would have been: on the slow disk of an office it
would not be. Workers are not looked at twice. Source: issue "The desktop", Everywhere; style.md, Qt.
"""

from __future__ import annotations

import sys
import threading
from typing import Final

_SCREENS: Final = "widgets."


class FioDaJanela:
    """Knows the thread of the window, if there is one."""

    __slots__ = ("_ident",)

    def __init__(self) -> None:
        self._ident: int | None = None

    def vigiar(self) -> None:
        """The calling thread paints from now on."""
        self._ident = threading.get_ident()

    def exigir_fora(self) -> None:
        """Refuse a call that a screen makes in the thread that paints.

        Raises:
            RuntimeError: use ``TaskRunner.read`` or ``write``.
        """
        if self._ident is None or threading.get_ident() != self._ident:
            return
        frame = sys._getframe(1)  # noqa: SLF001 # the one way to know who asks
        while frame is not None:
            name = frame.f_globals.get("__name__", "")
            if name.startswith(_SCREENS):
                raise RuntimeError(f"{name} asks the store in the thread that paints")
            if frame.f_back is None:
                return
            frame = frame.f_back
