"""The composition of a window, and its pictures."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import desktop
from app.services.composicao import Escritorio, Servicos
from app.services.copias import CopiaService
from app.services.eventos import EventosService
from app.services.falhas import describe
from app.services.mensagens import Mensagens
from app.services.saude import SaudeService
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo
from core.kernel.errors import IntegrityFault
from tests.app.services.fake_motor import FakeCopiador, busy_motor
from tests.app.services.log_builder import (
    COLONIES,
    NOW_MS,
    PRODUCERS,
    FileLeitor,
    LogBuilder,
    fixed_uuid,
)
from widgets.eventos.screen import EventosScreen
from widgets.shell.opening_fault import Choice, OpeningFaultWindow


class Office:
    """Services over a small log, and who listens."""

    def __init__(self, folder: Path) -> None:
        builder = LogBuilder(folder / "log.db")
        for number in range(3):
            builder.add_demand(number)
        builder.add_position("D-2", 18)
        builder.add_copy(NOW_MS)
        builder.close()
        self.listeners: list[Callable[[frozenset[str]], None]] = []
        self.closed = 0
        leitor = FileLeitor(folder / "log.db")
        resources = Recursos()
        messages = Mensagens(resources.messages_toml())
        self.services = Servicos(
            escritorio=Escritorio("Sé", "4F7K-2QXP", is_demo=True, data_dir=folder),
            eventos=EventosService(leitor, produtores=PRODUCERS, colonias=COLONIES),
            saude=SaudeService(
                leitor, busy_motor(), messages, colonias=COLONIES, agora_ms=lambda: NOW_MS
            ),
            copias=CopiaService(FakeCopiador(folder)),
            mensagens=messages,
            recursos=resources,
            tempo=FormatoTempo("America/Sao_Paulo", lambda: NOW_MS),
            observar=self._observe,
            encerrar=self._close,
            versao="0.1.0",
        )

    def _observe(self, listener: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def _close(self) -> None:
        self.closed += 1


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def _shown(qtbot: QtBot, qapp: QApplication, office: Office) -> desktop.Desktop:
    made = desktop.Desktop(qapp, office.services)
    made.show()
    qtbot.waitUntil(lambda: made.runner.is_idle)
    return made


def _gone(made: desktop.Desktop) -> None:
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


def test_the_window_runs_until_it_is_closed(
    qtbot: QtBot, qapp: QApplication, office: Office, tmp_path: Path
) -> None:
    def close_all() -> None:
        for window in QApplication.topLevelWidgets():
            window.close()

    hooks = (sys.excepthook, threading.excepthook)
    QTimer.singleShot(200, close_all)
    assert desktop.run_desktop(office.services) == 0
    assert office.closed == 1
    assert (sys.excepthook, threading.excepthook) == hooks
    assert (tmp_path / "vista.ini").exists()


def test_an_office_that_does_not_open_asks(
    qtbot: QtBot, qapp: QApplication, office: Office
) -> None:
    services = office.services
    falha = describe(IntegrityFault("banco.danificado", onde="/x"), services.mensagens)

    def choose() -> None:
        (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, OpeningFaultWindow)]
        window.buttons[Choice.RESTAURAR].click()

    QTimer.singleShot(50, choose)
    answer = desktop.ask_after_opening_fault(falha, "/x", services.recursos)
    assert answer is Choice.RESTAURAR


@pytest.mark.parametrize(
    ("is_dark", "scale_pct", "size_px"),
    [(False, 100, (1_280, 800)), (True, 100, (1_280, 800)), (False, 200, (1_024, 700))],
)
def test_pictures_of_every_screen(
    qtbot: QtBot,
    office: Office,
    tmp_path: Path,
    is_dark: bool,
    scale_pct: int,
    size_px: tuple[int, int],
) -> None:
    written = desktop.render_screens(
        office.services, tmp_path / "telas", is_dark=is_dark, scale_pct=scale_pct, size_px=size_px
    )
    assert [path.stem for path in written][:2] == ["eventos", "eventos-conteudo"]
    for path in written:
        image = QImage(str(path))
        assert (image.width(), image.height()) == size_px
        colours = {
            image.pixel(x, y) for x in range(0, size_px[0], 7) for y in range(0, size_px[1], 7)
        }
        assert len(colours) > 5, path.name
    assert not (tmp_path / "vista.ini").exists()
    assert office.closed == 0


def test_where_a_window_can_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not desktop.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert desktop.has_display()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "win32")
    assert desktop.has_display()


def test_a_loop_after_a_window_still_runs(qtbot: QtBot, qapp: QApplication, office: Office) -> None:
    """Closing the last window once left the application quitting, and later dialogs vanished."""
    test_the_engine_is_heard_until_the_window_goes(qtbot, qapp, office)
    rang: list[int] = []
    QTimer.singleShot(20, lambda: rang.append(1))
    qtbot.waitUntil(lambda: rang == [1], timeout=2_000)
