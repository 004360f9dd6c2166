from __future__ import annotations

from app.ia.adaptadores.marian import TARGET
from app.ia.modelos import ModelosDoEscritorio
from tests.app.ia.extra import COM_EXTRA


def test_the_target_is_portuguese() -> None:
    assert TARGET == ">>por<<"


class TestModel:
    pytestmark = COM_EXTRA

    def test_it_translates_sentence_by_sentence(self, modelos: ModelosDoEscritorio) -> None:
        said = modelos.traduzir("a hole in the street. the lamp is broken.")
        assert said.modelo.startswith("minusculo-traducao@")
        assert said.texto
        assert modelos.traduzir("   ").texto == ""
