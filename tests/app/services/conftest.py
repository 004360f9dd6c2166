"""Services over a small real log."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.eventos import EventosService
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from tests.app.services.log_builder import COLONIES, NOW_MS, PRODUCERS, FileLeitor, LogBuilder


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    """Three demands of six events; numbers 1 to 18."""
    builder = LogBuilder(tmp_path / "log.db")
    for number in range(3):
        builder.add_demand(number, at_ms=NOW_MS - (3 - number) * 3_600_000)
    builder.close()
    return tmp_path / "log.db"


@pytest.fixture
def eventos(log_path: Path) -> EventosService:
    """A service whose role may not see restricted parts."""
    return EventosService(FileLeitor(log_path), produtores=PRODUCERS, colonias=COLONIES)


@pytest.fixture
def mensagens() -> Mensagens:
    """The real sentences."""
    return Mensagens(Recursos().messages_toml())
