"""When the top is told, as plain decisions."""

from __future__ import annotations

import pytest

from core.colonies.d4_ranking.order import chave
from core.colonies.d4_ranking.rules import (
    LOTE,
    TOPO,
    Motivo,
    atualizado,
    diferenca,
    significancia,
    significancia_da_saida,
)
from tests.support.office import demanda, unidade


@pytest.mark.parametrize(
    ("before", "after", "positions", "expected"),
    [
        (None, "a", (1,), "demanda_top10"),
        ("a", "b", (1,), "primeira_posicao_alterada"),
        ("a", "a", (2,), "demanda_top10"),
        ("a", "a", (10,), "demanda_top10"),
        ("a", "a", (11,), None),
        # It was among the first and is no more.
        ("a", "a", (3, 50), "demanda_top10"),
        ("a", "a", (30, 50), None),
        # The unit lost its only demand.
        ("a", None, (1,), "primeira_posicao_alterada"),
    ],
)
def test_a_moved_demand(
    before: str | None, after: str | None, positions: tuple[int, ...], expected: Motivo | None
) -> None:
    assert significancia(before, after, positions) == expected


@pytest.mark.parametrize(
    ("position", "always", "expected"),
    [
        (1, False, "primeira_posicao_alterada"),
        (1, True, "primeira_posicao_alterada"),
        (10, False, "demanda_top10"),
        (11, False, None),
        (11, True, "demanda_top10"),
    ],
)
def test_demands_that_left(position: int, always: bool, expected: Motivo | None) -> None:
    assert significancia_da_saida(position, sempre=always) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([("a", 2.0)], [("a", 2.0)], None),
        ([], [], None),
        ([], [("a", 2.0)], ("demanda_top10", "a")),
        ([("a", 2.0), ("b", 1.0)], [("b", 3.0), ("a", 2.0)], ("primeira_posicao_alterada", "b")),
        ([("a", 2.0), ("b", 1.0)], [("a", 2.0), ("b", 1.5)], ("demanda_top10", "b")),
        ([("a", 2.0), ("b", 1.0)], [("b", 1.0)], ("primeira_posicao_alterada", "b")),
        ([("a", 2.0)], [], ("primeira_posicao_alterada", "a")),
    ],
)
def test_a_top_beside_the_one_that_was_told(
    before: list[tuple[str, float]],
    after: list[tuple[str, float]],
    expected: tuple[Motivo, str] | None,
) -> None:
    assert diferenca(before, after) == expected


def test_a_score_of_zero_is_told_without_a_sign() -> None:
    keys = [chave(0.0, demanda(1))]
    payload = atualizado(unidade(1), "demanda_top10", demanda(1), keys, 1, "v", "agora")
    assert str(payload["top_10"][0]["score_final"]) == "0.0"


def test_the_sizes_are_those_of_the_documents() -> None:
    """The tests of steps and tops make both smaller; these are what the product runs with."""
    assert (TOPO, LOTE) == (10, 500)
