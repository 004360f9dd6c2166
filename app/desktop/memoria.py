"""Keeps the collector of circular garbage from holding the interpreter over everything that lives.

A full collection is one call that walks every object, and no thread runs meanwhile: with an office
open, the dictionaries of the classifier and a few screens, that was 50 to 80 ms at moments of its own
choosing. What has lived through one is set aside here, so that each looks at what came since; all of
it is looked through when nobody sits at the window. What holds no circle is freed at once, as ever.
"""

from __future__ import annotations

import gc
from types import TracebackType
from typing import Any, Final, Self

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from widgets.entrada.idle_watch import IdleWatch

MOST: Final = 20_000
"""So many survivors of a full collection may be looked at again by the next."""
_OLDEST: Final = 2
REST_MS: Final = 3 * 60_000
"""Nobody has touched the window for so long: a fifth of a second is free."""


class QuietMemory:
    """See the module. A context: it holds while the window is open, in all threads of the process."""

    def __enter__(self) -> Self:
        gc.freeze()
        gc.callbacks.append(self._on_collection)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        gc.callbacks.remove(self._on_collection)
        gc.unfreeze()

    def look_through(self) -> None:
        """Collect among everything. For a moment when nobody waits: up to a fifth of a second."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def look_through_at_rest(
        self, application: QGuiApplication, owner: QObject, rest_ms: int = REST_MS
    ) -> IdleWatch:
        """Look through each time that nobody has touched the window for a while.

        Its own watch: the one that locks the window may be switched off, and circles that lived
        through a collection would then stay for as long as the window is open.
        """
        watch = IdleWatch(application, rest_ms, owner, is_repeated=True)
        watch.idled.connect(self.look_through)
        watch.start()
        return watch

    def _on_collection(self, phase: str, info: dict[str, Any]) -> None:
        if (
            phase == "stop"
            and info["generation"] == _OLDEST
            and len(gc.get_objects(_OLDEST)) > MOST
        ):
            gc.freeze()
