"""The program put together: what it is made of, and that its models go down with the office."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from app.bootstrap.programa import montar_programa
from app.ia.modelos import ModelosDoEscritorio
from app.settings.lugares import Lugar
from app.settings.recursos import Recursos
from core.contracts.catalogo import MODELS


def test_every_type_that_a_colony_handles_has_a_contract(tmp_path: Path) -> None:
    with ExitStack() as closing:
        programa = montar_programa(Lugar(tmp_path, None, tmp_path / "c"), Recursos(), closing)
    known = set(programa.registry.tipos())
    for colony in programa.colonies:
        assert set(colony.consome) | set(colony.publica) <= known
    assert len(known) <= len(MODELS)


def test_the_models_are_closed_with_the_office(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[ModelosDoEscritorio] = []

    def fechar(self: ModelosDoEscritorio) -> None:
        closed.append(self)

    monkeypatch.setattr(ModelosDoEscritorio, "fechar", fechar)
    with ExitStack() as closing:
        programa = montar_programa(Lugar(tmp_path, None, tmp_path / "c"), Recursos(), closing)
        assert closed == []
    assert closed == [programa.ia]
