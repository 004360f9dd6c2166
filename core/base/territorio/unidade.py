"""A civic unit, its identity, and a set of units with their outlines.

Source: D-2 2.6 (``core.uc_polygons``), design.md 7 (identifiers), G-050 (levels).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid5

import msgspec

from core.base.territorio.nome import nome_busca

# UUIDv5(NAMESPACE_URL, "civico/unidade/v1"); fixed for ever: units of every office carry it.
NAMESPACE_UNIDADE: Final = UUID("bd37aed9-98c7-5c24-8f02-f10762626c90")

IBGE: Final = "ibge"
DEMONSTRACAO: Final = "demonstracao"

TIPO_ANEXO: Final = "application/vnd.formigueiro.geometrias"
"""Content type of the attachment that holds the outlines of a ``territorio.importado``."""

NIVEIS: Final[Mapping[int, str]] = {
    1: "setor",
    2: "bairro",
    3: "distrito",
    4: "município",
    5: "unidade da federação",
    6: "região",
    7: "país",
}
"""Level 3 is reserved by inference; levels need not be contiguous (G-050)."""

MUNICIPIO: Final = 4
UF: Final = 5
REGIAO: Final = 6
PAIS: Final = 7


class Unidade(msgspec.Struct, frozen=True, array_like=True):
    """One civic unit, without its outline.

    Args:
        unidade_civica_id: UUIDv5, lower case; see :func:`unidade_id`.
        fonte: who publishes the outline: ``ibge``, ``municipio:3550308``, ``demonstracao`` …
        nivel: 1 micro-unit … 7 country.
        codigo: the source's code; None where the source gives none.
        nome: as the source writes it.
        nome_busca: folded name.
        parent_id: the unit above; it may not be known here yet (D-2 4.5, broken hierarchy).
        municipio: code of the municipality of a unit at or below level 4.
        area_m2: whole square metres of the outline, 0 without one; orders ties (G-052).
    """

    unidade_civica_id: str
    fonte: str
    nivel: int
    codigo: str | None
    nome: str
    nome_busca: str
    parent_id: str | None = None
    municipio: str | None = None
    area_m2: int = 0

    @property
    def ordem(self) -> tuple[int, int, str]:
        """Who is asked first where several contain a point: (level, area, id) (G-052)."""
        return (self.nivel, self.area_m2, self.unidade_civica_id)


@dataclass(frozen=True, slots=True)
class Territorio:
    """Units, and the outlines of those that have one.

    Args:
        unidades: each identifier once.
        geometrias: identifier -> WKB (little endian, two dimensions) of a (Multi)Polygon in
            degrees, longitude first.
    """

    unidades: tuple[Unidade, ...] = ()
    geometrias: Mapping[str, bytes] = field(default_factory=dict)


def unidade_id(fonte: str, nivel: int, codigo: str | None, municipio: str | None, nome: str) -> str:
    """The identifier that two offices importing the same file agree on (design.md 7).

    UUIDv5 of ``fonte|nivel|codigo``; without an official code of ``fonte|nivel|municipio|folded
    name``. A code never holds a bar, so the two never meet.
    """
    if codigo is not None:
        return str(uuid5(NAMESPACE_UNIDADE, f"{fonte}|{nivel}|{codigo}"))
    return str(uuid5(NAMESPACE_UNIDADE, f"{fonte}|{nivel}|{municipio or ''}|{nome_busca(nome)}"))


def juntar(*territorios: Territorio) -> Territorio:
    """Lay sets over each other: the last row of an identifier holds.

    A row without outline leaves an outline that was there, so that a hierarchy row derived from
    codes never takes a polygon away.
    """
    unidades: dict[str, Unidade] = {}
    geometrias: dict[str, bytes] = {}
    for territorio in territorios:
        geometrias.update(territorio.geometrias)
        for unidade in territorio.unidades:
            chave = unidade.unidade_civica_id
            antes = unidades.get(chave)
            keeps_outline = antes is not None and chave not in territorio.geometrias
            area = antes.area_m2 if antes is not None and keeps_outline else unidade.area_m2
            unidades[chave] = msgspec.structs.replace(unidade, area_m2=area)
    return Territorio(tuple(unidades.values()), geometrias)


def versao_fronteira(territorio: Territorio) -> str:
    """The boundary version: 64 hex that change when any unit, parent or outline does.

    SHA-256 over one line ``id|nivel|parent|sha256 of the WKB`` per unit, sorted. Names are left
    out: a corrected spelling moves no boundary.
    """
    return hashlib.sha256("\n".join(sorted(_linhas(territorio))).encode()).hexdigest()


def _linhas(territorio: Territorio) -> Iterable[str]:
    for unidade in territorio.unidades:
        chave = unidade.unidade_civica_id
        wkb = territorio.geometrias.get(chave)
        contorno = hashlib.sha256(wkb).hexdigest() if wkb is not None else ""
        yield f"{chave}|{unidade.nivel}|{unidade.parent_id or ''}|{contorno}"
