"""No full collection walks everything that lives while somebody sits at the window."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.memoria import MOST, QuietMemory

ALIVE: Final = 60_000


class Knot:
    """An object that only the collector frees."""

    def __init__(self) -> None:
        self.me = self


@contextmanager
def walked() -> Iterator[list[int]]:
    """How many objects each full collection has walked."""
    found: list[int] = []

    def note(phase: str, info: dict[str, Any]) -> None:
        if phase == "start" and info["generation"] == 2:
            found.append(sum(len(gc.get_objects(one)) for one in range(3)))

    gc.callbacks.append(note)
    try:
        yield found
    finally:
        gc.callbacks.remove(note)


def test_a_full_collection_walks_what_came_since_the_last() -> None:
    before = [[at] for at in range(ALIVE)]
    with walked() as plain:
        gc.collect()
    assert plain[0] > ALIVE
    with QuietMemory(), walked() as found:
        gc.collect()
        assert found.pop() < MOST
        kept = [[at] for at in range(ALIVE)]
        gc.collect()
        gc.collect()
    assert ALIVE <= found[0] < plain[0] + ALIVE
    assert found[-1] < MOST
    assert len(before) == len(kept)


def test_few_survivors_stay_in_reach_so_that_their_circles_are_freed() -> None:
    with QuietMemory():
        gc.collect()
        knot = Knot()
        gc.collect()
        gone = weakref.ref(knot)
        del knot
        gc.collect()
        assert gone() is None


def test_looking_through_frees_what_was_set_aside() -> None:
    knot = Knot()
    gone = weakref.ref(knot)
    with QuietMemory() as memory:
        del knot
        gc.collect()
        assert gone() is not None
        memory.look_through()
        assert gone() is None
        assert gc.get_freeze_count() > 0


def test_afterwards_the_process_is_as_before() -> None:
    callbacks = list(gc.callbacks)
    with QuietMemory():
        assert len(gc.callbacks) == len(callbacks) + 1
    assert gc.callbacks == callbacks
    assert gc.get_freeze_count() == 0


def _is_gone(knot: weakref.ref[Knot]) -> bool:
    return knot() is None


def test_what_was_set_aside_is_freed_whenever_nobody_touches_the_window(
    qtbot: QtBot, qapp: QApplication
) -> None:
    owner = QObject(qapp)
    with QuietMemory() as memory:
        watch = memory.look_through_at_rest(qapp, owner, rest_ms=5)
        for _ in range(2):
            knot = Knot()
            gone = weakref.ref(knot)
            gc.collect()
            gc.freeze()
            del knot
            qtbot.waitUntil(partial(_is_gone, gone), timeout=30_000)
            assert not watch.is_running
            watch.touch()
    owner.deleteLater()
