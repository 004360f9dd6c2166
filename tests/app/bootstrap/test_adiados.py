"""An office that was upgraded shows what it could only keep before, as those do who knew it."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import programa
from core.colonies.catalogo import Portas, build_colonies
from core.contracts.catalogo import MODELS
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.redes import Escritorio, Redes


def picture(office: Escritorio) -> bytes:
    """What the office's projections say in public."""
    reader = SqliteDatabase(office.dados).open_reader()
    try:
        colonies = build_colonies(Portas())
        return dump_projections(reader.cursor, reader.dialect, colonies, public_only=True)
    finally:
        reader.close()


def test_what_was_postponed_has_its_effect_at_the_next_opening(
    redes: Redes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    centro, norte = redes.unidos("Centro", "Norte")
    words = ("--ponto", "-22.75,-43.75", "--consente", "tratamento")
    norte.certo("demandas", "registrar", "--texto", "Buraco na rua da feira", *words)
    older = [model for model in MODELS if model.SPEC.tipo != "demanda.normalizada"]
    with monkeypatch.context() as patched:
        patched.setattr(programa, "MODELS", older)
        bundle = str(norte.exportar(tmp_path))
        told = centro.certo("pacote", "importar", bundle).json
        assert told["estados"]["adiado"] == 1
        assert picture(centro) != picture(norte)
    back = str(centro.exportar(tmp_path))  # opens it for writing first
    norte.certo("pacote", "importar", back)
    assert picture(centro) == picture(norte)
    assert centro("verificar").code == 0, centro("verificar").out
