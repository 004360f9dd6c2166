from __future__ import annotations

import json
from pathlib import Path

from app.ia.importacao import ARQUITETURAS
from app.ia.modelos import ModelosDoEscritorio
from tests.app.ia.extra import COM_EXTRA


def test_its_architecture_is_known() -> None:
    assert ARQUITETURAS["DetrForObjectDetection"] == "pessoa"


class TestModel:
    pytestmark = COM_EXTRA

    def test_it_says_how_sure_it_is_of_a_person(
        self, modelos: ModelosDoEscritorio, foto: bytes
    ) -> None:
        said = modelos.avaliar_pessoa(foto)
        assert said.modelo.startswith("minusculo-pessoa@")
        assert 0 < said.valor < 1
        assert said == modelos.avaliar_pessoa(foto)

    def test_its_settings_say_that_it_reads_with_a_resnet(self, pastas: Path) -> None:
        config = json.loads((pastas / "pessoa" / "config.json").read_text("utf-8"))
        assert config["backbone_config"]["model_type"] == "resnet"
