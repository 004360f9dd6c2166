"""Asking where a file lies or is to go, without stopping the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

Then = Callable[[Path], object]


def ask_file(parent: QWidget, title: str, kinds: str, then: Then) -> QFileDialog:
    """Let the person choose a file that is there; ``kinds`` as Qt wants it."""
    dialog = QFileDialog(parent, title, "", kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _opened(dialog, then)


def ask_folder(parent: QWidget, title: str, then: Then) -> QFileDialog:
    """Let the person choose a folder."""
    dialog = QFileDialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _opened(dialog, then)


def _opened(dialog: QFileDialog, then: Then) -> QFileDialog:
    dialog.finished.connect(dialog.deleteLater)
    dialog.fileSelected.connect(lambda chosen: then(Path(chosen)))
    dialog.open()
    return dialog
