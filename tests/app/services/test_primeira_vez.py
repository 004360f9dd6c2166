"""The first run's questions are values."""

from __future__ import annotations

from pathlib import Path

from app.services.primeira_vez import Montado, UnidadeOferecida


def test_a_built_office_offers_its_units() -> None:
    built = Montado((UnidadeOferecida("u", "Serra", 4, "município"),), Path("/chave"))
    assert built.unidades[0].nivel_nome == "município"
