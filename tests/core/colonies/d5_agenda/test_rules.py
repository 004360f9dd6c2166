"""Shares, selection and positions by value; capacity is used, and never exceeded."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.colonies.d5_agenda import rules
from core.colonies.d5_agenda.rules import Candidata

PESOS = {1: Decimal("0.85"), 2: Decimal("0.6"), 3: Decimal("0.75"), 4: Decimal("0.4")}


@pytest.mark.parametrize(
    ("pesos", "nivel"),
    [
        (None, None),
        ({}, None),
        ({1: "0.1", 2: "0.05"}, None),  # G-095: exactly the threshold is covered
        ({1: "0.1", 5: "0.1001"}, 5),
        ({1: "0.30", 3: "0.75"}, 3),  # G-094
        ({2: "0.75", 4: "0.75"}, 2),
        ({5: "1", 1: "1"}, 1),
    ],
)
def test_the_level_that_is_not_covered(pesos: dict[int, str] | None, nivel: int | None) -> None:
    told = None if pesos is None else {level: Decimal(peso) for level, peso in pesos.items()}
    assert rules.nivel_nao_vencido(told) == nivel


@pytest.mark.parametrize(
    ("capacidade", "nivel", "shares"),
    [
        (1, 1, {1: 1, 2: 0, 3: 0, 4: 0, 5: 0}),
        (10, 1, {1: 8, 2: 2, 3: 0, 4: 0, 5: 0}),  # G-090
        (20, 1, {1: 15, 2: 4, 3: 1, 4: 0, 5: 0}),
        (11, 1, {1: 8, 2: 2, 3: 1, 4: 0, 5: 0}),
        (65, 1, {1: 41, 2: 15, 3: 6, 4: 2, 5: 1}),
        (10, 3, {3: 8, 1: 0, 2: 1, 4: 1, 5: 0}),
    ],
)
def test_shares_decay_and_the_remainder_goes_to_the_level(
    capacidade: int, nivel: int, shares: dict[int, int]
) -> None:
    found = rules.vagas_por_nivel(capacidade, nivel)
    assert found == shares
    assert list(found) == list(shares)


candidates = st.lists(
    st.tuples(st.integers(1, 5), st.integers(0, 9)), max_size=40
).map(lambda drawn: [Candidata(f"d{n:02}", float(s), nivel, "1.1") for n, (nivel, s) in enumerate(drawn)])  # fmt: skip
working = st.dictionaries(st.integers(0, 5), st.integers(1, 6), max_size=4)
weights = st.none() | st.dictionaries(
    st.integers(1, 5), st.decimals(0, 1, places=4), min_size=1, max_size=5
)


@given(all_of=candidates, em_andamento=working, capacidade=st.integers(1, 30), pesos=weights)
def test_a_selection_uses_its_places_and_no_more(
    all_of: list[Candidata],
    em_andamento: dict[int, int],
    capacidade: int,
    pesos: dict[int, Decimal] | None,
) -> None:
    found = rules.selecionar(all_of, em_andamento, capacidade, pesos)
    livres = max(0, capacidade - sum(em_andamento.values()))
    assert len(found.ordem) == min(livres, len(all_of))
    assert len({one.demanda_id for one in found.ordem}) == len(found.ordem)
    assert found.nivel == rules.nivel_nao_vencido(pesos)
    merits = [(one.nivel != found.nivel, -one.score, one.demanda_id) for one in found.ordem]
    if found.nivel is None:
        merits = [(False, -one.score, one.demanda_id) for one in found.ordem]
    assert merits == sorted(merits)
    # Whoever is left out has nobody of the same level behind itself in the selection.
    chosen = set(found.ordem)
    for one in all_of:
        if one not in chosen:
            same = [c for c in chosen if found.nivel is None or c.nivel == one.nivel]
            assert all((-c.score, c.demanda_id) < (-one.score, one.demanda_id) for c in same)


@given(all_of=candidates, em_andamento=working, capacidade=st.integers(1, 30), pesos=weights)
def test_a_selection_of_what_was_selected_is_the_same(
    all_of: list[Candidata],
    em_andamento: dict[int, int],
    capacidade: int,
    pesos: dict[int, Decimal] | None,
) -> None:
    """So no more of the best of each level have to be looked at than there are places."""
    found = rules.selecionar(all_of, em_andamento, capacidade, pesos)
    livres = max(0, capacidade - sum(em_andamento.values()))
    best: list[Candidata] = []
    for nivel in range(1, 6):
        best += rules.melhores([one for one in all_of if one.nivel == nivel], livres)
    assert rules.selecionar(best, em_andamento, capacidade, pesos) == found
    assert rules.selecionar(found.ordem, em_andamento, capacidade, pesos) == found


def test_work_in_progress_uses_up_the_share_of_its_level() -> None:
    all_of = [Candidata(f"n{nivel}-{n}", 100.0 - n, nivel, "1.1") for nivel in (1, 2, 3) for n in range(9)]  # fmt: skip
    found = rules.selecionar(all_of, {1: 7, 3: 1}, 10, PESOS)
    assert Counter(one.nivel for one in found.ordem) == {1: 1, 2: 1}
    assert rules.selecionar(all_of, {1: 4, 2: 5, 4: 1}, 10, PESOS).ordem == ()


def test_positions_are_counted_from_the_order() -> None:
    assert rules.posicoes([1, 4, 9]) == [1, 2, 3]
    assert rules.posicoes([3, 0, 0, 7]) == [1, 0, 0, 2]
    assert rules.posicoes([]) == []


def test_days_are_whole_and_not_negative() -> None:
    begin = "2026-05-28T20:26:40.000Z"
    assert rules.dias_entre(begin, "2026-05-29T20:26:39.999Z") == 0
    assert rules.dias_entre(begin, "2026-05-29T20:26:40.000Z") == 1
    assert rules.dias_entre(begin, "2025-01-01T00:00:00.000Z") == 0
    assert rules.dias_entre(begin, "2026-02-30T00:00:00.000Z") is None


def test_ended_states_lead_nowhere_but_into_an_aggregate() -> None:
    transitions = (
        rules.SORTEIO,
        rules.INICIO,
        rules.DEVOLUCAO,
        rules.CONCLUSAO,
        rules.CONCLUSAO_COLETIVA,
        rules.RETIRADA,
    )
    assert not any(ended in table for table in transitions for ended in rules.ENCERRADOS)
    assert set(rules.AGREGACAO) & set(rules.ENCERRADOS) == {rules.CONCLUIDO}
    assert rules.DISPONIVEL not in {
        after for table in (*transitions, rules.AGREGACAO) for after in table.values()
    }
