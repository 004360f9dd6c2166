"""Asking for a place on disk."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from widgets.runtime.file_questions import ask_file, ask_folder


def test_what_was_chosen_arrives_as_a_path(qtbot: QtBot, host: QWidget, tmp_path: Path) -> None:
    found: list[Path] = []
    for dialog, mode in (
        (
            ask_file(host, "Um arquivo", "Todos (*)", found.append),
            QFileDialog.FileMode.ExistingFile,
        ),
        (ask_folder(host, "Uma pasta", found.append), QFileDialog.FileMode.Directory),
    ):
        assert dialog.fileMode() == mode
        dialog.fileSelected.emit(str(tmp_path / "x"))
        dialog.reject()
    assert found == [tmp_path / "x"] * 2
