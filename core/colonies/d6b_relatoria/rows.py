"""A demand's rows, read and written: what handlers and commands have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Select, Table, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from core.colonies.d6b_relatoria.rules.prazo import DEFAULT_ZONE
from core.colonies.d6b_relatoria.rules.resumo import Citada
from core.colonies.d6b_relatoria.tables import (
    acompanhamentos,
    atualizacoes,
    conclusoes_sociais,
    demandas,
    escritorios,
    prazos,
    rascunhos,
)
from core.kernel.colony import ApplyDb, ReadDb
from core.kernel.store.statement import Dialect, Statement

QUOTED: Final = 3
"""How many of the newest public texts a summary quotes."""

_D, _A, _U = demandas.c, acompanhamentos.c, atualizacoes.c
_C, _E, _P = conclusoes_sociais.c, escritorios.c, prazos.c
DEMANDA: Final = tuple(column.name for column in demandas.columns)
CICLO: Final = tuple(column.name for column in acompanhamentos.columns)
RELATO: Final = tuple(column.name for column in atualizacoes.columns)
CONCLUSAO: Final = tuple(column.name for column in conclusoes_sociais.columns)


def new(table: Table) -> Statement:
    """Insert a row."""
    return Statement(insert(table), [column.name for column in table.columns])


def _changes(table: Table, key: str) -> Statement:
    """Write every column of a row but its key, by ``k_<key>``."""
    names = [column.name for column in table.columns if column.name != key]
    return Statement(
        update(table)
        .where(table.c[key] == bindparam(f"k_{key}"))
        .values({name: bindparam(f"n_{name}") for name in names})
    )


_DEMAND = Statement(select(demandas).where(_D.demanda_id == bindparam("k_demanda")))
_DEMAND_NEW, _DEMAND_SET = new(demandas), _changes(demandas, "demanda_id")
_FIRST_RANKED: Final[dict[Dialect, Statement]] = {
    "sqlite": Statement(sqlite.insert(demandas).on_conflict_do_nothing(), list(DEMANDA)),
    "postgresql": Statement(postgresql.insert(demandas).on_conflict_do_nothing(), list(DEMANDA)),
}
_RANKED_AGAIN = Statement(
    update(demandas)
    .where(
        _D.demanda_id == bindparam("k_demanda"),
        or_(_D.ranqueada_em.is_(None), _D.categoria_id.is_distinct_from(bindparam("n_categoria"))),
    )
    .values(
        categoria_id=bindparam("n_categoria"),
        ranqueada_em=func.coalesce(_D.ranqueada_em, bindparam("n_em")),
    )
)


def _cycles() -> Select[Any]:
    return select(acompanhamentos).where(_A.demanda_id == bindparam("k_demanda"))


_CYCLE = Statement(select(acompanhamentos).where(_A.evento == bindparam("k_evento")))
_ACTIVE = Statement(_cycles().where(_A.situacao == "ativo"))
_LAST_CYCLE = Statement(_cycles().order_by(_A.ciclo.desc()).limit(1))
_BEGUN = Statement(
    _cycles().where(_A.sorteado_em == bindparam("k_inicio")).order_by(_A.ciclo.desc()).limit(1)
)
_ENDED_BY = Statement(_cycles().where(_A.encerrado_por == bindparam("k_evento")))
_OF_COUNCILLOR = Statement(
    select(acompanhamentos)
    .where(_A.conselheiro_id == bindparam("k_conselheiro"), _A.situacao == "ativo")
    .order_by(_A.sorteado_em, _A.evento)
    .limit(1)
)
_CYCLE_NEW, _CYCLE_SET = new(acompanhamentos), _changes(acompanhamentos, "evento")
_WITH_DEADLINE = Statement(
    select(acompanhamentos).where(_A.prazo_no == bindparam("k_no")).order_by(_A.evento)
)

_REPORT = Statement(select(atualizacoes).where(_U.atualizacao_id == bindparam("k_atualizacao")))
_REPORT_NEW, _REPORT_SET = new(atualizacoes), _changes(atualizacoes, "atualizacao_id")
_TO_QUOTE = Statement(
    select(_U.atualizacao_id, _U.numero_sequencial, _U.descricao_sanitizada)
    .where(
        _U.acompanhamento == bindparam("k_evento"),
        _U.numero_sequencial.is_not(None),
        _U.descricao_sanitizada.is_not(None),
    )
    .order_by(_U.numero_sequencial.desc())
    .limit(QUOTED)
)

_CONCLUSION_KNOWN = Statement(select(_C.demanda_id).where(_C.evento == bindparam("k_evento")))
_CONCLUSION_NEW = new(conclusoes_sociais)
_PENDING = Statement(
    select(conclusoes_sociais)
    .where(_C.demanda_id == bindparam("k_demanda"), _C.efeito == "pendente")
    .order_by(_C.confirmada_em.desc(), _C.evento.desc())
    .limit(1)
)
_SETTLED = Statement(
    update(conclusoes_sociais)
    .where(_C.demanda_id == bindparam("k_demanda"), _C.efeito == "pendente")
    .values(efeito=bindparam("n_efeito"))
)

_DRAFT_GONE = Statement(
    delete(rascunhos).where(
        rascunhos.c.demanda_id == bindparam("k_demanda"),
        rascunhos.c.conselheiro_id == bindparam("k_conselheiro"),
    )
)
_ZONE = Statement(select(_E.fuso).where(_E.no == bindparam("k_no")))
_ZONE_GONE = Statement(delete(escritorios).where(_E.no == bindparam("k_no")))
_ZONE_NEW = new(escritorios)
_DUE_GONE = Statement(delete(prazos).where(_P.sujeito == bindparam("k_demanda")))
_DUE_NEW = new(prazos)


def _named(names: tuple[str, ...], row: tuple[Any, ...] | None) -> dict[str, Any] | None:
    return None if row is None else dict(zip(names, row, strict=True))


def _set(db: ApplyDb, statement: Statement, key: str, values: Mapping[str, Any]) -> None:
    params = {f"n_{name}": value for name, value in values.items() if name != key}
    db.run(statement, {f"k_{key}": values[key], **params})


# -- demands -------------------------------------------------------------------------------------


def demand(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The row of ``d6b_demandas``."""
    return _named(DEMANDA, db.one(_DEMAND, {"k_demanda": demanda_id}))


def change_demand(db: ApplyDb, demanda_id: str, **changes: Any) -> None:
    """Change a demand's row, or begin it."""
    known = demand(db, demanda_id)
    if known is None:
        empty = dict.fromkeys(DEMANDA) | {"demanda_id": demanda_id, "ciclos": 0, "publicadas": 0}
        db.run(_DEMAND_NEW, empty | changes)
    else:
        _set(db, _DEMAND_SET, "demanda_id", known | changes)


def ranked(db: ApplyDb, demanda_id: str, categoria_id: str | None, em: str) -> None:
    """A demand was ranked: one statement for a new one, two for one that is known."""
    empty = dict.fromkeys(DEMANDA) | {"ciclos": 0, "publicadas": 0}
    row = {**empty, "demanda_id": demanda_id, "categoria_id": categoria_id, "ranqueada_em": em}
    if not db.run_counted(_FIRST_RANKED[db.dialect], row):
        db.run(_RANKED_AGAIN, {"k_demanda": demanda_id, "n_categoria": categoria_id, "n_em": em})


# -- cycles --------------------------------------------------------------------------------------


def cycle(db: ReadDb, evento: bytes) -> dict[str, Any] | None:
    """The cycle that a draw opened."""
    return _named(CICLO, db.one(_CYCLE, {"k_evento": evento}))


def active(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The cycle that runs on a demand."""
    return _named(CICLO, db.one(_ACTIVE, {"k_demanda": demanda_id}))


def last_cycle(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The newest cycle of a demand, running or not."""
    return _named(CICLO, db.one(_LAST_CYCLE, {"k_demanda": demanda_id}))


def cycle_begun(db: ReadDb, demanda_id: str, inicio: str) -> dict[str, Any] | None:
    """The newest cycle of a demand that was drawn for at a moment."""
    row = db.one(_BEGUN, {"k_demanda": demanda_id, "k_inicio": inicio})
    return _named(CICLO, row)


def ended_by(db: ReadDb, demanda_id: str, evento: bytes) -> dict[str, Any] | None:
    """The cycle of a demand that an event ended."""
    row = db.one(_ENDED_BY, {"k_demanda": demanda_id, "k_evento": evento})
    return _named(CICLO, row)


def active_of(db: ReadDb, conselheiro_id: str) -> dict[str, Any] | None:
    """The cycle that a councillor works in."""
    return _named(CICLO, db.one(_OF_COUNCILLOR, {"k_conselheiro": conselheiro_id}))


def open_cycle(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """Begin a cycle; columns that are not named are empty."""
    empty = dict.fromkeys(CICLO) | {
        "situacao": "ativo",
        "total_atualizacoes": 0,
        "contagem": "{}",
        "concluindo": 0,
    }
    db.run(_CYCLE_NEW, {**empty, **values})


def change_cycle(db: ApplyDb, known: Mapping[str, Any], **changes: Any) -> None:
    """Change columns of a cycle."""
    _set(db, _CYCLE_SET, "evento", {**known, **changes})


def close_cycle(db: ApplyDb, known: Mapping[str, Any], motivo: str, em: str, por: bytes) -> None:
    """End a cycle; nothing falls due in it any more, and no report can be finished.

    Args:
        db: the colony's tables.
        known: the cycle.
        motivo: see ``tables.py``.
        em: when, UTC.
        por: hash of the event that ended it.
    """
    drop_deadline(db, known["demanda_id"])
    pair = {"k_demanda": known["demanda_id"], "k_conselheiro": known["conselheiro_id"]}
    db.run(_DRAFT_GONE, pair)
    change_cycle(
        db,
        known,
        situacao="encerrado",
        encerrado_em=em,
        motivo_encerramento=motivo,
        encerrado_por=por,
        prazo_no=None,
        concluindo=0,
    )


def with_deadline_of(db: ReadDb, no: str) -> list[dict[str, Any]]:
    """Running cycles whose deadline is a day of an office's zone."""
    return [dict(zip(CICLO, row, strict=True)) for row in db.all(_WITH_DEADLINE, {"k_no": no})]


# -- reports -------------------------------------------------------------------------------------


def report(db: ReadDb, atualizacao_id: str) -> dict[str, Any] | None:
    """A report by the event_id of what was registered."""
    return _named(RELATO, db.one(_REPORT, {"k_atualizacao": atualizacao_id}))


def add_report(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """A report as registered; columns that are not named are empty."""
    db.run(_REPORT_NEW, {**dict.fromkeys(RELATO), **values})


def change_report(db: ApplyDb, known: Mapping[str, Any], **changes: Any) -> None:
    """Change columns of a report."""
    _set(db, _REPORT_SET, "atualizacao_id", {**known, **changes})


def to_quote(db: ReadDb, evento: bytes) -> list[Citada]:
    """The newest public texts of a cycle, oldest first."""
    return [Citada(*row) for row in reversed(db.all(_TO_QUOTE, {"k_evento": evento}))]


def counted(contagem: str) -> dict[str, int]:
    """From the stored JSON."""
    return msgspec.json.decode(contagem, type=dict[str, int])


# -- social conclusions --------------------------------------------------------------------------


def is_known_conclusion(db: ReadDb, evento: bytes) -> bool:
    """Whether the event was folded."""
    return db.one(_CONCLUSION_KNOWN, {"k_evento": evento}) is not None


def add_conclusion(db: ApplyDb, values: Mapping[str, Any]) -> None:
    """A social conclusion with what came of it."""
    db.run(_CONCLUSION_NEW, values)


def pending(db: ReadDb, demanda_id: str) -> dict[str, Any] | None:
    """The conclusion that waits for a councillor's word."""
    return _named(CONCLUSAO, db.one(_PENDING, {"k_demanda": demanda_id}))


def settle(db: ApplyDb, demanda_id: str, efeito: str) -> None:
    """No conclusion of the demand waits any more: what came of those that did."""
    db.run(_SETTLED, {"k_demanda": demanda_id, "n_efeito": efeito})


# -- zones and deadlines -------------------------------------------------------------------------


def zone_of(db: ReadDb, no: str) -> str:
    """The zone of a node's office; the country's first where nothing was configured."""
    row = db.one(_ZONE, {"k_no": no})
    return DEFAULT_ZONE if row is None else str(row[0])


def set_zone(db: ApplyDb, no: str, fuso: str) -> None:
    """The zone of a node's office, as last configured."""
    db.run(_ZONE_GONE, {"k_no": no})
    db.run(_ZONE_NEW, {"no": no, "fuso": fuso})


def set_deadline(db: ApplyDb, demanda_id: str, evento: bytes, vence_em: str) -> None:
    """The one moment at which a demand's reminder falls due."""
    drop_deadline(db, demanda_id)
    db.run(_DUE_NEW, {"sujeito": demanda_id, "evento": evento, "vence_em": vence_em})


def drop_deadline(db: ApplyDb, demanda_id: str) -> None:
    """Nothing falls due for a demand."""
    db.run(_DUE_GONE, {"k_demanda": demanda_id})
