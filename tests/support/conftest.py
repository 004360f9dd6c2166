"""Test runs within the test run see the plugins that they are about."""

from __future__ import annotations

import pytest

from tests.architecture.tree import ROOT


@pytest.fixture(autouse=True)
def _plugins_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
