"""An office whose log tells a few draws, honest or forged, for the auditor's screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.services.historia_sorteio import HistoriaService
from app.services.leitura import BancoLeitor
from app.services.mensagens import Mensagens
from app.services.registro_sorteios import RegistroDeSorteiosService
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from tests.support.office import Office
from tests.support.sorteios import SealedLog, Story

Services = tuple[RegistroDeSorteiosService, HistoriaService]
Tell = Callable[..., Services]


@pytest.fixture
def tell(sqlite_office: Office) -> Tell:
    """A draw among three of unit 1, a refusal, and a draw whose values may be forged."""

    def told(**forged: Any) -> Services:
        writer = sqlite_office.database.open_writer(checkpoints=True)
        log = SealedLog(writer)
        story = Story(log)
        story.territory({1: 2, 2: None})
        for who, unit in ((1, 1), (2, 1), (3, 1), (4, 2)):
            story.register(who, unit)
        story.announce(1, 1)
        first = story.draw(1, 1, [1, 2, 3])
        story.refuse(1, first)
        story.draw(1, 1, [n for n in (1, 2, 3) if n != first], **forged)
        log.flush()
        writer.close()
        leitor = BancoLeitor(sqlite_office.database, keep=0)
        tempo = FormatoTempo(DEFAULT_ZONE, sqlite_office.clock.now_ms)
        return RegistroDeSorteiosService(leitor, tempo), HistoriaService(
            leitor, Mensagens(Recursos().messages_toml())
        )

    return told
