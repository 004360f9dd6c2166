"""Parameter sets: defaults, the way over the wire and back, the hash of the content."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.parametros.conjunto import (
    NIVEIS,
    PADRAO,
    Parametros,
    de_payload,
    decimal_of,
    hash_conteudo,
    number_of,
    para_payload,
    quatro_casas,
)
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.core.contracts.payload_strategies import payloads
from tests.support.office import unidade

REGISTRY = Registry(MODELS)
CONTRACT = REGISTRY.contract("parametros.carregados")


def hundredths(low: int, high: int) -> st.SearchStrategy[Decimal]:
    return st.integers(low, high).map(lambda n: (Decimal(n) / 100).normalize())


SETS = st.builds(
    Parametros,
    versao=st.from_regex(r"[0-9A-Za-z][0-9A-Za-z._-]{0,19}", fullmatch=True),
    pesos_nacionais=st.fixed_dictionaries({nivel: hundredths(1, 99_999) for nivel in NIVEIS}),
    pesos_situacionais=st.dictionaries(
        st.integers(1, 9).map(unidade),
        st.dictionaries(
            st.sampled_from(NIVEIS),
            st.integers(0, 10_000).map(lambda n: (Decimal(n) / 10_000).normalize()),
            min_size=1,
        ),
        max_size=4,
    ),
    capacidades=st.dictionaries(st.integers(1, 9).map(unidade), st.integers(1, 10_000), max_size=4),
    capacidade_padrao=st.integers(1, 10_000),
)


def test_the_default_set_is_the_reference_of_the_document() -> None:
    assert [PADRAO.peso_nacional(nivel) for nivel in NIVEIS] == [100, 80, 60, 40, 20]
    assert PADRAO.peso_situacional(unidade(1), 1) == 1
    assert PADRAO.is_situacional_padrao(unidade(1), 1)
    assert PADRAO.capacidade(unidade(1)) == 10
    assert PADRAO.unidades() == frozenset()


def test_a_unit_has_its_own_weights_where_it_has_any_and_else_the_default() -> None:
    own = replace(
        PADRAO,
        pesos_situacionais={unidade(1): {1: Decimal("0.85"), 2: Decimal(0)}},
        capacidades={unidade(2): 3},
    )
    assert own.peso_situacional(unidade(1), 1) == Decimal("0.85")
    assert own.peso_situacional(unidade(1), 2) == 0
    assert own.peso_situacional(unidade(1), 3) == own.peso_situacional(unidade(2), 1) == 1
    assert not own.is_situacional_padrao(unidade(1), 2)
    assert own.is_situacional_padrao(unidade(1), 3)
    assert (own.capacidade(unidade(1)), own.capacidade(unidade(2))) == (10, 3)
    assert own.unidades() == {unidade(1), unidade(2)}


def test_a_level_that_does_not_exist_has_no_weight() -> None:
    with pytest.raises(KeyError):
        PADRAO.peso_nacional(6)


@given(SETS)
def test_over_the_wire_and_back_nothing_is_lost(told: Parametros) -> None:
    payload = para_payload(told)
    REGISTRY.validate(CONTRACT.tipo, CONTRACT.versao, payload)
    wire = msgspec.json.decode(msgspec.json.encode(payload))
    assert de_payload(wire) == told
    assert hash_conteudo(wire) == payload["hash_conteudo"]


@given(SETS, SETS)
def test_equal_content_has_equal_hashes_whatever_it_is_called(
    one: Parametros, two: Parametros
) -> None:
    hashes = {para_payload(told)["hash_conteudo"] for told in (one, replace(one, versao="outro"))}
    assert len(hashes) == 1
    is_equal = replace(two, versao=one.versao) == one
    assert (para_payload(two)["hash_conteudo"] in hashes) == is_equal


@given(payloads(CONTRACT))
def test_any_valid_event_is_a_set_whose_scores_fit(payload: dict[str, Any]) -> None:
    told = de_payload(payload)
    for nivel in NIVEIS:
        assert 0 <= told.peso_nacional(nivel) <= Decimal("999.99")
        for unit in (*told.unidades(), unidade(1)):
            assert 0 <= told.peso_situacional(unit, nivel) <= 1
            assert told.capacidade(unit) >= 1


def test_the_order_in_which_a_set_was_written_does_not_count() -> None:
    units = {unidade(n): {1: Decimal("0.5")} for n in (1, 2)}
    turned = {unidade(n): {1: Decimal("0.5")} for n in (2, 1)}
    one = para_payload(replace(PADRAO, pesos_situacionais=units))
    assert one == para_payload(replace(PADRAO, pesos_situacionais=turned))


def test_numbers_of_the_wire_are_read_by_their_shortest_text() -> None:
    assert decimal_of(0.1) == Decimal("0.1")
    assert decimal_of(100) == Decimal(100)
    assert decimal_of(number_of(Decimal("8075.25"))) == Decimal("8075.25")
    assert quatro_casas(Decimal("0.12345")) == Decimal("0.1235")
    assert quatro_casas(Decimal("0.99995")) == 1
