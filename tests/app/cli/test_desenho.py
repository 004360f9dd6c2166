"""Drawing is quiet about what nobody can use, and only about that."""

from __future__ import annotations

import pytest
from PySide6.QtCore import qWarning

from app.cli.desenho import _quiet


def test_only_the_known_remark_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    with _quiet():
        qWarning("This plugin does not support propagateSizeHints()")
        qWarning("something real")
    assert capsys.readouterr().err == "something real\n"
