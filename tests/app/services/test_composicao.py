"""The bundle of services can be built and its parts reached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.services.composicao import Escritorio, Servicos
from app.services.copias import CopiaService
from app.services.eventos import EventosService
from app.services.mensagens import Mensagens
from app.services.saude import SaudeService
from app.settings.recursos import Recursos
from app.settings.tempo import FormatoTempo
from tests.app.services.fake_motor import FakeCopiador, FakeMotor
from tests.app.services.log_builder import NOW_MS, FileLeitor


def test_a_listener_can_come_and_go(
    log_path: Path, eventos: EventosService, mensagens: Mensagens
) -> None:
    listeners: list[Callable[[frozenset[str]], None]] = []

    def observe(listener: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        listeners.append(listener)
        return lambda: listeners.remove(listener)

    services = Servicos(
        escritorio=Escritorio("Sé", "4F7K", is_demo=True, data_dir=log_path.parent),
        eventos=eventos,
        saude=SaudeService(
            FileLeitor(log_path), FakeMotor(), mensagens, colonias={}, agora_ms=lambda: NOW_MS
        ),
        copias=CopiaService(FakeCopiador(log_path.parent)),
        mensagens=mensagens,
        recursos=Recursos(),
        tempo=FormatoTempo("America/Sao_Paulo", lambda: NOW_MS),
        observar=observe,
        encerrar=lambda: None,
        versao="0.1.0",
    )
    stop = services.observar(print)
    assert listeners == [print]
    stop()
    assert listeners == []
