"""Pytest plugin: PySide6 cannot be imported, so core shows that it needs no Qt.

Used by `make test` as `-p tests.support.sem_qt -p no:pytest-qt`; it declares pytest-qt's settings,
which would otherwise be unknown in that run.
"""

from __future__ import annotations

import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest
from typing_extensions import override

BLOCKED = frozenset({"PySide6", "shiboken6", "pyqtgraph"})


class QtRefused(ImportError):
    """Raised by every import of Qt in this run."""


class Blocker(importlib.abc.MetaPathFinder):
    """First on ``sys.meta_path``: refuses Qt and whatever is built on it."""

    @override
    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
        /,
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in BLOCKED:
            raise QtRefused(f"{fullname} is not importable in the run without Qt")
        return None


def pytest_addoption(parser: pytest.Parser) -> None:
    for name in ("qt_api", "qt_log_level_fail"):
        parser.addini(name, "pytest-qt's, not in this run", default="")
    parser.addini("qt_log_ignore", "pytest-qt's, not in this run", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    loaded = sorted(BLOCKED & {name.partition(".")[0] for name in sys.modules})
    if loaded:
        raise pytest.UsageError(f"already imported before the run without Qt: {loaded}")
    sys.meta_path.insert(0, Blocker())


def pytest_report_header() -> str:
    return "Qt: bloqueado nesta execução (tests/support/sem_qt.py)"
