"""Running a window, and asking why there is none."""

from __future__ import annotations

import gc
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.execucao import ask_after_opening_fault, run_desktop
from app.services.falhas import describe
from core.kernel.errors import IntegrityFault
from tests.app.desktop.conftest import Office
from widgets.shell.opening_fault import Choice, OpeningFaultWindow


def test_the_window_runs_until_it_is_closed(
    qtbot: QtBot, qapp: QApplication, office: Office, tmp_path: Path
) -> None:
    set_aside: list[int] = []

    def close_all() -> None:
        set_aside.append(gc.get_freeze_count())
        for window in QApplication.topLevelWidgets():
            window.close()

    hooks = (sys.excepthook, threading.excepthook)
    QTimer.singleShot(200, close_all)
    assert run_desktop(office.services) == 0
    assert office.closed == 1
    assert (sys.excepthook, threading.excepthook) == hooks
    assert (tmp_path / "vista.ini").exists()
    assert set_aside[0] > 0
    assert gc.get_freeze_count() == 0


def test_an_office_that_does_not_open_asks(
    qtbot: QtBot, qapp: QApplication, office: Office
) -> None:
    services = office.services
    falha = describe(IntegrityFault("banco.danificado", onde="/x"), services.mensagens)

    def choose() -> None:
        (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, OpeningFaultWindow)]
        window.buttons[Choice.RESTAURAR].click()

    QTimer.singleShot(50, choose)
    answer = ask_after_opening_fault(falha, "/x", services.recursos)
    assert answer is Choice.RESTAURAR
