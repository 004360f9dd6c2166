"""Backups from the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.services.copias import CopiaService
from core.kernel.errors import EnvironmentFault
from tests.app.services.fake_motor import FakeCopiador


def test_a_copy_goes_to_the_usual_folder_unless_told(tmp_path: Path) -> None:
    copier = FakeCopiador(tmp_path / "copias")
    service = CopiaService(copier)
    told: list[tuple[int, int]] = []
    assert service.create(None, lambda a, b: told.append((a, b))).arquivo.name == "copia-1.fcopia"
    service.create(tmp_path / "pendrive")
    assert copier.made == [service.default_folder, tmp_path / "pendrive"]
    assert told == [(0, 3), (1, 3), (2, 3)]


def test_a_fault_comes_through(tmp_path: Path) -> None:
    copier = FakeCopiador(tmp_path)
    copier.error = EnvironmentFault("banco.disco_cheio")
    with pytest.raises(EnvironmentFault):
        CopiaService(copier).create()
