"""The view survives a restart, and nonsense in its file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget

from widgets.runtime.view_state import ViewState

DEFAULTS: dict[str, str | int | bool] = {"a/n": 100, "a/f": True, "a/t": "sistema"}


def test_values_come_back_after_a_restart(tmp_path: Path, host: QWidget) -> None:
    view = ViewState(tmp_path / "vista.ini", DEFAULTS, host)
    assert (view.number("a/n"), view.flag("a/f"), view.text("a/t")) == (100, True, "sistema")
    view.put("a/n", 150)
    view.put("a/f", False)
    view.put("a/t", "Sé; norte")
    view.put("a/b", QByteArray(b"\x00\x01"))
    view.sync()
    again = ViewState(tmp_path / "vista.ini", DEFAULTS, host)
    assert (again.number("a/n"), again.flag("a/f"), again.text("a/t")) == (150, False, "Sé; norte")
    assert again.blob("a/b") == QByteArray(b"\x00\x01")
    assert again.blob("a/outro").isEmpty()


def test_nonsense_is_the_default(tmp_path: Path, host: QWidget) -> None:
    (tmp_path / "vista.ini").write_text("[a]\nn=muito\nb=texto\n", encoding="utf-8")
    view = ViewState(tmp_path / "vista.ini", DEFAULTS, host)
    assert view.number("a/n") == 100
    assert view.blob("a/b").isEmpty()
