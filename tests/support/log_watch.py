"""Pytest plugin: a WARNING in the log that no test asked for fails the test (qutebrowser's idea).

A test that provokes one says so: ``expect_log.warning("dead letter")`` names a regular expression
for "logger: message"; an expected line that never comes fails as well.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator

import pytest


class LogWatch:
    """What a test may log, and what it logged beyond that."""

    def __init__(self) -> None:
        self._expected: list[re.Pattern[str]] = []
        self._met: set[re.Pattern[str]] = set()
        self._unexpected: list[str] = []

    def warning(self, pattern: str) -> None:
        """Expect at least one record of level WARNING or above that ``pattern`` is found in."""
        self._expected.append(re.compile(pattern))

    def see(self, record: logging.LogRecord) -> None:
        """Judge a record at the moment it is made."""
        if record.levelno < logging.WARNING:
            return
        line = f"{record.name}: {record.getMessage()}"
        met = {pattern for pattern in self._expected if pattern.search(line)}
        if met:
            self._met |= met
        else:
            self._unexpected.append(f"{record.levelname} {line}")

    def verdict(self) -> str | None:
        """Why the test fails, or None."""
        if self._unexpected:
            return "unexpected log:\n" + "\n".join(self._unexpected)
        silent = [pattern.pattern for pattern in self._expected if pattern not in self._met]
        return f"expected in the log, but never came: {silent}" if silent else None


def watching_factory(
    watch: LogWatch, inner: Callable[..., logging.LogRecord]
) -> Callable[..., logging.LogRecord]:
    """A record factory: it sees records of loggers that do not propagate, too."""

    def make(*args: object, **kwargs: object) -> logging.LogRecord:
        record = inner(*args, **kwargs)
        watch.see(record)
        return record

    return make


@pytest.fixture(autouse=True)
def _watch_log() -> Iterator[LogWatch]:
    watch = LogWatch()
    inner = logging.getLogRecordFactory()
    logging.setLogRecordFactory(watching_factory(watch, inner))
    try:
        yield watch
    finally:
        logging.setLogRecordFactory(inner)
    verdict = watch.verdict()
    if verdict is not None:
        pytest.fail(verdict, pytrace=False)


@pytest.fixture
def expect_log(_watch_log: LogWatch) -> LogWatch:
    """Lets the test say which warnings it provokes."""
    return _watch_log
