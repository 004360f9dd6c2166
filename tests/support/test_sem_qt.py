"""The run without Qt refuses every road to it."""

from __future__ import annotations

import pytest

PLUGIN = ["-p", "tests.support.sem_qt", "-p", "no:pytest-qt", "--import-mode=importlib"]


def test_qt_cannot_be_imported(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import importlib
        import pytest
        @pytest.mark.parametrize("name", ["PySide6", "PySide6.QtCore", "shiboken6", "pyqtgraph"])
        def test_refused(name):
            with pytest.raises(ImportError, match="run without Qt"):
                importlib.import_module(name)
        """
    )
    pytester.makeini("[pytest]\nqt_api = pyside6\nqt_log_level_fail = WARNING")
    result = pytester.runpytest_subprocess(*PLUGIN)
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["Qt: bloqueado*"])
