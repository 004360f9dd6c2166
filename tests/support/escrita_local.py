"""Rows of local tables, written in a transaction of their own as ``Escrita.local`` does."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from core.kernel.engine.engine import Engine


def written(engine: Engine, work: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """The result of ``work(cursor, dialect, …)``; nothing is written where it raises:
    the engine takes an unfinished transaction back.
    """

    def run() -> Any:
        engine.cycle.begin()
        result = work(engine.writer.cursor, engine.writer.dialect, *args, **more)
        engine.cycle.commit()
        return result

    done: Future[Any] = engine.call(run)
    return done.result()
