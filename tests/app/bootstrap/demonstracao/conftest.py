"""One demonstration of thirty days, built once and copied for whoever asks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.bootstrap.demonstracao.montagem import Montagem
from app.services.mensagens import Mensagens
from app.settings.lugares import CONFIG_VARIABLE, Lugar, place_of
from app.settings.recursos import Recursos
from core.kernel.clock import ManualClock

TODAY_MS = 1_790_000_000_000  # 2026-09-21


def montagem(dias: int) -> Montagem:
    """What builds a story that ends on the day before TODAY_MS."""
    recursos = Recursos()
    return Montagem(Mensagens(recursos.messages_toml()), recursos, dias, ManualClock(TODAY_MS))


@pytest.fixture(scope="session")
def demo_place(tmp_path_factory: pytest.TempPathFactory) -> Lugar:
    """A finished office; for reading only."""
    folder = tmp_path_factory.mktemp("demonstracao")
    before = os.environ.get(CONFIG_VARIABLE)
    os.environ[CONFIG_VARIABLE] = str(folder / "config")
    try:
        place = place_of(folder / "dados", None)
        assert montagem(30).garantir(place, lambda _done, _total: None)
    finally:
        if before is None:
            del os.environ[CONFIG_VARIABLE]
        else:
            os.environ[CONFIG_VARIABLE] = before
    return place


@pytest.fixture
def fresh_place(tmp_path: Path, settings_folder: Path) -> Lugar:
    """Where nothing is yet."""
    assert settings_folder.parent == tmp_path
    return place_of(tmp_path / "dados", None)
