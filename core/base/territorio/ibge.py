"""States, regions and country as IBGE codes them, and the hierarchy rows that follow from codes.

A municipality alone already says its state, region and country. These rows are always emitted,
so that a chain reaches the national unit even where no outline of them was imported (G-051).
"""

from __future__ import annotations

import re
from typing import Final

from core.base.territorio.nome import nome_busca
from core.base.territorio.unidade import IBGE, MUNICIPIO, PAIS, REGIAO, UF, Unidade, unidade_id

CODIGO_PAIS: Final = "BR"
_PAIS: Final = "Brasil"
_REGIOES: Final = {
    "1": "Norte",
    "2": "Nordeste",
    "3": "Sudeste",
    "4": "Sul",
    "5": "Centro-Oeste",
}
# Two digits of IBGE: letters, name. The first digit is the region.
_UFS: Final = {
    "11": ("RO", "Rondônia"),
    "12": ("AC", "Acre"),
    "13": ("AM", "Amazonas"),
    "14": ("RR", "Roraima"),
    "15": ("PA", "Pará"),
    "16": ("AP", "Amapá"),
    "17": ("TO", "Tocantins"),
    "21": ("MA", "Maranhão"),
    "22": ("PI", "Piauí"),
    "23": ("CE", "Ceará"),
    "24": ("RN", "Rio Grande do Norte"),
    "25": ("PB", "Paraíba"),
    "26": ("PE", "Pernambuco"),
    "27": ("AL", "Alagoas"),
    "28": ("SE", "Sergipe"),
    "29": ("BA", "Bahia"),
    "31": ("MG", "Minas Gerais"),
    "32": ("ES", "Espírito Santo"),
    "33": ("RJ", "Rio de Janeiro"),
    "35": ("SP", "São Paulo"),
    "41": ("PR", "Paraná"),
    "42": ("SC", "Santa Catarina"),
    "43": ("RS", "Rio Grande do Sul"),
    "50": ("MS", "Mato Grosso do Sul"),
    "51": ("MT", "Mato Grosso"),
    "52": ("GO", "Goiás"),
    "53": ("DF", "Distrito Federal"),
}
_MUNICIPIO: Final = re.compile(r"[1-5][0-9]{6}")


def is_municipio(codigo: str | None) -> bool:
    """Whether a code has the form of a municipality of a state that exists."""
    return codigo is not None and bool(_MUNICIPIO.fullmatch(codigo)) and codigo[:2] in _UFS


def codigo_uf(sigla: str) -> str | None:
    """``"SP"`` -> ``"35"``."""
    procurada = sigla.strip().upper()
    return next((codigo for codigo, (letras, _) in _UFS.items() if letras == procurada), None)


def sigla_uf(codigo: str) -> str | None:
    """``"35"`` -> ``"SP"``; None for a code that is no state's."""
    return _UFS[codigo][0] if codigo in _UFS else None


def codigo_regiao(nome: str) -> str | None:
    """``"Região Sudeste"`` or ``"SE"``-less spellings of the name -> ``"3"``."""
    procurada = nome_busca(nome).removeprefix("regiao ")
    return next((c for c, regiao in _REGIOES.items() if nome_busca(regiao) == procurada), None)


def nome_oficial(nivel: int, codigo: str) -> str | None:
    """The name of a state, region or the country by its code."""
    if nivel == UF:
        return _UFS[codigo][1] if codigo in _UFS else None
    if nivel == REGIAO:
        return _REGIOES.get(codigo)
    return _PAIS if nivel == PAIS and codigo == CODIGO_PAIS else None


def codigo_acima(nivel: int, codigo: str) -> tuple[int, str] | None:
    """Level and code of the unit above one of IBGE's, by its code alone."""
    if nivel == MUNICIPIO and is_municipio(codigo):
        return (UF, codigo[:2])
    if nivel == UF and codigo in _UFS:
        return (REGIAO, codigo[0])
    if nivel == REGIAO and codigo in _REGIOES:
        return (PAIS, CODIGO_PAIS)
    return None


def linha(nivel: int, codigo: str) -> Unidade | None:
    """The hierarchy row of a state, region or the country, without outline."""
    nome = nome_oficial(nivel, codigo)
    if nome is None:
        return None
    acima = codigo_acima(nivel, codigo)
    return Unidade(
        unidade_civica_id=unidade_id(IBGE, nivel, codigo, None, nome),
        fonte=IBGE,
        nivel=nivel,
        codigo=codigo,
        nome=nome,
        nome_busca=nome_busca(nome),
        parent_id=unidade_id(IBGE, *acima, None, "") if acima else None,
    )


def linhas_acima(nivel: int, codigo: str) -> list[Unidade]:
    """State, region and country above a unit of IBGE's, lowest first."""
    linhas = []
    acima = codigo_acima(nivel, codigo)
    while acima is not None:
        if unidade := linha(*acima):
            linhas.append(unidade)
        acima = codigo_acima(*acima)
    return linhas
