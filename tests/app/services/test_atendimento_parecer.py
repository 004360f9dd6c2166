"""Likeness of demands, held by pairs written by hand: what is the same, what only sounds like it."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from app.services.atendimento_parecer import comparar, pesos, radicais

NEARBY = (
    "Poste apagado em frente à escola, rua escura",
    "Buraco grande na rua da feira",
    "Lixo acumulado na esquina da praça",
    "Esgoto correndo a céu aberto na rua",
    "Árvore caída na calçada da escola",
    "Falta de água na rua inteira há dois dias",
    "Ônibus não passa no bairro à noite",
)
"""What else lies around: the words that all have tell nothing."""


class Pair(NamedTuple):
    """A typed text, another demand, and whether a clerk should be shown it."""

    typed: str
    other: str
    metres: float
    kinds: tuple[str | None, str | None]
    is_same: bool


LIGHT, ROAD, SEWER, WASTE, WATER, TREE, BUS = "3.2", "3.1", "1.2", "3.3", "1.1", "4.1", "3.5"
PAIRS = (
    Pair("poste apagado na rua da padaria", NEARBY[0], 40, (LIGHT, LIGHT), True),
    Pair("a luz do poste está apagada, rua escura", NEARBY[0], 120, (LIGHT, LIGHT), True),
    Pair("tem um buraco na rua da feira", NEARBY[1], 20, (ROAD, ROAD), True),
    Pair("buracos na pista perto da feira", NEARBY[1], 90, (ROAD, ROAD), True),
    Pair("lixo jogado na esquina", NEARBY[2], 30, (WASTE, WASTE), True),
    Pair("muito lixo acumulado na praça", NEARBY[2], 200, (WASTE, WASTE), True),
    Pair("esgoto estourado correndo na rua", NEARBY[3], 60, (SEWER, SEWER), True),
    Pair("esgoto a céu aberto", NEARBY[3], 250, (None, SEWER), True),
    Pair("árvore caiu na calçada", NEARBY[4], 15, (TREE, TREE), True),
    Pair("estamos sem água há dois dias", NEARBY[5], 150, (WATER, WATER), True),
    Pair("o ônibus não passa mais aqui", NEARBY[6], 300, (BUS, BUS), True),
    # One common word in common, nearby: the loose ones of before.
    Pair("poste apagado na rua da padaria", NEARBY[1], 30, (LIGHT, ROAD), False),
    Pair("buraco na rua em frente à escola", NEARBY[0], 30, (ROAD, LIGHT), False),
    Pair("buraco na rua em frente à escola", NEARBY[4], 50, (ROAD, TREE), False),
    Pair("esgoto na esquina da praça", NEARBY[2], 10, (SEWER, WASTE), False),
    Pair("lixo na rua há dois dias", NEARBY[5], 80, (WASTE, WATER), False),
    Pair("falta ônibus no bairro", NEARBY[5], 200, (BUS, WATER), False),
    Pair("rua inteira escura à noite", NEARBY[6], 100, (LIGHT, BUS), False),
    Pair("árvore em cima do poste", NEARBY[0], 45, (TREE, LIGHT), False),
    Pair("problema na rua perto da praça", NEARBY[2], 5, (None, WASTE), False),
    Pair("moradores pedem ajuda da prefeitura na rua", NEARBY[3], 20, (None, SEWER), False),
    Pair("água parada com mosquito no terreno da escola", NEARBY[5], 300, ("2.4", WATER), False),
)


def _verdict(pair: Pair) -> bool:
    weights = pesos([radicais(pair.typed), *map(radicais, NEARBY)])
    return comparar(
        pair.typed, pair.other, weights, metros=pair.metres, categorias=pair.kinds
    ).is_parecida


def test_precision_and_recall_on_the_pairs() -> None:
    shown = [pair for pair in PAIRS if _verdict(pair)]
    right = [pair for pair in shown if pair.is_same]
    wanted = [pair for pair in PAIRS if pair.is_same]
    precision, recall = len(right) / len(shown), len(right) / len(wanted)
    missed = [pair.typed for pair in wanted if pair not in right]
    loose = [(pair.typed, pair.other) for pair in shown if not pair.is_same]
    assert precision >= 0.95, loose
    assert recall >= 0.9, missed


def test_the_reason_is_said_in_the_words_that_were_typed() -> None:
    weights = pesos(list(map(radicais, NEARBY)))
    found = comparar(
        "Postes apagados na rua", NEARBY[0], weights, metros=10, categorias=(LIGHT, LIGHT)
    )
    assert set(found.palavras) == {"postes", "apagados"}
    assert (found.mesma_categoria, found.is_parecida) == (True, True)


@pytest.mark.parametrize(
    ("one", "other", "degree"),
    [("buracos nas ruas", "buraco na rua", 1.0), ("buraco", "lixo", 0.0), ("a de o", "", 0.0)],
)
def test_texts_are_compared_by_stems(one: str, other: str, degree: float) -> None:
    assert comparar(one, other, {}, metros=0).grau == degree
