"""A unit's panel: sums that are kept, never a count over its demands.

Source: Apêndice B D-7 (Dashboard básico), G-042, design.md 7 (Overdue).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from core.colonies.d7_transparencia.queries.alcance import Alcance, Tamanho, within
from core.colonies.d7_transparencia.rules.prazos import PADRAO, Agora, Parametros, limites
from core.colonies.d7_transparencia.rules.situacao import ABERTAS, SITUACOES
from core.colonies.d7_transparencia.rules.somas import TIPOS_DE_ESPERA
from core.colonies.d7_transparencia.rules.valores import from_json
from core.colonies.d7_transparencia.tables import (
    agendas,
    conselheiros,
    contagens,
    esperas,
)
from core.kernel.store.statement import Cursor, Dialect, Statement

_C, _W = contagens.c, esperas.c


@dataclass(frozen=True, slots=True)
class Atrasos:
    """Overdue demands by kind of wait; ``total`` counts a demand once."""

    por_tipo: Mapping[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class Painel:
    """A unit's indicators.

    Args:
        por_situacao: every state, also those without demands.
        por_nivel: open demands by level of precedence, 0 without a category yet.
        por_categoria: open demands by category, "" without one yet.
        ocultas: demands whose text is held back.
        inicio_medio_s: from reception to a councillor's first act; None where there was none.
        conclusao_media_s: of concluded demands; None where there is none.
        conselheiros_cadastrados: registered in the units in reach and not inactive.
        conselheiros_ativos: who have a demand in reach (G-042).
        local_incerto: open demands placed with low confidence.
        com_local: open demands that have a unit.
    """

    total: int
    abertas: int
    por_situacao: Mapping[str, int]
    por_nivel: Mapping[int, int]
    por_categoria: Mapping[str, int]
    ocultas: int
    inicio_medio_s: int | None
    conclusao_media_s: int | None
    conselheiros_cadastrados: int
    conselheiros_ativos: int
    local_incerto: int
    com_local: int
    atrasos: Atrasos

    @property
    def taxa_local_incerto(self) -> float | None:
        """Share of open, placed demands whose place is uncertain; None where there are none."""
        return None if self.com_local == 0 else self.local_incerto / self.com_local


@cache
def _sums(tamanho: Tamanho) -> Statement:
    keys = (_C.situacao, _C.nivel_precedencia, _C.categoria_id, _C.confianca_geo)
    values = (
        _C.total,
        _C.ocultas,
        _C.com_conselheiro,
        _C.com_inicio,
        _C.soma_inicio_s,
        _C.com_conclusao,
        _C.soma_conclusao_s,
    )
    return Statement(
        select(*keys, *map(func.sum, values))
        .where(*within(_C.unidade_civica_id, tamanho))
        .group_by(*keys)
    )


@cache
def _councillors(tamanho: Tamanho) -> Statement:
    c = conselheiros.c
    conditions = [
        c.cadastrado_em.is_not(None),
        c.inativo_desde.is_(None),
        *within(c.unidade_civica_id, tamanho),
    ]
    return Statement(select(func.count()).select_from(conselheiros).where(*conditions))


def _overdue(tamanho: Tamanho) -> CompoundSelect[Any]:
    """(kind, alone, how many) of overdue waits: ranges of one index per kind, unit and alone."""
    return union_all(
        *(
            select(literal(tipo), literal(alone), func.count())
            .select_from(esperas)
            .where(*_is_overdue(tipo, alone, tamanho))
            for tipo in TIPOS_DE_ESPERA
            for alone in (0, 1)
        )
    )


def _is_overdue(tipo: str, alone: int, tamanho: Tamanho) -> list[ColumnElement[bool]]:
    return [
        _W.tipo == tipo,
        _W.sozinha == alone,
        _W.desde < bindparam(f"k_{tipo}"),
        *within(_W.unidade_civica_id, tamanho),
    ]


@cache
def _overdue_by_kind(tamanho: Tamanho) -> Statement:
    return Statement(_overdue(tamanho))


@cache
def _overdue_together(tamanho: Tamanho) -> Statement:
    """How many demands are overdue among those that have several waits: few, so counted apart."""
    found = union_all(
        *(
            select(_W.demanda_id.label("demanda")).where(*_is_overdue(tipo, 0, tamanho))
            for tipo in TIPOS_DE_ESPERA
        )
    ).subquery("atrasadas")
    return Statement(select(func.count(found.c.demanda.distinct())))


def read_panel(
    cursor: Cursor,
    dialect: Dialect,
    alcance: Alcance,
    agora: Agora,
    parametros: Parametros = PADRAO,
) -> Painel:
    """The indicators of what is in reach at a moment."""
    size, params = alcance.tamanho, alcance.params
    states: dict[str, int] = dict.fromkeys(SITUACOES, 0)
    levels: defaultdict[int, int] = defaultdict(int)
    categories: defaultdict[str, int] = defaultdict(int)
    hidden = busy = started = start_s = ended = end_s = uncertain = placed = 0
    for row in _sums(size).run(cursor, dialect, params).fetchall():
        state, level, category, confidence = row[:4]
        total, ocultas, councillors, *durations = map(int, row[4:])
        busy += councillors
        states[state] += total
        hidden += ocultas
        started, start_s = started + durations[0], start_s + durations[1]
        ended, end_s = ended + durations[2], end_s + durations[3]
        if state in ABERTAS:
            levels[level] += total
            categories[category] += total
            placed += total if confidence else 0
            uncertain += total if confidence == "baixa" else 0
    registered = _councillors(size).run(cursor, dialect, params).fetchone()[0]
    return Painel(
        total=sum(states.values()),
        abertas=sum(states[one] for one in ABERTAS),
        por_situacao=states,
        por_nivel=dict(sorted(levels.items())),
        por_categoria=dict(sorted(categories.items())),
        ocultas=hidden,
        inicio_medio_s=start_s // started if started else None,
        conclusao_media_s=end_s // ended if ended else None,
        conselheiros_cadastrados=int(registered),
        conselheiros_ativos=busy,
        local_incerto=uncertain,
        com_local=placed,
        atrasos=read_overdue(cursor, dialect, alcance, agora, parametros),
    )


def read_overdue(
    cursor: Cursor,
    dialect: Dialect,
    alcance: Alcance,
    agora: Agora,
    parametros: Parametros = PADRAO,
) -> Atrasos:
    """How many demands wait too long, by kind, and how many in all."""
    limits = {f"k_{tipo}": limit for tipo, limit in limites(agora, parametros).items()}
    params = {**alcance.params, **limits}
    rows = _overdue_by_kind(alcance.tamanho).run(cursor, dialect, params).fetchall()
    by_kind = dict.fromkeys(TIPOS_DE_ESPERA, 0)
    total = _overdue_together(alcance.tamanho).run(cursor, dialect, params).fetchone()[0]
    for kind, alone, count in rows:
        by_kind[kind] += count
        total += count if alone else 0
    return Atrasos(by_kind, int(total))


class AgendaDaUnidade(NamedTuple):
    """How a unit's agenda was made the last time, who headed it, and its ranking's size then."""

    total_itens: int | None
    nivel_nao_vencido: int | None
    itens_nivel_prioritario: int | None
    itens_outros_niveis: int | None
    grupos_territoriais: int | None
    primeiras: tuple[str, ...]
    agenda_em: str | None
    total_ranqueadas: int | None
    ranking_em: str | None
    versao_parametros: str | None


_AGENDA: Final = Statement(
    select(*(agendas.c[name] for name in AgendaDaUnidade._fields)).where(
        agendas.c.unidade_civica_id == bindparam("k_unidade")
    )
)


def read_agenda(cursor: Cursor, dialect: Dialect, unidade: str) -> AgendaDaUnidade | None:
    """The last agenda of exactly this unit; None where there never was one."""
    row = _AGENDA.run(cursor, dialect, {"k_unidade": unidade}).fetchone()
    if row is None:
        return None
    found = dict(zip(AgendaDaUnidade._fields, row, strict=True))
    return AgendaDaUnidade(**{**found, "primeiras": tuple(from_json(found["primeiras"]) or ())})
