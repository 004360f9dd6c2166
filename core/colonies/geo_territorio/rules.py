"""What of an import is new. Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.territorio.montagem import contornos, linhas_do_evento
from core.base.territorio.unidade import Territorio, Unidade

FIELDS = ("fonte", "nivel", "codigo", "nome", "parent_uc_id")


@dataclass(frozen=True, slots=True)
class Diferenca:
    """An import beside what is here.

    Args:
        territorio: the units that are new or changed, with the outlines that the import has.
        novas: how many are new.
        alteradas: how many have another name, parent or outline.
        iguais: how many are here already as they are.
    """

    territorio: Territorio
    novas: int
    alteradas: int
    iguais: int


def diferenca(importado: Territorio, atual: Territorio) -> Diferenca:
    """What an import would change. A unit without outline leaves the outline that is here."""
    antes = {unidade.unidade_civica_id: unidade for unidade in atual.unidades}
    mudam: list[Unidade] = []
    novas = 0
    for unidade in importado.unidades:
        chave = unidade.unidade_civica_id
        conhecida = antes.get(chave)
        wkb = importado.geometrias.get(chave)
        if conhecida is None:
            novas += 1
        elif _same(unidade, conhecida) and wkb in (None, atual.geometrias.get(chave)):
            continue
        mudam.append(unidade)
    chaves = {unidade.unidade_civica_id for unidade in mudam}
    contornos_novos = {c: wkb for c, wkb in importado.geometrias.items() if c in chaves}
    return Diferenca(
        Territorio(tuple(mudam), contornos_novos),
        novas,
        len(mudam) - novas,
        len(importado.unidades) - len(mudam),
    )


def _same(a: Unidade, b: Unidade) -> bool:
    return (a.fonte, a.nivel, a.codigo, a.nome, a.parent_id) == (
        b.fonte,
        b.nivel,
        b.codigo,
        b.nome,
        b.parent_id,
    )


def is_in_force(
    payload: Mapping[str, Any], anexo: str | None, rows: Mapping[str, Sequence[Any]]
) -> bool:
    """Whether all that an event would say is said already.

    Args:
        payload: of ``territorio.importado``.
        anexo: SHA-256 of its outlines, None without any.
        rows: unit -> its row: the columns ``FIELDS``, then ``contornos``.
    """
    for linha in linhas_do_evento(payload):
        row = rows.get(linha["unidade_civica_id"])
        if row is None or [linha[name] for name in FIELDS] != list(row[: len(FIELDS)]):
            return False
        if anexo is not None and contornos(row[len(FIELDS)])[:1] != [anexo]:
            return False
    return True
