"""The rows of demands and units, read and written: what the handlers have in common.

Every statement seeks by demand, by unit and status, or by unit, place and level: none of them looks
at all demands of a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Integer,
    Table,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy import union_all as union_all_of

from core.base.agrupamento import Local
from core.base.parametros.conjunto import NIVEIS
from core.base.territorio.distancia import Ponto
from core.colonies.d5_agenda.rules import ATIVOS, DISPONIVEL, EM_ANDAMENTO, Candidata
from core.colonies.d5_agenda.tables import (
    AGENDA,
    ESPERA,
    agregadas,
    coordenadas,
    items,
    scores,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.store.statement import Statement

SCORE: Final = tuple(column.name for column in scores.columns)
ITEM: Final = tuple(column.name for column in items.columns)
_S, _I, _C = scores.c, items.c, coordenadas.c


def _is_demand(table: Table) -> Any:
    return table.c.demanda_id == bindparam("k_demanda")


def _is_unit(table: Table) -> Any:
    return table.c.unidade_civica_id == bindparam("k_unidade")


def one_of(column: Column[Any], values: Iterable[str]) -> ColumnElement[bool]:
    """``column IN values``, with parameters that a prebuilt statement knows."""
    return or_(*(column == value for value in values))


def gone(table: Table) -> Statement:
    """Delete a demand's row."""
    return Statement(delete(table).where(_is_demand(table)))


def new(table: Table) -> Statement:
    """Insert a row."""
    return Statement(insert(table), [column.name for column in table.columns])


_SCORE = Statement(select(scores).where(_is_demand(scores)))
_SCORE_NEW = new(scores)
_RANKED: Final = tuple(name for name in SCORE if name not in {"demanda_id", "criado_em"})
_SCORE_AGAIN = Statement(
    update(scores)
    .where(_is_demand(scores))
    .values({name: bindparam(f"n_{name}") for name in _RANKED})
)
_PLACE = Statement(update(scores).where(_is_demand(scores)).values(lugar=bindparam("n_lugar")))
_UNITS = Statement(
    select(_S.unidade_civica_id)
    .where(one_of(_S.lugar, (ESPERA, AGENDA)))
    .distinct()
    .order_by(_S.unidade_civica_id)
)
_BEST = Statement(
    union_all_of(
        *(
            select(
                select(_S.demanda_id, _S.score_final, _S.nivel_precedencia, _S.categoria_id)
                .where(
                    _is_unit(scores),
                    _S.lugar == ESPERA,
                    _S.nivel_precedencia == nivel,
                )
                .order_by(_S.score_final.desc(), _S.demanda_id)
                .limit(cast(bindparam("k_limite"), Integer))
                .subquery(f"nivel_{nivel}")
            )
            for nivel in NIVEIS
        )
    )
)
_ITEM = Statement(select(items).where(_is_demand(items)))
_ITEM_GONE, _ITEM_NEW = gone(items), new(items)
_ITEM_AGAIN = Statement(
    update(items)
    .where(_is_demand(items))
    .values({name: bindparam(f"n_{name}") for name in ITEM if name != "demanda_id"})
)
_ACTIVE = Statement(
    select(items)
    .where(_is_unit(items), one_of(_I.status, ATIVOS))
    .order_by(one_of(_I.status, EM_ANDAMENTO), _I.ordem, _I.demanda_id)
)
_OCCUPIED = Statement(
    select(
        func.count(case((_I.vaga_cedida_em.is_(None), 1))),
        func.coalesce(func.max(_I.ordem), 0),
    ).where(_is_unit(items), one_of(_I.status, ATIVOS))
)
_ORDER = Statement(update(items).where(_is_demand(items)).values(ordem=bindparam("n_ordem")))
_GROUP = Statement(update(items).where(_is_demand(items)).values(grupo_id=bindparam("n_grupo")))
_TOP = Statement(
    select(items)
    .where(_is_unit(items), _I.status == DISPONIVEL)
    .order_by(_I.ordem, _I.demanda_id)
    .limit(1)
)
_PLACED = Statement(
    select(_I.demanda_id, _I.categoria_id, _C.lat, _C.lng)
    .join(coordenadas, _C.demanda_id == _I.demanda_id)
    .where(_is_unit(items), one_of(_I.status, ATIVOS))
)
_COORDINATES_GONE, _COORDINATES_NEW = gone(coordenadas), new(coordenadas)
_MEMBER = Statement(select(agregadas.c.demanda_id).where(_is_demand(agregadas)))
_MEMBER_GONE, _MEMBER_NEW = gone(agregadas), new(agregadas)


class Score(NamedTuple):
    """A row of ``d5_backlog_scores``."""

    demanda_id: str
    unidade_civica_id: str
    categoria_id: str
    nivel_precedencia: int
    score_final: float
    peso_nacional: float
    peso_situacional: float
    score_horizontal: int
    posicao_ranking: int
    versao_parametros: str
    lugar: str
    event_id: str
    correlacao_id: str
    criado_em: str


class Item(NamedTuple):
    """A row of ``d5_backlog_items``."""

    demanda_id: str
    unidade_civica_id: str | None
    ordem: int
    score: float
    status: str
    conselheiro_id: str | None
    grupo_id: str | None
    categoria_id: str
    nivel_precedencia: int
    event_id: str
    entrou_em: str
    atualizado_em: str
    anunciado_em: str | None
    vaga_cedida_em: str | None
    data_conclusao: str | None
    dias_ate_conclusao: int | None


# -- scores --------------------------------------------------------------------------------------


def read_score(db: ReadDb, demanda_id: str) -> Score | None:
    """What the ranking said of a demand last."""
    row = db.one(_SCORE, {"k_demanda": demanda_id})
    return None if row is None else Score(*row)


def write_score(db: ApplyDb, score: Score, *, is_new: bool) -> None:
    """Put a demand's score in the place of the one before; when it was first ranked stays."""
    values = score._asdict()
    if is_new:
        db.run(_SCORE_NEW, values)
    else:
        again = {f"n_{name}": values[name] for name in _RANKED}
        db.run(_SCORE_AGAIN, {"k_demanda": score.demanda_id, **again})


def set_place(db: ApplyDb, demanda_id: str, lugar: str) -> None:
    """Say whether a demand waits, is available, or neither; nothing where it has no score."""
    db.run(_PLACE, {"k_demanda": demanda_id, "n_lugar": lugar})


def best_waiting(db: ReadDb, unidade: str, limite: int) -> list[Candidata]:
    """Of every level the ``limite`` best that wait, by index, in no order among the levels."""
    params = {"k_unidade": unidade, "k_limite": limite}
    return [Candidata(*row) for row in db.all(_BEST, params)]


def units(db: ReadDb) -> list[str]:
    """Units with a demand that is or may be made available: looks at every score."""
    return [row[0] for row in db.all(_UNITS)]


# -- items ---------------------------------------------------------------------------------------


def read_item(db: ReadDb, demanda_id: str) -> Item | None:
    """A demand's item; None where it waits, or was never heard of."""
    row = db.one(_ITEM, {"k_demanda": demanda_id})
    return None if row is None else Item(*row)


def add_item(db: ApplyDb, item: Item) -> None:
    """Insert an item."""
    db.run(_ITEM_NEW, item._asdict())


def set_item(db: ApplyDb, item: Item) -> None:
    """Write an item that is there."""
    values = item._asdict()
    changed = {f"n_{name}": values[name] for name in ITEM if name != "demanda_id"}
    db.run(_ITEM_AGAIN, {"k_demanda": item.demanda_id, **changed})


def drop_item(db: ApplyDb, demanda_id: str) -> None:
    """The demand has no item any more."""
    db.run(_ITEM_GONE, {"k_demanda": demanda_id})


def read_active(db: ReadDb, unidade: str) -> list[Item]:
    """The agenda in its order: what is available, then what is being worked on (G-092)."""
    return [Item(*row) for row in db.all(_ACTIVE, {"k_unidade": unidade})]


def occupied(db: ReadDb, unidade: str) -> tuple[int, int]:
    """(items that hold a place, the greatest ``ordem`` in the agenda)."""
    row = db.one(_OCCUPIED, {"k_unidade": unidade})
    return (0, 0) if row is None else (int(row[0]), int(row[1]))


def set_orders(db: ApplyDb, orders: Mapping[str, int]) -> None:
    """Give demands their place in the order."""
    db.run_many(_ORDER, [{"k_demanda": one, "n_ordem": n} for one, n in orders.items()])


def set_groups(db: ApplyDb, groups: Mapping[str, str | None]) -> None:
    """Give demands their territorial group, or none."""
    db.run_many(_GROUP, [{"k_demanda": one, "n_grupo": group} for one, group in groups.items()])


def top_available(db: ReadDb, unidade: str) -> Item | None:
    """The first available item of a unit: the one to be drawn for next."""
    row = db.one(_TOP, {"k_unidade": unidade})
    return None if row is None else Item(*row)


# -- places, aggregates --------------------------------------------------------------------------


def read_placed(db: ReadDb, unidade: str) -> list[Local]:
    """The active items of a unit whose coordinates are known."""
    return [
        Local(demanda, categoria, Ponto(lat, lng))
        for demanda, categoria, lat, lng in db.all(_PLACED, {"k_unidade": unidade})
    ]


def set_coordinates(db: ApplyDb, demanda_id: str, ponto: Ponto | None, moment: str) -> None:
    """Where a demand is; None: that is not known any more."""
    db.run(_COORDINATES_GONE, {"k_demanda": demanda_id})
    if ponto is not None:
        row = {"demanda_id": demanda_id, "lat": ponto.lat, "lng": ponto.lng, "criado_em": moment}
        db.run(_COORDINATES_NEW, row)


def is_member(db: ReadDb, demanda_id: str) -> bool:
    """True where the demand was joined under another one."""
    return db.one(_MEMBER, {"k_demanda": demanda_id}) is not None


def set_members(db: ApplyDb, rows: Iterable[dict[str, Any]]) -> None:
    """Remember members of an aggregate, each in the place of what was known of it."""
    for row in rows:
        db.run(_MEMBER_GONE, {"k_demanda": row["demanda_id"]})
        db.run(_MEMBER_NEW, row)
