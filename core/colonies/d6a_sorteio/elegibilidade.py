"""Who may be drawn for a demand, and which demand a free councillor may be drawn for.

A councillor covers the own unit and every smaller one in it. The draw goes up the chain of units,
and the first with somebody eligible is the pool. A councillor is eligible who is ``disponivel`` –
or suspended until a moment that has passed –, is trained, and did not give this demand back.
Nothing here reads the councillors of other units. Source: D-6a 4.3, G-123, G-128, G-147.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, bindparam, exists, func, or_, select, tuple_, union_all

from core.colonies.d6a_sorteio import rules
from core.colonies.d6a_sorteio.rows import chain_of
from core.colonies.d6a_sorteio.rules import Degrau, MotivoFalta, Rodada
from core.colonies.d6a_sorteio.tables import (
    atribuicoes,
    conselheiros,
    fila_cobertura,
    fila_pendentes,
)
from core.kernel.colony import ReadDb
from core.kernel.store.statement import Statement

_C, _A, _K, _F = conselheiros.c, atribuicoes.c, fila_cobertura.c, fila_pendentes.c
_CHAIN = chain_of(bindparam("k_unidade", type_=_C.unidade_civica_id.type))
_HERE = _C.unidade_civica_id == bindparam("k_unidade")
_IN_CHAIN = _C.unidade_civica_id == _CHAIN.c.unidade_id


def _is_barred(demanda: Any) -> Any:
    gave_back = select(_A.evento).where(
        _A.demanda_id == demanda,
        _A.conselheiro_id == _C.conselheiro_id,
        _A.is_impedimento == 1,
    )
    return gave_back.correlate_except(atribuicoes).exists()


# Each of the two is a range of the index over (unit, status).
_IS_FREE = and_(_C.status == "disponivel", _C.capacitacao_concluida == 1)
_IS_OVER = and_(
    _C.status == "suspenso",
    _C.capacitacao_concluida == 1,
    _C.data_suspensao_ate <= bindparam("k_agora"),
)
_NOT_BARRED = ~_is_barred(bindparam("k_demanda", type_=_A.demanda_id.type))
_STEPS = Statement(
    select(_CHAIN.c.unidade_id)
    .where(
        or_(
            exists().where(_IN_CHAIN, _IS_FREE, _NOT_BARRED),
            exists().where(_IN_CHAIN, _IS_OVER, _NOT_BARRED),
        )
    )
    .order_by(_CHAIN.c.grau)
)
_MEMBER = select(_C.conselheiro_id, _C.status, _C.data_suspensao_ate)
_POOL = Statement(
    union_all(
        _MEMBER.where(_HERE, _IS_FREE, _NOT_BARRED),
        _MEMBER.where(_HERE, _IS_OVER, _NOT_BARRED),
    ).order_by("conselheiro_id")
)
_LACK = Statement(
    select(
        exists().where(_IN_CHAIN),
        exists().where(_IN_CHAIN, or_(_C.status < "ocupado", _C.status > "ocupado")),
    ).select_from(_CHAIN)
)
_FREE_IN_CHAIN = Statement(
    select(_CHAIN.c.unidade_id).where(exists().where(_IN_CHAIN, _IS_FREE)).order_by(_CHAIN.c.grau)
)
_SOME_FREE = (
    select(_C.conselheiro_id).where(_HERE, _IS_FREE).limit(rules.SORTEIOS_POR_UNIDADE).subquery()
)
_HOW_MANY_FREE = Statement(select(func.count()).select_from(_SOME_FREE))
_FIRST_FOR_THEM = Statement(
    select(_K.altura, _K.evento, _K.demanda_id, _F.unidade_civica_id)
    .join(fila_pendentes, _F.demanda_id == _K.demanda_id)
    .where(
        _K.unidade_civica_id == bindparam("k_unidade"),
        tuple_(_K.altura, _K.evento, _K.demanda_id)
        > tuple_(bindparam("k_altura"), bindparam("k_evento"), bindparam("k_demanda")),
        exists().where(_HERE, _IS_FREE, ~_is_barred(_K.demanda_id)),
    )
    .order_by(_K.altura, _K.evento, _K.demanda_id)
    .limit(bindparam("k_limite"))
)


class Vencida(NamedTuple):
    """A suspension that ran out and that nobody has said so of."""

    conselheiro_id: str
    unidade_civica_id: str
    expirou_em: str


class Candidatos(NamedTuple):
    """Who may be drawn for a demand: nearest unit first, none empty."""

    degraus: tuple[Degrau, ...]
    vencidas: tuple[Vencida, ...]


_NOBODY: Final = Candidatos((), ())


def candidates(
    db: ReadDb, demanda_id: str, unidade_id: str, agora: str, rodada: Rodada
) -> Candidatos:
    """The pool of a demand, and of larger units only what earlier draws of this reaction ask for.

    Args:
        db: the colony's tables.
        demanda_id: for which demand.
        unidade_id: where it is.
        agora: suspensions until then are over.
        rodada: the draws planned so far.
    """
    params = {"k_demanda": demanda_id, "k_agora": agora}
    steps = db.all(_STEPS, {**params, "k_unidade": unidade_id})
    if not steps:
        return _NOBODY
    found: list[Degrau] = []
    over: list[Vencida] = []
    for (unit,) in steps:
        rows = db.all(_POOL, {**params, "k_unidade": unit})
        found.append(Degrau(unit, tuple(row[0] for row in rows)))
        over += [Vencida(row[0], unit, row[2]) for row in rows if row[1] == "suspenso"]
        if rodada.enough(found):
            break
    return Candidatos(tuple(found), tuple(over))


def why_nobody(db: ReadDb, unidade_id: str) -> MotivoFalta:
    """Why a demand of this unit found nobody, over the whole chain."""
    rows = db.all(_LACK, {"k_unidade": unidade_id})
    return rules.lack(
        is_alguem=any(row[0] for row in rows), is_alguem_livre=any(row[1] for row in rows)
    )


def free_above(db: ReadDb, unidade_id: str) -> list[str]:
    """The units from this one up that have a free councillor."""
    return [row[0] for row in db.all(_FREE_IN_CHAIN, {"k_unidade": unidade_id})]


def waiting_for(db: ReadDb, unidades: Iterable[str], holds: Callable[[str], bool]) -> list[str]:
    """Waiting demands of this node that free councillors of these very units may be drawn for.

    First come, first served, and no more of a unit than it has free councillors. What waits in
    units that other nodes hold is passed over.

    Args:
        db: the colony's tables.
        unidades: units of free councillors.
        holds: whether this node decides about a unit.
    """
    found: dict[str, tuple[int, bytes]] = {}
    for unit in sorted(set(unidades)):
        row = db.one(_HOW_MANY_FREE, {"k_unidade": unit})
        limit = row[0] if row else 0
        if limit:
            found.update(itertools.islice(_own_waiting(db, unit, limit, holds), limit))
    return sorted(found, key=lambda demanda: (found[demanda], demanda))


def _own_waiting(
    db: ReadDb, unit: str, limit: int, holds: Callable[[str], bool]
) -> Iterator[tuple[str, tuple[int, bytes]]]:
    """(demand, its place in the queue) of those that this node draws for, page by page."""
    after: tuple[int, bytes, str] = (-1, b"", "")
    while True:
        params = {
            "k_unidade": unit,
            "k_altura": after[0],
            "k_evento": after[1],
            "k_demanda": after[2],
            "k_limite": limit,
        }
        page = db.all(_FIRST_FOR_THEM, params)
        for altura, evento, demanda, of_unit in page:
            after = (altura, bytes(evento), demanda)
            if holds(of_unit):
                yield demanda, after[:2]
        if len(page) < limit:
            return
