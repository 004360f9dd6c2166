"""A stray warning fails its test; an announced one does not; an announced silence does."""

from __future__ import annotations

import logging

import pytest

from tests.support.log_watch import LogWatch

OUTSIDE = ["-p", "tests.support.log_watch", "-p", "no:randomly", "--import-mode=importlib"]


def _record(level: int, message: str, name: str = "formigueiro.motor") -> logging.LogRecord:
    return logging.LogRecord(name, level, __file__, 1, message, None, None)


def test_verdicts() -> None:
    watch = LogWatch()
    watch.see(_record(logging.INFO, "publicado"))
    assert watch.verdict() is None
    watch.see(_record(logging.WARNING, "carta morta"))
    assert watch.verdict() == "unexpected log:\nWARNING formigueiro.motor: carta morta"


def test_an_announced_warning_is_fine_and_its_absence_is_not() -> None:
    watch = LogWatch()
    watch.warning(r"motor: carta")
    assert watch.verdict() == "expected in the log, but never came: ['motor: carta']"
    watch.see(_record(logging.ERROR, "carta morta"))
    assert watch.verdict() is None


def test_the_fixture_lets_announced_lines_pass(expect_log: LogWatch) -> None:
    expect_log.warning("^formigueiro.teste: provocado$")
    quiet = logging.getLogger("formigueiro.teste")
    quiet.warning("provocado")
    assert expect_log.verdict() is None


def test_a_stray_warning_fails_even_where_the_logger_does_not_propagate(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import logging
        def test_stray():
            logger = logging.getLogger("mudo")
            logger.propagate = False
            logger.addHandler(logging.NullHandler())
            logger.error("ninguém esperava")
        """
    )
    result = pytester.runpytest_subprocess(*OUTSIDE)
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*unexpected log:*", "*ERROR mudo: ninguém esperava*"])
