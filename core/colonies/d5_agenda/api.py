"""The door for services: a unit's agenda with what explains it.

D-5 takes no commands: it follows the ranking and the work on the demands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.colonies.d5_agenda import queries, rules, vagas
from core.colonies.d5_agenda.queries import ItemDaAgenda
from core.kernel.store.statement import Cursor, Dialect


@dataclass(frozen=True, slots=True)
class Agenda:
    """A unit's agenda as it stands.

    Args:
        capacidade: items that it holds, available and worked on together.
        nivel_nao_vencido: the level that gets the largest share; None: by score alone.
        vagas_por_nivel: how the decay shares the capacity out; empty without such a level.
        em_espera: ranked demands that wait for a place.
        por_status: all items of the unit that ever had one, by state.
        versao_parametros: label of the set in force.
        gerada_em: when the agenda was last made anew, UTC; None where it never was.
    """

    unidade_civica_id: str
    itens: tuple[ItemDaAgenda, ...]
    capacidade: int
    nivel_nao_vencido: int | None
    vagas_por_nivel: Mapping[int, int]
    em_espera: int
    por_status: Mapping[str, int]
    versao_parametros: str
    gerada_em: str | None


def ler_agenda(cursor: Cursor, dialect: Dialect, unidade: str) -> Agenda:
    """The agenda of exactly this unit (G-028); one that nothing is known of is empty."""
    loaded = queries.read_parametros(cursor, dialect)
    places = vagas.capacidade(loaded, unidade)
    nivel = rules.nivel_nao_vencido(vagas.pesos(loaded, unidade))
    generated = queries.read_generated(cursor, dialect, unidade)
    shares = {} if nivel is None else rules.vagas_por_nivel(places, nivel)
    return Agenda(
        unidade_civica_id=unidade,
        itens=tuple(queries.read_items(cursor, dialect, unidade)),
        capacidade=places,
        nivel_nao_vencido=nivel,
        vagas_por_nivel=dict(sorted(shares.items())),
        em_espera=queries.count_waiting(cursor, dialect, unidade),
        por_status=queries.count_by_status(cursor, dialect, unidade),
        versao_parametros=loaded.versao,
        gerada_em=None if generated is None else generated[0],
    )
