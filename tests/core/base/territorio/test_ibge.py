from __future__ import annotations

import pytest

from core.base.territorio.ibge import (
    codigo_acima,
    codigo_regiao,
    codigo_uf,
    is_municipio,
    linha,
    linhas_acima,
    sigla_uf,
)


def test_a_municipality_says_all_that_is_above_it() -> None:
    assert [u.nome for u in linhas_acima(4, "5300108")] == [
        "Distrito Federal",
        "Centro-Oeste",
        "Brasil",
    ]
    uf, regiao, pais = linhas_acima(4, "3550308")
    assert (uf.codigo, regiao.codigo, pais.codigo) == ("35", "3", "BR")
    assert uf.parent_id == regiao.unidade_civica_id
    assert regiao.parent_id == pais.unidade_civica_id
    assert pais.parent_id is None


@pytest.mark.parametrize("codigo", ["0000000", "9912345", "355030", "35503080", "x", None])
def test_what_is_no_municipality(codigo: str | None) -> None:
    assert not is_municipio(codigo)


def test_letters_and_names_give_codes() -> None:
    assert codigo_uf(" sp ") == "35"
    assert (sigla_uf("35"), sigla_uf("99")) == ("SP", None)
    assert codigo_uf("XX") is None
    assert codigo_regiao("Região Centro-oeste") == "5"
    assert codigo_regiao("Sudeste") == "3"
    assert codigo_regiao("") is None


def test_unknown_codes_have_nothing_above() -> None:
    assert codigo_acima(4, "9900000") is None
    assert codigo_acima(7, "BR") is None
    assert linha(5, "99") is None
    assert linhas_acima(2, "3550308001") == []
