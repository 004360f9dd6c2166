"""One score, one top, one set: exactly the value that was changed is named."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from core.audit.ranking_state import Category
from core.audit.score_check import (
    expected_score,
    judge_factors,
    judge_parameters,
    judge_place,
    judge_product,
    judge_top,
)
from core.base.parametros.conjunto import PADRAO, Parametros, de_payload, para_payload
from tests.support.office import demanda, unidade

UNIT = unidade(1)
CATEGORY = Category("h", UNIT, "2.1", 2, 95)
TOLD: dict[str, Any] = {
    "demanda_id": demanda(1),
    "unidade_civica_id": UNIT,
    "categoria_id": "2.1",
    "nivel_precedencia": 2,
    "score_final": 7600.0,
    "breakdown": {"peso_nacional": 80, "peso_situacional": 1, "score_horizontal": 95},
    "posicao_no_ranking": 1,
    "total_demandas_na_uc": 1,
    "versao_parametros": "mvp-v1",
}


def named(payload: dict[str, Any], in_force: Parametros = PADRAO) -> tuple[list[str], list[str]]:
    expected = expected_score(in_force, UNIT, payload, CATEGORY)
    findings = [one.entrada for one in judge_factors(payload, CATEGORY, expected)]
    product = judge_product(payload, expected, has_cause=bool(findings))
    if product is None:
        return findings, []
    return ([*findings, product[0].entrada], []) if product[1] else (findings, [product[0].entrada])


def changed(**factors: Any) -> dict[str, Any]:
    return {**TOLD, "breakdown": {**TOLD["breakdown"], **factors}}


@pytest.mark.parametrize(
    ("payload", "findings", "consequences"),
    [
        (TOLD, [], []),
        ({**TOLD, "score_final": 7600.01}, ["score_final"], []),
        ({**TOLD, "categoria_id": "2.2"}, ["categoria_id"], []),
        ({**TOLD, "nivel_precedencia": 1}, ["nivel_precedencia"], []),
        ({**TOLD, "unidade_civica_id": unidade(2)}, ["unidade_civica_id"], []),
        ({**TOLD, "versao_parametros": "x"}, ["versao_parametros"], []),
        (changed(peso_nacional=81), ["peso_nacional"], []),
        ({**changed(peso_nacional=100), "score_final": 9500}, ["peso_nacional"], ["score_final"]),
        ({**changed(peso_situacional=0.5), "score_final": 3800}, ["peso_situacional"],
         ["score_final"]),
        ({**changed(score_horizontal=10), "score_final": 800}, ["score_horizontal"],
         ["score_final"]),
        ({**changed(score_horizontal=10), "score_final": 801}, ["score_horizontal", "score_final"],
         []),
    ],
)  # fmt: skip
def test_the_changed_value_is_named_and_what_follows_is_told_apart(
    payload: dict[str, Any], findings: list[str], consequences: list[str]
) -> None:
    assert named(payload) == (findings, consequences)


def test_the_weights_are_those_in_force_to_four_places_and_half_up() -> None:
    loaded = Parametros("v9", PADRAO.pesos_nacionais, {UNIT: {2: Decimal("0.26665")}})
    exact = de_payload(para_payload(loaded))
    told = {**changed(peso_situacional=0.2667), "score_final": 2026.92, "versao_parametros": "v9"}
    assert named(told, exact) == ([], [])
    assert named(TOLD, exact)[0] == ["peso_situacional", "versao_parametros"]


def test_without_a_category_the_event_has_its_own_word() -> None:
    expected = expected_score(PADRAO, UNIT, TOLD, None)
    assert expected is not None
    assert list(judge_factors(TOLD, None, expected)) == []
    silent = {name: value for name, value in TOLD.items() if name != "nivel_precedencia"}
    assert expected_score(PADRAO, UNIT, silent, None) is None
    assert list(judge_factors(silent, None, None)) == []
    assert judge_product(silent, None, has_cause=False) is None
    wrong = judge_product({**silent, "score_final": 1}, None, has_cause=False)
    assert wrong is not None
    assert (wrong[0].refeito, wrong[1]) == (7600.0, True)


def test_position_and_total() -> None:
    assert list(judge_place(TOLD, [1], 1)) == []
    assert list(judge_place(TOLD, [3, 1], 1)) == []
    names = [(one.entrada, one.refeito) for one in judge_place(TOLD, [2], 3)]
    assert names == [("posicao_no_ranking", 2), ("total_demandas_na_uc", 3)]


def test_a_told_top() -> None:
    order = [(-9.5, demanda(2)), (-9.5, demanda(3)), *((-1.0, demanda(n)) for n in range(4, 14))]
    lines = [
        {"posicao": n, "demanda_id": demand, "score_final": -minus}
        for n, (minus, demand) in enumerate(order[:10], 1)
    ]
    told = {"top_10": lines, "total_demandas": 12, "versao_parametros": "mvp-v1"}
    assert list(judge_top(told, order, PADRAO)) == []
    swapped = [
        {**lines[1], "posicao": 1},
        {**lines[0], "posicao": 2},
        *lines[2:],
    ]
    (first,) = judge_top({**told, "top_10": swapped}, order, PADRAO)
    assert first.params == {
        "posicao": 1,
        "publicado": f"1. {demanda(3)} 9.5",
        "refeito": f"1. {demanda(2)} 9.5",
    }
    (short,) = judge_top({**told, "top_10": lines[:9]}, order, PADRAO)
    assert (short.publicado, short.detalhe) == (None, {"posicao": 10})
    others = judge_top({**told, "total_demandas": 3, "versao_parametros": "x"}, order, PADRAO)
    assert [one.entrada for one in others] == ["total_demandas", "versao_parametros"]


def test_parameters_are_what_their_hash_says() -> None:
    payload = para_payload(PADRAO)
    assert list(judge_parameters(payload)) == []
    (one,) = judge_parameters({**payload, "capacidade_padrao": 11})
    assert one.entrada == "hash_conteudo"
