"""The services of a window over a small log, and who listens to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.composicao import Escritorio
from app.services.copias import CopiaService
from app.services.eventos import EventosService
from app.services.mensagens import Mensagens
from app.services.saude import SaudeService
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo
from tests.app.services.fake_motor import FakeCopiador, busy_motor
from tests.app.services.log_builder import COLONIES, NOW_MS, PRODUCERS, FileLeitor, LogBuilder
from tests.support.vivo import Vivo


class Office:
    """The living office's services, but log, health and copies are small and known."""

    def __init__(self, folder: Path, vivo: Vivo) -> None:
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
        self.services = replace(
            vivo.servicos,
            escritorio=Escritorio("Sé", "4F7K-2QXP", is_demo=True, data_dir=folder),
            eventos=EventosService(leitor, produtores=PRODUCERS, colonias=COLONIES),
            saude=SaudeService(
                leitor, busy_motor(), messages, colonias=COLONIES, agora_ms=lambda: NOW_MS
            ),
            copias=CopiaService(FakeCopiador(folder)),
            tempo=FormatoTempo("America/Sao_Paulo", lambda: NOW_MS),
            observar=self._observe,
            encerrar=self._close,
        )

    def _observe(self, listener: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def _close(self) -> None:
        self.closed += 1


@pytest.fixture
def office(tmp_path: Path, vivo: Vivo) -> Office:
    return Office(tmp_path, vivo)
