"""Parameter files: both forms give the same set, and each mistake its own sentence."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.parametros.conjunto import Parametros
from core.base.parametros.leitura import MAX_BYTES, ler_parametros
from core.kernel.errors import UserFacingError
from tests.support.office import unidade

U = unidade(1)
NACIONAIS = {"1": 100, "2": 80.5, "3": 60, "4": 40, "5": 20}
TOML = f"""
versao = "2026-2"
capacidade_padrao = 12

[pesos_nacionais]
1 = 100
2 = 80.5
3 = 60
4 = 40
5 = 20

[pesos_situacionais."{U}"]
1 = 0.85
5 = 0

[capacidades]
"{U}" = 3
"""


def told(**more: Any) -> dict[str, Any]:
    return {
        "versao": "2026-2",
        "capacidade_padrao": 12,
        "pesos_nacionais": NACIONAIS,
        "pesos_situacionais": {U: {"1": 0.85, "5": 0}},
        "capacidades": {U: 3},
        **more,
    }


def read(document: Any) -> Parametros:
    return ler_parametros(json.dumps(document).encode(), "p.json")


def refused(document: Any) -> tuple[str, dict[str, object]]:
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    with pytest.raises(UserFacingError) as error:
        ler_parametros(raw, "p.json")
    return error.value.code, error.value.params


EXPECTED = Parametros(
    "2026-2",
    {1: Decimal(100), 2: Decimal("80.5"), 3: Decimal(60), 4: Decimal(40), 5: Decimal(20)},
    {U: {1: Decimal("0.85"), 5: Decimal(0)}},
    {U: 3},
    12,
)


def test_json_and_toml_say_the_same() -> None:
    assert read(told()) == EXPECTED
    assert ler_parametros(TOML.encode(), "p.toml") == EXPECTED
    assert ler_parametros(b"\xef\xbb\xbf" + TOML.encode(), "p.toml") == EXPECTED


def test_what_is_not_named_has_the_defaults_but_for_the_national_weights() -> None:
    found = read({"versao": "v2", "pesos_nacionais": NACIONAIS})
    assert (found.pesos_situacionais, found.capacidades, found.capacidade_padrao) == ({}, {}, 10)


def test_a_situational_weight_is_rounded_to_four_places_half_up() -> None:
    found = read(told(pesos_situacionais={U: {"1": 0.12345}}))
    assert found.peso_situacional(U, 1) == Decimal("0.1235")


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe{}", b"{", b"[1, 2]", b"versao = ", b"PK\x03\x04", b"[" * 100_000],
)
def test_what_is_neither_json_nor_toml(raw: bytes) -> None:
    code, _params = refused(raw)
    assert code in ("parametros.ilegivel", "parametros.versao_invalida")


def test_a_file_that_is_too_large_is_not_read() -> None:
    assert refused(b" " * (MAX_BYTES + 1))[0] == "parametros.grande"


@pytest.mark.parametrize(
    ("more", "code", "part"),
    [
        ({"versao": "x" * 21}, "versao_invalida", {"versao": "x" * 21}),
        ({"versao": "são paulo"}, "versao_invalida", {}),
        ({"versao": 3}, "versao_invalida", {"versao": "3"}),
        ({"versao": None}, "versao_invalida", {"versao": "vazio"}),
        ({"pesos_nacionais": {"1": 100, "3": 60}}, "nivel_ausente", {"niveis": "2, 4, 5"}),
        ({"pesos_nacionais": None}, "nivel_ausente", {"niveis": "1, 2, 3, 4, 5"}),
        ({"pesos_nacionais": {**NACIONAIS, "6": 1}}, "nivel_desconhecido", {"nivel": "6"}),
        ({"pesos_nacionais": {**NACIONAIS, "1": 0}}, "peso_nacional", {"nivel": 1}),
        ({"pesos_nacionais": {**NACIONAIS, "1": 1000}}, "peso_nacional", {"peso": "1000"}),
        ({"pesos_nacionais": {**NACIONAIS, "1": 0.001}}, "peso_nacional", {"peso": "0.001"}),
        ({"pesos_nacionais": {**NACIONAIS, "1": True}}, "peso_nacional", {"peso": "True"}),
        ({"pesos_nacionais": {**NACIONAIS, "1": "100"}}, "peso_nacional", {"peso": "100"}),
        ({"pesos_situacionais": {U: {"1": 1.01}}}, "peso_situacional", {"unidade": U, "nivel": 1}),
        ({"pesos_situacionais": {U: {"1": -0.1}}}, "peso_situacional", {"peso": "-0.1"}),
        ({"pesos_situacionais": {U: {"0": 1}}}, "nivel_desconhecido", {"nivel": "0"}),
        ({"pesos_situacionais": {U: 1}}, "campo_forma", {"campo": f"pesos_situacionais.{U}"}),
        ({"pesos_situacionais": [1]}, "campo_forma", {"campo": "pesos_situacionais"}),
        ({"pesos_situacionais": {f"AB{U[2:]}": {}}}, "unidade_invalida", {}),
        ({"capacidades": {"Centro": 3}}, "unidade_invalida", {"unidade": "Centro"}),
        ({"capacidades": {U: 0}}, "capacidade", {"campo": U, "itens": "0"}),
        ({"capacidades": {U: 2.5}}, "capacidade", {"itens": "2.5"}),
        ({"capacidade_padrao": True}, "capacidade", {"campo": "capacidade_padrao"}),
        ({"peso": {}}, "campo_desconhecido", {"campo": "peso"}),
    ],
)
def test_each_mistake_is_named(more: dict[str, Any], code: str, part: dict[str, object]) -> None:
    found, params = refused(told(**more))
    assert found == f"parametros.{code}"
    assert part.items() <= params.items()


def test_a_field_that_stands_twice_is_refused() -> None:
    raw = json.dumps(told()).replace('"2": 80.5', '"1": 80.5').encode()
    assert refused(raw) == ("parametros.campo_repetido", {"campo": "1"})
    assert refused(b'{"versao": NaN}')[0] == "parametros.versao_invalida"
    infinite = json.dumps(told()).replace("0.85", "Infinity").encode()
    assert refused(infinite)[0] == "parametros.peso_situacional"


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_give_a_set_or_a_sentence(raw: bytes) -> None:
    code = "parametros.nenhum"
    try:
        ler_parametros(raw, "p")
    except UserFacingError as error:
        code = error.code
    assert code.startswith("parametros.")
