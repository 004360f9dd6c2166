"""A window's common things for tests: a real runner and theme, a quiet hub, remembered notices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.desktop.janela import Desktop
from app.services.eventos import EventosService
from app.services.falhas import describe
from app.services.mensagens import Mensagens
from app.services.permissoes import Papel
from app.services.sessao import Conta, Sessao
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo
from app.settings.vista import PADROES
from tests.app.services.log_builder import COLONIES, NOW_MS, PRODUCERS, FileLeitor, LogBuilder
from tests.support.vivo import Vivo
from widgets.runtime.actions import ActionRegistry
from widgets.runtime.changes_hub import ChangesHub
from widgets.runtime.context import Action, UiContext
from widgets.runtime.paper import Paper
from widgets.runtime.screen import Screen
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState


@dataclass
class Ui:
    """The context of a test, and what it was told."""

    context: UiContext
    qtbot: QtBot
    notices: list[tuple[str, str]] = field(default_factory=list)
    faults: list[BaseException] = field(default_factory=list)
    gone: list[tuple[str, str]] = field(default_factory=list)

    def notify(self, text: str, level: str = "info", action: Action | None = None) -> None:
        """Remember a notice."""
        self.notices.append((level, text))

    def settle(self) -> None:
        """Wait until nothing runs and everything asked for has arrived."""
        self.qtbot.waitUntil(lambda: self.context.runner.is_idle, timeout=30_000)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that a person would see."""
        self.qtbot.waitUntil(condition, timeout=30_000)


@pytest.fixture
def ui(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Ui]:
    """Everything a screen is given."""
    owner = QObject(qapp)
    theme = Theme(qapp, owner, Recursos().path("icones"))
    theme.set_mode("claro")
    resources = Recursos()
    runner = TaskRunner(owner)
    made: list[Ui] = []
    faults: list[BaseException] = []
    context = UiContext(
        runner=runner,
        hub=ChangesHub(owner, gather_ms=0),
        theme=theme,
        icons=Icons(resources.icon_svg, theme, owner),
        view=ViewState(tmp_path / "vista.ini", PADROES, owner),
        moments=FormatoTempo("America/Sao_Paulo", lambda: NOW_MS),
        notify=lambda text, level="info", action=None: made[0].notify(text, level, action),
        describe=partial(describe, mensagens=Mensagens(resources.messages_toml())),
        report=faults.append,
        session=Sessao(Conta("44444444-0000-4000-8000-000000000009", "Ana", frozenset(Papel))),
        go=lambda key, target="": made[0].gone.append((key, target)),
        actions=ActionRegistry(owner),
        paper=Paper(owner),
    )
    made.append(Ui(context, qtbot, faults=faults))
    runner.wrote.connect(context.hub.announce)
    yield made[0]
    runner.shutdown()
    owner.deleteLater()
    qapp.setStyleSheet("")


@dataclass
class Mesa:
    """A window over a living office, as a person sits before it."""

    vivo: Vivo
    desktop: Desktop
    qtbot: QtBot

    def settle(self) -> None:
        """Wait until what was asked for has arrived and the engine rests."""
        self.vivo.ocioso()
        self.qtbot.waitUntil(lambda: self.desktop.runner.is_idle, timeout=60_000)

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that a person would see."""
        self.qtbot.waitUntil(condition, timeout=60_000)

    def open(self, key: str, target: str = "") -> Screen:
        """Go to a screen and wait for it."""
        self.desktop.context.go(key, target)
        self.settle()
        return self.desktop.window.screen_of(key)

    @property
    def notices(self) -> list[str]:
        """The sentences above the screen."""
        return [notice.text for notice in self.desktop._notices.notices()]


@pytest.fixture
def mesa(vivo: Vivo, qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Mesa]:
    """See ``Mesa``; the window is shown and active."""
    desktop = Desktop(qapp, vivo.servicos, tmp_path / "vista-mesa.ini")
    desktop.theme.set_mode("claro")
    desktop.window.resize(1_280, 800)
    desktop.show()
    made = Mesa(vivo, desktop, qtbot)
    made.settle()
    desktop.window.activateWindow()
    yield made
    desktop.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """A parent for widgets under test, closed at the end."""
    widget = QWidget()
    widget.resize(1_200, 800)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    """Fifty demands of six events; numbers 1 to 300."""
    builder = LogBuilder(tmp_path / "log.db")
    for number in range(50):
        builder.add_demand(number, at_ms=NOW_MS - (50 - number) * 3_600_000)
    builder.close()
    return tmp_path / "log.db"


@pytest.fixture
def leitor(log_path: Path) -> FileLeitor:
    """Reads of that log."""
    return FileLeitor(log_path)


@pytest.fixture
def eventos(leitor: FileLeitor) -> EventosService:
    """A service whose role may see restricted parts."""
    return EventosService(leitor, produtores=PRODUCERS, colonias=COLONIES, sees_restricted=True)
