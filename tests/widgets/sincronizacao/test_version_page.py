"""What people do with a written version."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.proponente import PROPOSED
from widgets.sincronizacao.version_page import next_steps


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, ["Ainda falta 1 assinatura: leve"]),
        ({"faltam": 2}, ["Ainda faltam 2 assinaturas: leve"]),
        ({"faltam": 0, "adotada": True}, ["Está assinada por quem precisa"]),
        ({"passo": 1, "passos": 2}, ["Ainda falta", "convide de novo com o mesmo pedido."]),
        ({"passo": 2, "passos": 2}, ["Ainda falta", "esta é a 2ª."]),
    ],
)
def test_the_next_step_follows_from_what_is_missing(
    change: dict[str, int], told: list[str]
) -> None:
    said = next_steps(replace(PROPOSED, **change))  # type: ignore[arg-type] # of any field
    assert len(said) == len(told)
    for words, part in zip(said, told, strict=True):
        assert part in words
