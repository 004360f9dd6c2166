from __future__ import annotations

import pytest

from core.base.ia.portas import Indisponivel, ModelosLocais
from core.base.ia.substitutos import ModelosSubstitutos


def test_the_same_bytes_give_the_same_answer() -> None:
    one, two = ModelosSubstitutos(), ModelosSubstitutos()
    said = one.legendar(b"photo")
    assert said == two.legendar(b"photo")
    assert one.traduzir(said.texto).texto != said.texto
    assert one.traduzir("a cat").texto == "a cat (em português)"
    assert one.avaliar_pessoa(b"photo").valor == 0.0
    assert one.transcrever(b"RIFF....WAVE\xff").texto == "faz três dias que falta água aqui"


def test_what_is_told_to_be_missing_is_missing() -> None:
    models: ModelosLocais = ModelosSubstitutos(faltam={"nsfw": "demorou"})
    with pytest.raises(Indisponivel, match="demorou"):
        models.avaliar_nsfw(b"photo")
