from __future__ import annotations

import pytest

from core.base.ia.portas import PRAZO_S, TAREFAS, Indisponivel, ModelosLocais, SemModelos


def test_without_models_every_answer_is_missing_and_says_why() -> None:
    none: ModelosLocais = SemModelos()
    for ask in (none.transcrever, none.legendar, none.avaliar_nsfw, none.avaliar_pessoa):
        with pytest.raises(Indisponivel, match="ausente"):
            ask(b"")
    with pytest.raises(Indisponivel) as caught:
        none.traduzir("a hole")
    assert caught.value.motivo == "ausente"


def test_the_specified_times_stand() -> None:
    assert (PRAZO_S["transcricao"], PRAZO_S["legenda"]) == (60.0, 180.0)
    assert set(PRAZO_S) == set(TAREFAS)
