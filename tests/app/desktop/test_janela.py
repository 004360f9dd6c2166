"""The composition of a window."""

from __future__ import annotations

import threading

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from tests.app.desktop.conftest import Office
from tests.app.services.log_builder import fixed_uuid
from widgets.eventos.screen import EventosScreen


def _shown(qtbot: QtBot, qapp: QApplication, office: Office) -> Desktop:
    made = Desktop(qapp, office.services)
    made.show()
    qtbot.waitUntil(lambda: made.runner.is_idle)
    return made


def _gone(made: Desktop) -> None:
    made.close()
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_a_search_leads_to_its_event(qtbot: QtBot, qapp: QApplication, office: Office) -> None:
    made = _shown(qtbot, qapp, office)
    made.window.show_screen("saude")
    made.window.searched.emit(fixed_uuid(5)[:8])
    qtbot.waitUntil(lambda: made.window.current_key == "eventos")
    screen = made.window.screen_of("eventos")
    assert isinstance(screen, EventosScreen)
    qtbot.waitUntil(lambda: screen.detail.numero == 5)
    made.window.searched.emit("xyz")
    qtbot.waitUntil(lambda: bool(made._notices.notices()))
    assert made._notices.notices()[0].text.startswith("Digite pelo menos 8")
    _gone(made)


def test_the_engine_is_heard_until_the_window_goes(
    qtbot: QtBot, qapp: QApplication, office: Office
) -> None:
    made = _shown(qtbot, qapp, office)
    heard: list[frozenset[str]] = []
    made.hub.changed.connect(lambda change: heard.append(change.what))
    worker = threading.Thread(target=office.listeners[0], args=(frozenset({"eventos"}),))
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: heard == [frozenset({"eventos"})])
    qtbot.waitUntil(lambda: made.runner.is_idle and not made.hub._timer.isActive())
    _gone(made)
    assert office.listeners == []


def test_a_loop_after_a_window_still_runs(qtbot: QtBot, qapp: QApplication, office: Office) -> None:
    """Closing the last window once left the application quitting, and later dialogs vanished."""
    test_the_engine_is_heard_until_the_window_goes(qtbot, qapp, office)
    rang: list[int] = []
    QTimer.singleShot(20, lambda: rang.append(1))
    qtbot.waitUntil(lambda: rang == [1], timeout=2_000)
