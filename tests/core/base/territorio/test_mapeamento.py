from __future__ import annotations

from typing import Any

import pytest

from core.base.territorio.mapeamento import (
    Identidade,
    Mapeamento,
    dobradas,
    explicito,
    reconhecer,
)


def lida(**propriedades: Any) -> tuple[str, Identidade]:
    perfil = reconhecer(propriedades)
    assert perfil is not None
    return perfil.nome, perfil.ler(dobradas(propriedades))


MUNICIPIO = Identidade("ibge", 4, "3550308", "São Paulo", "3550308")


@pytest.mark.parametrize(
    ("propriedades", "perfil", "identidade"),
    [
        ({"CD_MUN": "3550308", "NM_MUN": "São Paulo", "SIGLA_UF": "SP", "CD_RGI": "350001",
          "CD_UF": "35", "NM_UF": "São Paulo", "CD_REGIAO": "3", "NM_REGIAO": "Sudeste"},
         "ibge.municipios", MUNICIPIO),
        ({"CD_GEOCMU": 3550308.0, "NM_MUNICIP": "São Paulo"}, "ibge.municipios", MUNICIPIO),
        ({"codigo_ibge": "3550308", "nome": "São Paulo", "uf": "SP"}, "ibge.codigo", MUNICIPIO),
        ({"codigo_ibge": "35", "nome": "São Paulo", "codigo_regiao": "3", "regiao": "Sudeste"},
         "ibge.codigo", Identidade("ibge", 5, "35", "São Paulo")),
        ({"codarea": "35"}, "ibge.codigo", Identidade("ibge", 5, "35", "São Paulo")),
        ({"codarea": "3550308"}, "ibge.codigo",
         Identidade("ibge", 4, "3550308", "3550308", "3550308")),
        ({"codarea": "BR"}, "ibge.codigo", Identidade("ibge", 7, "BR", "Brasil")),
        ({"codarea": "12345"}, "ibge.codigo", Identidade("ibge", None, "12345", None)),
        ({"CD_UF": "35", "NM_UF": "São Paulo", "NM_REGIAO": "Sudeste"}, "ibge.ufs",
         Identidade("ibge", 5, "35", "São Paulo")),
        ({"CD_UF": None, "NM_UF": "São Paulo", "SIGLA_UF": "SP"}, "ibge.ufs",
         Identidade("ibge", 5, "35", "São Paulo")),
        ({"NM_REGIAO": "Sudeste", "SIGLA_RG": "SE"}, "ibge.regioes",
         Identidade("ibge", 6, "3", "Sudeste")),
        ({"NM_PAIS": "Brasil", "AREA_KM2": 1.0}, "ibge.pais",
         Identidade("ibge", 7, "BR", "Brasil")),
        ({"CD_BAIRRO": "3550308001", "NM_BAIRRO": "Sé", "CD_MUN": "3550308", "NM_MUN": "x"},
         "ibge.bairros", Identidade("ibge", 2, "3550308001", "Sé", "3550308")),
        ({"CD_DIST": "355030801", "NM_DIST": "Sé", "CD_MUN": "3550308"}, "ibge.distritos",
         Identidade("ibge", 3, "355030801", "Sé", "3550308")),
        ({"CD_SETOR": "355030801000001", "CD_MUN": "3550308", "NM_MUN": "x"}, "ibge.setores",
         Identidade("ibge", 1, "355030801000001", "355030801000001", "3550308")),
        ({"fonte": "demonstracao", "nivel": 2, "codigo": "A-1", "nome": "Centro",
          "codigo_pai": "A", "codigo_municipio": "A"}, "formigueiro",
         Identidade("demonstracao", 2, "A-1", "Centro", "A", "A")),
    ],
)  # fmt: skip
def test_known_publishers(
    propriedades: dict[str, Any], perfil: str, identidade: Identidade
) -> None:
    assert lida(**propriedades) == (perfil, identidade)


@pytest.mark.parametrize(
    ("propriedades", "codigo", "nome"),
    [
        ({"nome": "SE", "codigo_fonte": "78", "tipo": "distrito"}, "78", "SE"),
        ({"EBAIRRNOME": "BONGI", "CBAIRRCODI": 809, "GEOMETRY_L": 1}, "809", "BONGI"),
        ({"NOME": "Caju", "CODBAIRRO": "004", "REGIAO_ADM": "x"}, "004", "Caju"),
        ({"NOME": "ÁGUA VERDE", "CODIGO": 9.0}, "9", "ÁGUA VERDE"),
        ({"ds_nome": "SE", "ds_codigo": "01"}, "01", "SE"),
        ({"BAIRRO": "Centro", "OBJECTID": 7}, None, "Centro"),
        ({"NOME_DIST": "SE", "COD_DIST": "78"}, "78", "SE"),
    ],
)
def test_odd_names_of_city_layers(
    propriedades: dict[str, Any], codigo: str | None, nome: str
) -> None:
    de = lida(**propriedades, codigo_municipio="3550308")
    assert de == (
        "prefeitura.bairros",
        Identidade("municipio:3550308", 2, codigo, nome, "3550308"),
    )
    # Without a municipality in the file its source is left to the map.
    assert lida(**propriedades)[1] == Identidade(None, 2, codigo, nome, None)


@pytest.mark.parametrize(
    "colunas",
    [
        [],
        ["OBJECTID", "SHAPE_AREA"],
        ["CD_RGI", "NM_RGI", "CD_UF", "NM_UF"],
        ["CD_SUBDIST", "NM_SUBDIST", "CD_DIST", "NM_DIST", "CD_MUN", "NM_MUN"],
    ],
)
def test_layers_between_the_levels_are_not_taken_for_the_unit_above(colunas: list[str]) -> None:
    assert reconhecer(colunas) is None


def test_a_persons_mapping_wins() -> None:
    mapa = Mapeamento(
        campo_nome="Denominação", nivel=3, campo_codigo="ID", municipio="3550308", campo_pai="acima"
    )
    linha = dobradas({"denominacao": "Sé", "id": 7, "ACIMA": "3550308", "nome": "outro"})
    assert explicito(mapa).ler(linha) == Identidade(
        "municipio:3550308", 3, "7", "Sé", "3550308", "3550308"
    )


def test_a_mapping_may_take_the_level_from_the_file() -> None:
    mapa = Mapeamento(campo_nome="n", campo_nivel="nv", campo_codigo="c", fonte="estado")
    ler = explicito(mapa).ler
    assert ler(dobradas({"n": "A", "nv": "4", "c": "1"})) == Identidade("estado", 4, "1", "A", "1")
    assert ler(dobradas({"n": "A", "nv": 9, "c": "1"})).nivel is None
    sem_fonte = explicito(Mapeamento(campo_nome="n", nivel=5, campo_codigo="c")).ler
    assert sem_fonte(dobradas({"n": "A", "c": "35"})).fonte == "ibge"
