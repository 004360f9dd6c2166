"""The one Qt application of this process: made, spoken Portuguese to, and left.

Also the two questions that come before there is a window: a folder, a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QFileDialog

from widgets.runtime.mapa.preparo import preparar_web

_NAME: Final = "Formigueiro"


def has_display() -> bool:
    """Whether a window can be shown here; elsewhere Qt would abort the process."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qt_application(argv: Sequence[str] = (), *, is_offscreen: bool = False) -> QApplication:
    """The one application of this process, made on first call, speaking Portuguese."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        _quit_by_ourselves(found)
        return found
    if is_offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    preparar_web()
    QLocale.setDefault(QLocale(QLocale.Language.Portuguese, QLocale.Country.Brazil))
    application = QApplication([_NAME, *argv])
    _quit_by_ourselves(application)
    application.setApplicationName(_NAME)
    application.setApplicationDisplayName(_NAME)
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale(), "qtbase", "_", folder):
        application.installTranslator(translator)
    return application


def _quit_by_ourselves(application: QApplication) -> None:
    """Loops end by their own window. Quitting the application would leave it quitting for ever,
    and every later loop, of a dialog after a failed opening too, would end before it began.
    """
    application.setQuitOnLastWindowClosed(False)


def pick_folder(title: str, start: Path) -> Path | None:
    """Let the person choose a folder; None where the dialog is closed without."""
    found = QFileDialog.getExistingDirectory(None, title, str(start))
    return Path(found) if found else None


def pick_file(title: str, start: Path, kinds: str) -> Path | None:
    """Let the person choose a file; ``kinds`` as Qt wants it, e.g. ``Cópias (*.sqlite)``."""
    found, _kind = QFileDialog.getOpenFileName(None, title, str(start), kinds)
    return Path(found) if found else None


def finish_deletions() -> None:
    """Carry out ``deleteLater`` now: the event loop that would do it has ended."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()
