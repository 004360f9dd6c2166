from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.territorio.nome import MAX_NOME, codigo_limpo, nome_busca, nome_limpo


@pytest.mark.parametrize(
    ("nome", "dobrado"),
    [
        ("São João d'Aliança", "sao joao d alianca"),
        ("ÁGUA  VERDE", "agua verde"),
        ("Alto da Caixa-d’Água", "alto da caixa d agua"),
        ("JD. SÃO LUÍS (2ª gleba)", "jd sao luis 2a gleba"),
        ("...", ""),
    ],
)
def test_names_are_folded_for_search(nome: str, dobrado: str) -> None:
    assert nome_busca(nome) == dobrado


@given(st.text())
def test_folding_twice_changes_nothing(texto: str) -> None:
    once = nome_busca(texto)
    assert nome_busca(once) == once


@pytest.mark.parametrize(
    ("valor", "limpo"),
    [
        ("  Vila\t Nova\x00 ", "Vila Nova"),
        ("Sa\u0303o Paulo", "São Paulo"),
        (12, "12"),
        ("", None),
        (None, None),
        (True, None),
        (["x"], None),
        ("x" * 300, "x" * MAX_NOME),
    ],
)
def test_names_are_cleaned(valor: object, limpo: str | None) -> None:
    assert nome_limpo(valor) == limpo


@pytest.mark.parametrize(
    ("valor", "codigo"),
    [
        (3550308, "3550308"),
        (3550308.0, "3550308"),
        ("3550308,0", "3550308"),
        ("3550308.00", "3550308"),
        (" 07 ", "07"),
        ("1.5", "1.5"),
        ("Nº 12", "No-12"),
        ("12 / á", "12-/-a"),
        ("-", None),
        ("", None),
        (None, None),
        (False, None),
    ],
)
def test_codes_survive_spreadsheets(valor: object, codigo: str | None) -> None:
    assert codigo_limpo(valor) == codigo
