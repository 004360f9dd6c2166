"""One demand's rows, read and written: what apply and reactions have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, bindparam, delete, insert, literal, select, update

from core.colonies.d4_ranking.memory import Memoria
from core.colonies.d4_ranking.order import Chave, chave
from core.colonies.d4_ranking.tables import (
    a_ranquear,
    demandas_agregadas,
    rankings,
    retiradas,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.store.statement import Statement

RANKING: Final = tuple(column.name for column in rankings.columns)
_R, _A = rankings.c, a_ranquear.c


def is_demand(table: Table) -> Any:
    """``demanda_id`` equals the parameter ``k_demanda``."""
    return table.c.demanda_id == bindparam("k_demanda")


def gone(table: Table) -> Statement:
    """Delete a demand's row."""
    return Statement(delete(table).where(is_demand(table)))


def new(table: Table) -> Statement:
    """Insert a row."""
    return Statement(insert(table), [column.name for column in table.columns])


_SITUATION: Final = Statement(
    select(
        select(demandas_agregadas.c.evento_id)
        .where(is_demand(demandas_agregadas))
        .scalar_subquery(),
        select(literal(1)).where(is_demand(retiradas)).scalar_subquery(),
        select(_A.evento).where(is_demand(a_ranquear)).scalar_subquery(),
        select(_A.event_id).where(is_demand(a_ranquear)).scalar_subquery(),
    )
)
_PLACE: Final = Statement(
    select(
        _R.unidade_civica_id, _R.score_final, _R.ativo, _R.evento, _R.event_id, _R.saiu_por
    ).where(is_demand(rankings))
)
_RANKING_GONE, _RANKING_NEW = gone(rankings), new(rankings)
_TO_RANK_GONE, _TO_RANK_NEW = gone(a_ranquear), new(a_ranquear)
_LEFT: Final = Statement(
    update(rankings).where(is_demand(rankings)).values(ativo=0, saiu_por=bindparam("n_evento"))
)


class Situacao(NamedTuple):
    """What is known of a demand besides its place.

    Args:
        agregada_por: event_id of the aggregate it is a member of.
        retirada: withdrawn.
        a_ranquear: (hash, event_id) of the category that has no score yet.
    """

    agregada_por: str | None
    retirada: bool
    a_ranquear: tuple[bytes, str] | None

    @property
    def is_fora(self) -> bool:
        """It never enters the ranking again."""
        return self.retirada or self.agregada_por is not None


class Lugar(NamedTuple):
    """Where a demand stands, or stood when it left.

    Args:
        unidade_civica_id: in whose ranking.
        chave: its key there.
        is_ativo: it stands there now.
        evento: hash of the category that the score answers.
        event_id: of that event.
        saiu_por: hash of the event that took it out.
    """

    unidade_civica_id: str
    chave: Chave
    is_ativo: bool
    evento: bytes
    event_id: str
    saiu_por: bytes | None


def read_situation(db: ReadDb, demanda_id: str) -> Situacao:
    """See :class:`Situacao`."""
    row = db.one(_SITUATION, {"k_demanda": demanda_id}) or (None, None, None, None)
    waiting = None if row[2] is None else (bytes(row[2]), str(row[3]))
    return Situacao(row[0], row[1] is not None, waiting)


def read_place(db: ReadDb, demanda_id: str) -> Lugar | None:
    """See :class:`Lugar`; None where it never had a score."""
    row = db.one(_PLACE, {"k_demanda": demanda_id})
    if row is None:
        return None
    left = None if row[5] is None else bytes(row[5])
    return Lugar(row[0], chave(row[1], demanda_id), bool(row[2]), bytes(row[3]), row[4], left)


def memory(db: ReadDb) -> Memoria:
    """The colony's memory."""
    found: Memoria = db.memory
    return found


def write_ranking(db: ApplyDb, before: Lugar | None, values: Mapping[str, Any]) -> None:
    """Put a demand's row and its key in the place of those before; it stands in the ranking.

    Args:
        db: the colony's tables.
        before: where it stood.
        values: the row, without ``ativo`` and ``saiu_por``.
    """
    demanda = values["demanda_id"]
    known = memory(db)
    order = known.unidade(values["unidade_civica_id"])
    if before is not None:
        old = known.unidade(before.unidade_civica_id)
        db.run(_RANKING_GONE, {"k_demanda": demanda})
        old.remove(before.chave)
    db.run(_RANKING_NEW, {**values, "ativo": 1, "saiu_por": None})
    order.add(chave(values["score_final"], demanda))


def leave_ranking(db: ApplyDb, demanda_id: str, evento: bytes) -> None:
    """Take a demand out of the ranking and out of what waits; its row stays."""
    db.run(_TO_RANK_GONE, {"k_demanda": demanda_id})
    place = read_place(db, demanda_id)
    if place is None or not place.is_ativo:
        return
    order = memory(db).unidade(place.unidade_civica_id)
    db.run(_LEFT, {"k_demanda": demanda_id, "n_evento": evento})
    order.remove(place.chave)


def write_to_rank(db: ApplyDb, values: Mapping[str, Any], *, is_new: bool) -> None:
    """A category waits for its score, in the place of one before."""
    if not is_new:
        db.run(_TO_RANK_GONE, {"k_demanda": values["demanda_id"]})
    db.run(_TO_RANK_NEW, values)


def ranked(db: ApplyDb, demanda_id: str) -> None:
    """The category that waited has its score."""
    db.run(_TO_RANK_GONE, {"k_demanda": demanda_id})
