from __future__ import annotations

import pytest

from core.base.ia.classificacao import classificar
from core.base.ia.portas import SemModelos
from core.base.ia.substitutos import ModelosSubstitutos
from core.base.imagem.documento import Raster

PHOTO = b"\xff\xd8\xff photo"


def page() -> Raster:
    rows = []
    for y in range(120):
        stroke = y % 6 in {2, 3}
        rows.append(b"".join(bytes([30 if stroke and x % 3 else 240] * 3) for x in range(160)))
    return Raster(160, 120, b"".join(rows))


@pytest.mark.parametrize(
    ("nsfw", "person", "category", "blocked"),
    [
        (0.0, 0.0, None, False),
        (0.49, 0.49, None, False),
        (0.50, 0.0, "nsfw", False),
        (0.84, 0.9, "nsfw", False),
        (0.85, 0.0, "nsfw", True),
        (0.0, 0.50, "pessoa", False),
        (0.0, 1.0, "pessoa", False),
    ],
)
def test_thresholds(nsfw: float, person: float, category: str | None, blocked: bool) -> None:
    models = ModelosSubstitutos(notas={("nsfw", PHOTO): nsfw, ("pessoa", PHOTO): person})
    found = classificar(PHOTO, None, models, models)
    assert (found.categoria, found.is_bloqueada) == (category, blocked)
    assert found.possui_dado_sensivel is (category is not None)
    assert found.faltaram == ()


def test_the_reason_names_model_and_number() -> None:
    models = ModelosSubstitutos(notas={("nsfw", PHOTO): 0.9, ("pessoa", PHOTO): 0.75})
    assert classificar(PHOTO, page(), models, models).motivo == (
        "nsfw (substituto@1, 0.90); documento (documento-1); pessoa (substituto@1, 0.75)"
    )


def test_without_models_the_document_heuristic_still_looks() -> None:
    none = SemModelos()
    found = classificar(PHOTO, page(), none, none)
    assert (found.categoria, found.faltaram) == ("documento", ("nsfw", "pessoa"))
    assert classificar(PHOTO, None, none, none).categoria is None
