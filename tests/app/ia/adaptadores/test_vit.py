from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.ia.adaptadores.vit import class_of
from app.ia.importacao import importar
from app.ia.modelos import PASTA, ModelosDoEscritorio
from core.base.ia.portas import Indisponivel
from tests.app.ia.extra import COM_EXTRA


def test_the_class_is_found_by_its_name() -> None:
    assert class_of({0: "sfw", 1: " NSFW "}, "nsfw") == 1
    with pytest.raises(ValueError, match="nsfw"):
        class_of({0: "cat", 1: "dog"}, "nsfw")


class TestModel:
    pytestmark = COM_EXTRA

    def test_it_says_how_sure_it_is(self, modelos: ModelosDoEscritorio, foto: bytes) -> None:
        said = modelos.avaliar_nsfw(foto)
        assert said.modelo.startswith("minusculo-nsfw@")
        assert 0 < said.valor < 1
        assert said == modelos.avaliar_nsfw(foto)

    def test_what_is_no_picture_is_refused_and_the_next_is_seen(
        self, modelos: ModelosDoEscritorio, foto: bytes
    ) -> None:
        with pytest.raises(Indisponivel, match="recusou"):
            modelos.avaliar_nsfw(b"%PDF-1.7")
        assert modelos.avaliar_nsfw(foto).valor > 0

    def test_a_classifier_of_other_things_fails_its_trial(
        self, fabrica: Callable[[str], Path], tmp_path: Path, foto: bytes
    ) -> None:
        root = fabrica("m.vit(p / 'bichos', ('gato', 'cachorro'))")
        models = ModelosDoEscritorio(tmp_path)
        try:
            with pytest.raises(Indisponivel, match="recusou"):
                importar(
                    root / "bichos",
                    tmp_path / PASTA,
                    provar=lambda folder, made: (models.provar(folder, made, foto), None)[1],
                )
        finally:
            models.fechar()
        assert list((tmp_path / PASTA).iterdir()) == []
