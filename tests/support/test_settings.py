"""The project's pytest settings: a Python warning or a Qt message fails the test that caused it."""

from __future__ import annotations

import shutil

import pytest

from tests.architecture.tree import ROOT


@pytest.fixture
def outside(pytester: pytest.Pytester) -> pytest.Pytester:
    """A test folder of its own under the project's settings."""
    shutil.copy(ROOT / "pyproject.toml", pytester.path)
    return pytester


def test_a_python_warning_fails(outside: pytest.Pytester) -> None:
    outside.makepyfile(
        """
        import warnings
        def test_warns():
            warnings.warn("obsoleto", DeprecationWarning)
        """
    )
    outside.runpytest_subprocess("-p", "no:xdist", ".").assert_outcomes(failed=1)


def test_a_forgotten_connection_fails(outside: pytest.Pytester) -> None:
    outside.makepyfile(
        """
        import gc, sqlite3
        def test_leaks():
            sqlite3.connect(":memory:").execute("SELECT 1")
            open(__file__)
            gc.collect()
        """
    )
    outside.runpytest_subprocess("-p", "no:xdist", ".").assert_outcomes(failed=1)


def test_a_qt_message_fails(outside: pytest.Pytester) -> None:
    pytest.importorskip("PySide6.QtCore", reason="a run without Qt", exc_type=ImportError)
    outside.makepyfile(
        """
        from PySide6.QtCore import qDebug, qWarning
        def test_warns(qapp):
            qWarning("algo errado no Qt")
        def test_says(qapp):
            qDebug("nada demais")
        """
    )
    result = outside.runpytest_subprocess("-p", "no:xdist", ".")
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*algo errado no Qt*"])
