"""Saúde over a service that remembers what it was asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from app.services.copias import CopiaService
from app.services.mensagens import Mensagens
from app.services.modelos_ia import ModelosService
from app.services.saude import SaudeService
from app.settings.recursos import Recursos
from tests.app.services.fake_motor import FakeCopiador, FakeMotor, busy_motor
from tests.app.services.log_builder import COLONIES, NOW_MS, FileLeitor, LogBuilder
from tests.app.services.test_modelos_ia import Importer
from tests.widgets.conftest import Ui
from widgets.saude.screen import SaudeScreen


@pytest.fixture
def motor() -> FakeMotor:
    return busy_motor()


@pytest.fixture
def copier(tmp_path: Path) -> FakeCopiador:
    return FakeCopiador(tmp_path)


@pytest.fixture
def leitor(tmp_path: Path) -> FileLeitor:
    builder = LogBuilder(tmp_path / "log.db")
    builder.add_demand(0)
    for colony in ("D-1b", "D-2", "D-10"):
        builder.add_position(colony, 6, active=colony != "D-10")
    builder.add_dead_letter("D-2", 2)
    builder.add_dead_letter("D-3", 3, estado="descartado", tentativas=5)
    builder.add_copy(NOW_MS - 7_200_000)
    builder.close()
    return FileLeitor(tmp_path / "log.db")


def opened(
    ui: Ui,
    host: QWidget,
    leitor: FileLeitor,
    motor: FakeMotor,
    copier: FakeCopiador,
    *,
    can_act: bool = True,
) -> SaudeScreen:
    service = SaudeService(
        leitor,
        motor,
        Mensagens(Recursos().messages_toml()),
        colonias=COLONIES,
        agora_ms=lambda: NOW_MS,
        can_act=can_act,
    )
    screen = SaudeScreen(
        service, CopiaService(copier), ModelosService(Importer()), ui.context, host
    )
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    return screen


@pytest.fixture
def screen(
    ui: Ui, host: QWidget, leitor: FileLeitor, motor: FakeMotor, copier: FakeCopiador
) -> SaudeScreen:
    return opened(ui, host, leitor, motor, copier)
