"""Rows of councillors, assignments and the queue, read and written by the handlers.

Everything here seeks by key: no step reads more councillors or demands than it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import (
    Integer,
    Table,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from core.colonies.d6a_sorteio import rules
from core.colonies.d6a_sorteio.tables import (
    atribuicoes,
    conselheiros,
    contador_recusas,
    encerradas,
    fila_cobertura,
    fila_pendentes,
    prazos,
    unidades,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement

MAX_CHAIN: Final = 12
"""Units from one to the root; seven levels, and no loop goes on for ever."""

CONSELHEIRO: Final = tuple(column.name for column in conselheiros.columns)
ATRIBUICAO: Final = tuple(column.name for column in atribuicoes.columns)
PENDENTE: Final = tuple(column.name for column in fila_pendentes.columns)
SNAPSHOT: Final = (
    "score_final",
    "categoria_id",
    "nivel_precedencia",
    "grupo_id",
    "correlacao_id",
)

_C, _A, _F, _K, _U = (
    conselheiros.c,
    atribuicoes.c,
    fila_pendentes.c,
    fila_cobertura.c,
    unidades.c,
)


def new(table: Table) -> Statement:
    """Insert a row."""
    return Statement(insert(table), [column.name for column in table.columns])


def chain_of(unit: Any) -> Any:
    """(unidade_id, grau) of a unit and the larger ones above it, as a subquery.

    Args:
        unit: column or parameter. A unit that is not known is its own whole chain.
    """
    base = select(unit.label("unidade_id"), literal(0, Integer).label("grau")).cte(
        "acima", recursive=True
    )
    above = base.union_all(
        select(_U.parent_uc_id, base.c.grau + 1)
        .join(base, _U.unidade_civica_id == base.c.unidade_id)
        .where(_U.parent_uc_id.is_not(None), base.c.grau < MAX_CHAIN)
    )
    return (
        select(above.c.unidade_id, func.min(above.c.grau).label("grau"))
        .group_by(above.c.unidade_id)
        .subquery("cadeia")
    )


_IS_C = _C.conselheiro_id == bindparam("k_conselheiro")
_COUNCILLOR = Statement(select(conselheiros).where(_IS_C))
_COUNCILLOR_GONE = Statement(delete(conselheiros).where(_IS_C))
_COUNCILLOR_NEW = new(conselheiros)

_ACTIVE = _A.status == "ativa"
_ACTIVE_OF_DEMAND = Statement(
    select(atribuicoes).where(_A.demanda_id == bindparam("k_demanda"), _ACTIVE)
)
_ACTIVE_OF_COUNCILLOR = Statement(
    select(atribuicoes).where(_A.conselheiro_id == bindparam("k_conselheiro"), _ACTIVE)
)
_ENDED_BY = Statement(
    select(_A.conselheiro_id).where(_A.evento_encerramento == bindparam("k_evento"))
)
_DRAW_KNOWN = Statement(select(_A.demanda_id).where(_A.evento == bindparam("k_evento")))
_ASSIGNMENT_NEW = new(atribuicoes)
_ASSIGNMENT_ENDED = Statement(
    update(atribuicoes)
    .where(_A.evento == bindparam("k_evento"))
    .values(
        status=bindparam("n_status"),
        motivo_encerramento=bindparam("n_motivo"),
        is_impedimento=bindparam("n_impedimento"),
        evento_encerramento=bindparam("n_evento"),
        event_id_encerramento=bindparam("n_event_id"),
        data_encerramento=bindparam("n_data"),
    )
)

_WAITING = Statement(select(fila_pendentes).where(_F.demanda_id == bindparam("k_demanda")))
_WAITING_GONE = Statement(delete(fila_pendentes).where(_F.demanda_id == bindparam("k_demanda")))
_WAITING_NEW = new(fila_pendentes)
_TRIED = Statement(
    update(fila_pendentes)
    .where(
        _F.demanda_id == bindparam("k_demanda"),
        _F.evento_tentativa.is_distinct_from(bindparam("n_evento", type_=_F.evento.type)),
    )
    .values(
        tentativas_sorteio=_F.tentativas_sorteio + 1,
        motivo_espera=bindparam("n_motivo"),
        evento_tentativa=bindparam("n_evento"),
    )
)
_COVER_GONE = Statement(delete(fila_cobertura).where(_K.demanda_id == bindparam("k_demanda")))
_OVER = chain_of(bindparam("k_unidade", type_=_F.unidade_civica_id.type))
_COVER_NEW = Statement(
    insert(fila_cobertura).from_select(
        ["demanda_id", "unidade_civica_id", "altura", "evento"],
        select(
            bindparam("n_demanda", type_=_K.demanda_id.type),
            _OVER.c.unidade_id,
            bindparam("n_altura", type_=_K.altura.type),
            bindparam("n_evento", type_=_K.evento.type),
        ),
    )
)

_E = encerradas.c
_CLOSED = Statement(select(_E.motivo).where(_E.demanda_id == bindparam("k_demanda")))
_CLOSED_NEW = new(encerradas)
_COUNT_NEW = new(contador_recusas)
_DUE_NEW = new(prazos)
_DUE_GONE = Statement(delete(prazos).where(prazos.c.sujeito == bindparam("k_conselheiro")))


def _as_dict(names: tuple[str, ...], row: tuple[Any, ...] | None) -> dict[str, Any] | None:
    return None if row is None else dict(zip(names, row, strict=True))


# -- councillors ---------------------------------------------------------------------------------


def read_councillor(db: ReadDb, conselheiro_id: str) -> dict[str, Any] | None:
    """The row of ``d6a_conselheiros``."""
    return _as_dict(CONSELHEIRO, db.one(_COUNCILLOR, {"k_conselheiro": conselheiro_id}))


def write_councillor(db: ApplyDb, row: Mapping[str, Any], event: Event) -> None:
    """Put a councillor's row in the place of the one before, with the status that follows.

    Args:
        db: the colony's tables.
        row: all columns.
        event: what changed it.
    """
    key = {"k_conselheiro": row["conselheiro_id"]}
    status = rules.status_of(
        is_ativa=db.one(_ACTIVE_OF_COUNCILLOR, key) is not None,
        is_inativo=bool(row["is_inativo"]),
        is_suspenso=row["data_suspensao_ate"] is not None,
    )
    db.run(_COUNCILLOR_GONE, key)
    db.run(
        _COUNCILLOR_NEW,
        {
            **row,
            "status": status,
            "event_id_ultima_alteracao": event.event_id,
            "atualizado_em": event.timestamp,
        },
    )


def set_due(db: ApplyDb, conselheiro_id: str, event: Event, vence_em: str) -> None:
    """The end of a suspension, in the place of one before."""
    clear_due(db, conselheiro_id)
    db.run(
        _DUE_NEW,
        {
            "sujeito": conselheiro_id,
            "evento": bytes.fromhex(event.event_hash),
            "vence_em": vence_em,
        },
    )


def clear_due(db: ApplyDb, conselheiro_id: str) -> None:
    """No suspension is running."""
    db.run(_DUE_GONE, {"k_conselheiro": conselheiro_id})


# -- assignments ---------------------------------------------------------------------------------


def active_of_demand(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The demand's running assignment."""
    return _as_dict(ATRIBUICAO, db.one(_ACTIVE_OF_DEMAND, {"k_demanda": demanda_id}))


def active_of_councillor(db: ReadDb, conselheiro_id: str) -> dict[str, Any] | None:
    """The councillor's running assignment."""
    row = db.one(_ACTIVE_OF_COUNCILLOR, {"k_conselheiro": conselheiro_id})
    return _as_dict(ATRIBUICAO, row)


def active_of_pair(db: ReadDb, conselheiro_id: str, demanda_id: str) -> dict[str, Any] | None:
    """The running assignment of this demand to this councillor."""
    found = active_of_demand(db, demanda_id)
    return found if found is not None and found["conselheiro_id"] == conselheiro_id else None


def is_draw_known(db: ReadDb, event: Event) -> bool:
    """Whether the draw has its row."""
    return db.one(_DRAW_KNOWN, {"k_evento": bytes.fromhex(event.event_hash)}) is not None


def add_assignment(db: ApplyDb, row: Mapping[str, Any]) -> None:
    """A draw's row."""
    db.run(_ASSIGNMENT_NEW, row)


def end_assignment(
    db: ApplyDb,
    assignment: Mapping[str, Any],
    event: Event,
    *,
    status: str,
    motivo: str,
    is_impedimento: bool,
) -> None:
    """Close a running assignment."""
    db.run(
        _ASSIGNMENT_ENDED,
        {
            "k_evento": assignment["evento"],
            "n_status": status,
            "n_motivo": motivo,
            "n_impedimento": int(is_impedimento),
            "n_evento": bytes.fromhex(event.event_hash),
            "n_event_id": event.event_id,
            "n_data": event.timestamp,
        },
    )


def ended_by(db: ReadDb, event: Event) -> list[str]:
    """The councillors whose assignments an event closed."""
    rows = db.all(_ENDED_BY, {"k_evento": bytes.fromhex(event.event_hash)})
    return sorted(row[0] for row in rows)


def count_refusal(db: ApplyDb, event: Event, motivo: str, total: int) -> None:
    """A refusal that counts."""
    db.run(
        _COUNT_NEW,
        {
            "evento": bytes.fromhex(event.event_hash),
            "evento_id_recusa": event.event_id,
            "altura": event.altura,
            "conselheiro_id": event.payload["conselheiro_id"],
            "demanda_id_recusada": event.payload["demanda_id"],
            "motivo": motivo,
            "recusas_consecutivas": total,
            "data_ultima_recusa": event.timestamp,
        },
    )


# -- the queue -----------------------------------------------------------------------------------


def read_waiting(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The demand's row of the queue."""
    return _as_dict(PENDENTE, db.one(_WAITING, {"k_demanda": demanda_id}))


def enqueue(db: ApplyDb, event: Event, demanda_id: str, known: Mapping[str, Any]) -> None:
    """Put a demand into the queue, behind all others.

    Args:
        db: the colony's tables.
        event: why; its reaction tries the draw.
        demanda_id: which.
        known: ``unidade_civica_id`` and the columns of ``SNAPSHOT``.
    """
    own = bytes.fromhex(event.event_hash)
    _put(
        db,
        {
            "demanda_id": demanda_id,
            "unidade_civica_id": known["unidade_civica_id"],
            **{name: known[name] for name in SNAPSHOT},
            "altura": event.altura,
            "evento": own,
            "evento_origem": own,
            "event_id_origem": event.event_id,
            "tentativas_sorteio": 0,
            "evento_tentativa": None,
            "motivo_espera": None,
            "data_entrada": event.timestamp,
        },
    )


def move_waiting(
    db: ApplyDb, event: Event, row: Mapping[str, Any], known: Mapping[str, Any]
) -> None:
    """Announced anew while it waits: it keeps its place; another unit means another draw."""
    moved = {**row, **{name: known[name] for name in ("unidade_civica_id", *SNAPSHOT)}}
    if row["unidade_civica_id"] != moved["unidade_civica_id"]:
        moved["evento_origem"] = bytes.fromhex(event.event_hash)
        moved["event_id_origem"] = event.event_id
    if moved != row:
        dequeue(db, row["demanda_id"])
        _put(db, moved)


def _put(db: ApplyDb, row: Mapping[str, Any]) -> None:
    db.run(_WAITING_NEW, row)
    _cover(db, row)


def cover_anew(db: ApplyDb, row: Mapping[str, Any]) -> None:
    """Stand under the own unit and every larger one, as the hierarchy is now."""
    db.run(_COVER_GONE, {"k_demanda": row["demanda_id"]})
    _cover(db, row)


def _cover(db: ApplyDb, row: Mapping[str, Any]) -> None:
    db.run(
        _COVER_NEW,
        {
            "k_unidade": row["unidade_civica_id"],
            "n_demanda": row["demanda_id"],
            "n_altura": row["altura"],
            "n_evento": row["evento"],
        },
    )


def dequeue(db: ApplyDb, demanda_id: str) -> None:
    """The demand waits no more."""
    key = {"k_demanda": demanda_id}
    if db.run_counted(_WAITING_GONE, key):
        db.run(_COVER_GONE, key)


def tried(db: ApplyDb, event: Event) -> None:
    """A draw found nobody, as ``sorteio.sem_candidatos`` says; told twice it counts once."""
    params = {
        "k_demanda": event.payload["demanda_id"],
        "n_motivo": event.payload["motivo"],
        "n_evento": bytes.fromhex(event.event_hash),
    }
    db.run(_TRIED, params)


def is_closed(db: ReadDb, demanda_id: str) -> bool:
    """Whether the demand is never drawn for again."""
    return db.one(_CLOSED, {"k_demanda": demanda_id}) is not None


def close(db: ApplyDb, event: Event, demanda_id: str, motivo: str) -> None:
    """The demand is never drawn for again; the first reason stays."""
    dequeue(db, demanda_id)
    if not is_closed(db, demanda_id):
        db.run(
            _CLOSED_NEW,
            {
                "demanda_id": demanda_id,
                "motivo": motivo,
                "event_id": event.event_id,
                "encerrada_em": event.timestamp,
            },
        )
