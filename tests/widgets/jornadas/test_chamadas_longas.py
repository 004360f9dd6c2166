"""No single call holds the interpreter for more than 20,000 items, with 60,000 demands in a unit.

Counted, not timed. What holds the interpreter without a pause is a call into C over a whole list: a
sort, and the fetch of a whole answer. Loops written in Python let other threads in between.
"""

from __future__ import annotations

import builtins
import sqlite3
import sys
import threading
from collections.abc import Iterable, Iterator
from functools import partial
from types import FrameType, MappingProxyType
from typing import Any, Final

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QTableView
from sqlalchemy import text

from core.kernel.store.statement import Statement
from tests.support.fila_comprida import UNIT, encher
from tests.support.vivo import Vivo
from tests.widgets.conftest import Mesa

WAITING: Final = 60_000
MOST: Final = 20_000
NO_PARENT: Final = QModelIndex()


class Counted:
    """The largest sort so far, and where it was asked for."""

    def __init__(self) -> None:
        self.most = 0
        self.where = ""

    def note(self, items: int, frame: FrameType | None) -> None:
        if items > self.most:
            self.most = items
            self.where = "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"

    def profile(self, frame: FrameType, event: str, arg: Any) -> None:
        """``list.sort`` of any thread: only a profiler sees it."""
        if event == "c_call" and arg.__name__ == "sort":
            owner = getattr(arg, "__self__", None)
            if isinstance(owner, list):
                self.note(len(owner), frame)


class Fetched:
    """A cursor whose fetches are counted: a server's driver turns a whole answer into rows at once."""

    def __init__(self, cursor: Any, found: Counted) -> None:
        self._cursor, self._found = cursor, found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._cursor)

    def fetchall(self) -> Any:
        rows = self._cursor.fetchall()
        self._found.note(len(rows), sys._getframe(1))
        return rows

    def fetchmany(self, *size: int) -> Any:
        rows = self._cursor.fetchmany(*size)
        self._found.note(len(rows), sys._getframe(1))
        return rows


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counted]:
    found, real = Counted(), sorted

    def counting(items: Iterable[Any], /, **how: Any) -> list[Any]:
        listed = list(items)
        found.note(len(listed), sys._getframe(1))
        return real(listed, **how)

    run = Statement.run

    def running(
        self: Statement, cursor: Any, dialect: Any, params: Any = MappingProxyType({})
    ) -> Any:
        return Fetched(run(self, cursor, dialect, params), found)

    monkeypatch.setattr(builtins, "sorted", counting)
    monkeypatch.setattr(Statement, "run", running)
    threading.setprofile(found.profile)
    sys.setprofile(found.profile)
    yield found
    sys.setprofile(None)
    threading.setprofile(None)


@pytest.fixture
def full(vivo: Vivo) -> Vivo:
    """The living office, with a unit where 60,000 demands wait."""
    engine = vivo.app.engine
    engine.call(partial(encher, engine.writer, WAITING)).result()
    vivo.ocioso()
    return vivo


def test_the_count_sees_both_ways_of_sorting(counted: Counted) -> None:
    sorted(range(30))
    assert counted.most == 30
    numbers = list(range(40))
    numbers.sort()
    assert counted.most == 40

    def elsewhere() -> None:
        list(range(50)).sort()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert counted.most == 50
    many = text(
        "with recursive n(i) as (select 1 union all select i+1 from n where i < 70) select i from n"
    )
    with sqlite3.connect(":memory:") as base:
        assert len(Statement(many).run(base.cursor(), "sqlite").fetchall()) == 70
    base.close()
    assert counted.most == 70


def test_no_screen_sorts_more_at_once(full: Vivo, counted: Counted, mesa: Mesa) -> None:
    screen = mesa.open("demandas")
    table = max(screen.findChildren(QTableView), key=lambda one: one.model().rowCount(NO_PARENT))
    assert table.model().rowCount(NO_PARENT) > WAITING
    for column in range(table.model().columnCount(NO_PARENT)):
        table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        mesa.settle()
    table.scrollToBottom()
    mesa.settle()
    mesa.open("backlog", UNIT)
    for key in (spec.key for spec in mesa.desktop.specs):
        mesa.open(key)
    assert counted.most <= MOST, counted.where
