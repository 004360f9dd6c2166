"""The unit above each unit: by official code, else by a representative point.

Source: D-2 8.5, G-053. A code that names a municipality nobody imported yet still gives the
identifier it will have, so that the order of imports does not matter; until then the chain ends
there (D-2/B4.5-4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.base.territorio.candidata import Candidata
from core.base.territorio.geometria import ponto_dentro
from core.base.territorio.ibge import codigo_acima, is_municipio
from core.base.territorio.mapeamento import FONTE_MUNICIPAL, Identidade
from core.base.territorio.resolvedor import Resolvedor
from core.base.territorio.unidade import IBGE, MUNICIPIO, Unidade, unidade_id

POR_PONTO: Final = "ponto"
POR_CODIGO: Final = "codigo"


@dataclass(frozen=True, slots=True)
class Pai:
    """The unit above, and how it was found; both None where there is none."""

    parent_id: str | None
    como: str | None


def municipio_por_ponto(item: Candidata, mapa: Resolvedor) -> Unidade | None:
    """The municipality that holds the outline's representative point."""
    if item.geometria is None:
        return None
    ponto = ponto_dentro(item.geometria)
    return next((u for u in mapa.contendo(ponto.lat, ponto.lng) if u.nivel == MUNICIPIO), None)


def com_municipio(item: Candidata, mapa: Resolvedor) -> None:
    """Complete an identity whose city is known by position only."""
    i = item.identidade
    if i.fonte is not None or i.nivel is None or i.nivel >= MUNICIPIO:
        return
    achado = municipio_por_ponto(item, mapa)
    if achado is not None and achado.codigo is not None:
        fonte = f"{FONTE_MUNICIPAL}{achado.codigo}"
        item.identidade = Identidade(fonte, i.nivel, i.codigo, i.nome, achado.codigo, i.pai_codigo)


def pai_de(
    unidade: Unidade, pai_codigo: str | None, item: Candidata | None, mapa: Resolvedor
) -> Pai:
    """The unit above.

    Args:
        unidade: the unit itself.
        pai_codigo: what the file says of it, in the unit's own source.
        item: the feature, for its representative point.
        mapa: everything known, this import included.
    """
    if pai_codigo is not None and (pai := _por_codigo(unidade, pai_codigo, mapa)) is not None:
        return Pai(pai, POR_CODIGO)
    if unidade.fonte == IBGE and unidade.codigo is not None:
        acima = codigo_acima(unidade.nivel, unidade.codigo)
        if acima is not None:
            return Pai(unidade_id(IBGE, *acima, None, ""), POR_CODIGO)
    municipio = None
    if unidade.nivel < MUNICIPIO and is_municipio(unidade.municipio):
        municipio = unidade_id(IBGE, MUNICIPIO, unidade.municipio, None, "")
        if mapa.unidade(municipio) is not None:
            return Pai(municipio, POR_CODIGO)
    if item is not None and item.geometria is not None:
        ponto = ponto_dentro(item.geometria)
        for candidato in mapa.contendo(ponto.lat, ponto.lng):
            if candidato.nivel > unidade.nivel:
                return Pai(candidato.unidade_civica_id, POR_PONTO)
    return Pai(municipio, POR_CODIGO if municipio else None)


def _por_codigo(unidade: Unidade, codigo: str, mapa: Resolvedor) -> str | None:
    """The lowest unit above with this code in the same source."""
    for nivel in range(unidade.nivel + 1, 8):
        chave = unidade_id(unidade.fonte, nivel, codigo, None, "")
        if mapa.unidade(chave) is not None:
            return chave
    return None
