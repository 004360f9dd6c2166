"""A real bundle: what the living office exports, written once a test process."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from app.bootstrap.pacotes import criar_rede, exporter_of
from app.settings.lugares import Lugar
from core.kernel.clock import ManualClock
from core.sync.export import Wish, export_bundle
from tests.support.vivo import AGORA_MS, open_vivo


@pytest.fixture(scope="session")
def pacote_vivo(vivo_template: Lugar, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A complete public bundle of the demonstration office; tests read it and never change it."""
    folder = tmp_path_factory.mktemp("pacote-vivo")
    place = Lugar(folder / "dados", None, folder / "ajustes")
    shutil.copytree(vivo_template.dados, place.dados)
    shutil.copytree(vivo_template.configuracao, place.configuracao)
    opened = open_vivo(place, ManualClock(AGORA_MS))
    try:
        criar_rede(opened.app, None, None, None)
    finally:
        opened.app.fechar()
    opened = open_vivo(place, ManualClock(AGORA_MS))
    try:
        return export_bundle(exporter_of(opened.app, None), Wish(), folder / "pendrive").arquivo
    finally:
        opened.app.fechar()
