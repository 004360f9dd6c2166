"""Three small colonies that prove the framework.

T-1 keeps requests (folded per demand), T-2 draws (folded as a whole, randomness), T-3 works slowly.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Table,
    Text,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.colony import (
    EVERYTHING,
    ApplyDb,
    Authority,
    Colony,
    Context,
    Deadline,
    Deadlines,
    Effect,
    Job,
    Reaction,
    ReadDb,
)
from core.kernel.engine.framework_tables import (
    PUBLIC,
    RESTRICTED,
    JobRows,
    deadline_table,
    jobs_table,
)
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement

PROJECTION = {"classe": "projecao"}

metadata = MetaData()

pedidos = Table(
    "t1_pedidos",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=PUBLIC),
    Column("titulo", Text, info=PUBLIC),
    Column("texto_bruto", Text, info=RESTRICTED),
    Column("nome", Text, info=RESTRICTED),
    Column("situacao", Text, nullable=False, info=PUBLIC),
    Column("desde", Text, nullable=False, info=PUBLIC),
    info=PROJECTION,
)
fila = Table(
    "t2_fila",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=PUBLIC),
    Column("conselheiro_id", Text, info=PUBLIC),
    Column("desde", Text, nullable=False, info=PUBLIC),
    info=PROJECTION,
)
conselheiros = Table(
    "t2_conselheiros",
    metadata,
    Column("conselheiro_id", Text, primary_key=True, info=PUBLIC),
    Column("unidade_civica_id", Text, nullable=False, info=PUBLIC),
    Column("ocupado", Integer, nullable=False, info=PUBLIC),
    info=PROJECTION,
)
resumos = Table(
    "t3_resumos",
    metadata,
    Column("demanda_id", Text, primary_key=True, info=PUBLIC),
    Column("palavras", Integer, info=PUBLIC),
    Column("aberto", Integer, nullable=False, info=PUBLIC),
    info=PROJECTION,
)
prazos = deadline_table("t3", metadata)
trabalhos = jobs_table("t3", metadata)


def _upsert(table: Table) -> tuple[Statement, Statement]:
    key = next(iter(table.primary_key.columns))
    gone = Statement(delete(table).where(key == bindparam(f"k_{key.name}")))
    return gone, Statement(insert(table), [column.name for column in table.columns])


_PEDIDO_GONE, _PEDIDO_NEW = _upsert(pedidos)
_FILA_GONE, _FILA_NEW = _upsert(fila)
_CONS_GONE, _CONS_NEW = _upsert(conselheiros)
_RESUMO_GONE, _RESUMO_NEW = _upsert(resumos)
_PEDIDO_STATE = Statement(
    update(pedidos).where(pedidos.c.demanda_id == bindparam("k")).values(situacao=bindparam("nova"))
)
_FILA_DRAWN = Statement(
    update(fila)
    .where(fila.c.demanda_id == bindparam("k"))
    .values(conselheiro_id=bindparam("sorteado"))
)
_FILA_ROW = Statement(
    select(fila.c.conselheiro_id, fila.c.unidade_civica_id).where(
        fila.c.demanda_id == bindparam("k")
    )
)
_WAITING = Statement(
    select(fila.c.demanda_id)
    .where(fila.c.unidade_civica_id == bindparam("u"), fila.c.conselheiro_id.is_(None))
    .order_by(fila.c.desde, fila.c.demanda_id)
)
_CONS_BUSY = Statement(
    update(conselheiros)
    .where(conselheiros.c.conselheiro_id == bindparam("k"))
    .values(ocupado=bindparam("novo"))
)
_CONS_UNIT = Statement(
    select(conselheiros.c.unidade_civica_id).where(conselheiros.c.conselheiro_id == bindparam("k"))
)
_FREE = Statement(
    select(conselheiros.c.conselheiro_id)
    .where(conselheiros.c.unidade_civica_id == bindparam("u"), conselheiros.c.ocupado == 0)
    .order_by(conselheiros.c.conselheiro_id)
)
_RESUMO_WORDS = Statement(
    update(resumos).where(resumos.c.demanda_id == bindparam("k")).values(palavras=bindparam("n"))
)
_RESUMO_CLOSE = Statement(
    update(resumos).where(resumos.c.demanda_id == bindparam("k")).values(aberto=0)
)
_RESUMO_OPEN = Statement(select(resumos.c.aberto).where(resumos.c.demanda_id == bindparam("k")))
_PRAZO_NEW = Statement(insert(prazos), [column.name for column in prazos.columns])
_PRAZO_GONE = Statement(delete(prazos).where(prazos.c.sujeito == bindparam("k")))
_JOBS = JobRows(trabalhos)


def by_demand(event: Event) -> frozenset[str]:
    """Keys of T-1 and T-3: the demand."""
    return frozenset({event.payload["demanda_id"]})


# -- T-1: a projection -------------------------------------------------------------------------
def _t1_feito(event: Event, db: ApplyDb) -> None:
    demanda = event.payload["demanda_id"]
    db.run(_PEDIDO_GONE, {"k_demanda_id": demanda})
    db.run(
        _PEDIDO_NEW,
        {
            "demanda_id": demanda,
            "unidade_civica_id": event.payload["unidade_civica_id"],
            "titulo": event.payload.get("titulo"),
            "texto_bruto": event.payload.get("texto_bruto"),
            "nome": event.payload.get("nome"),
            "situacao": "aberto",
            "desde": event.timestamp,
        },
    )


def _t1_state(state: str) -> Any:
    def apply(event: Event, db: ApplyDb) -> None:
        db.run(_PEDIDO_STATE, {"k": event.payload["demanda_id"], "nova": state})

    return apply


T1 = Colony(
    id="T-1",
    prefixo="t1",
    nome="Pedidos",
    publica=(
        "brinquedo.pedido_feito",
        "brinquedo.pedido_retirado",
        "brinquedo.pedido_encerrado",
        "brinquedo.conselheiro_entrou",
    ),
    apply={
        "brinquedo.pedido_feito": _t1_feito,
        "brinquedo.pedido_retirado": _t1_state("retirado"),
        "brinquedo.pedido_encerrado": _t1_state("encerrado"),
        "brinquedo.sorteado": _t1_state("sorteado"),
    },
    chaves=by_demand,
    dobra=by_demand,
    dobra_coluna={"t1_pedidos": "demanda_id"},
    tables=(pedidos,),
)


# -- T-2: a unit-wide state and randomness ---------------------------------------------------


def _t2_feito(event: Event, db: ApplyDb) -> None:
    demanda = event.payload["demanda_id"]
    db.run(_FILA_GONE, {"k_demanda_id": demanda})
    db.run(
        _FILA_NEW,
        {
            "demanda_id": demanda,
            "unidade_civica_id": event.payload["unidade_civica_id"],
            "conselheiro_id": None,
            "desde": event.timestamp,
        },
    )
    db.memory.add(demanda)


def _t2_left(event: Event, db: ApplyDb) -> None:
    demanda = event.payload["demanda_id"]
    row = db.one(_FILA_ROW, {"k": demanda})
    if row is not None and row[0] is not None:
        db.run(_CONS_BUSY, {"k": row[0], "novo": 0})
    db.run(_FILA_GONE, {"k_demanda_id": demanda})
    db.memory.discard(demanda)


def _t2_entrou(event: Event, db: ApplyDb) -> None:
    who = event.payload["conselheiro_id"]
    db.run(_CONS_GONE, {"k_conselheiro_id": who})
    db.run(
        _CONS_NEW,
        {
            "conselheiro_id": who,
            "unidade_civica_id": event.payload["unidade_civica_id"],
            "ocupado": 0,
        },
    )


def _t2_sorteado(event: Event, db: ApplyDb) -> None:
    db.run(
        _FILA_DRAWN, {"k": event.payload["demanda_id"], "sorteado": event.payload["conselheiro_id"]}
    )
    db.run(_CONS_BUSY, {"k": event.payload["conselheiro_id"], "novo": 1})
    db.memory.discard(event.payload["demanda_id"])


def _draw(demanda: str, unidade: str, context: Context) -> Sequence[NewEvent]:
    free = [row[0] for row in context.db.all(_FREE, {"u": unidade})]
    if not free:
        return ()
    chosen = free[int.from_bytes(context.random_bytes(8), "big") % len(free)]
    payload = {"demanda_id": demanda, "conselheiro_id": chosen, "livres": free}
    return (NewEvent("brinquedo.sorteado", payload, sujeito=demanda),)


def _t2_react_feito(event: Event, context: Context) -> Sequence[NewEvent]:
    demanda = event.payload["demanda_id"]
    row = context.db.one(_FILA_ROW, {"k": demanda})
    if row is None or row[0] is not None:
        return ()
    return _draw(demanda, row[1], context)


def _t2_serve_next(unidade: str, context: Context) -> Sequence[NewEvent]:
    waiting = context.db.one(_WAITING, {"u": unidade})
    return () if waiting is None else _draw(waiting[0], unidade, context)


def _t2_react_entrou(event: Event, context: Context) -> Sequence[NewEvent]:
    return _t2_serve_next(event.payload["unidade_civica_id"], context)


def _t2_react_left(event: Event, context: Context) -> Sequence[NewEvent]:
    units = [unit for (unit,) in context.db.all(_UNITS)]
    return [drawn for unit in units for drawn in _t2_serve_next(unit, context)]


_UNITS = Statement(
    select(conselheiros.c.unidade_civica_id).distinct().order_by(conselheiros.c.unidade_civica_id)
)


def _t2_memory(db: ReadDb) -> set[str]:
    return {row[0] for row in db.all(_ALL_WAITING)}


_ALL_WAITING = Statement(select(fila.c.demanda_id).where(fila.c.conselheiro_id.is_(None)))
T2 = Colony(
    id="T-2",
    prefixo="t2",
    nome="Sorteio de brinquedo",
    publica=("brinquedo.sorteado",),
    apply={
        "brinquedo.pedido_feito": _t2_feito,
        "brinquedo.pedido_retirado": _t2_left,
        "brinquedo.pedido_encerrado": _t2_left,
        "brinquedo.conselheiro_entrou": _t2_entrou,
        "brinquedo.sorteado": _t2_sorteado,
    },
    react={
        "brinquedo.pedido_feito": Reaction(Authority.CUSTODIA, _t2_react_feito),
        "brinquedo.conselheiro_entrou": Reaction(Authority.CUSTODIA, _t2_react_entrou),
        "brinquedo.pedido_retirado": Reaction(Authority.CUSTODIA, _t2_react_left),
        "brinquedo.pedido_encerrado": Reaction(Authority.CUSTODIA, _t2_react_left),
    },
    chaves=lambda event: frozenset(
        value for key, value in event.payload.items() if key.endswith("_id")
    ),
    dobra=lambda _event: frozenset({EVERYTHING}),
    tables=(fila, conselheiros),
    memory=_t2_memory,
)


# -- T-3: a trabalho, a deadline, a local effect ---------------------------------------------


def _t3_feito(event: Event, db: ApplyDb) -> None:
    demanda = event.payload["demanda_id"]
    db.run(_RESUMO_GONE, {"k_demanda_id": demanda})
    db.run(_RESUMO_NEW, {"demanda_id": demanda, "palavras": None, "aberto": 1})
    due = parse_timestamp(event.timestamp) + timedelta(days=3) // timedelta(milliseconds=1)
    db.run(_PRAZO_GONE, {"k": demanda})
    db.run(
        _PRAZO_NEW,
        {
            "sujeito": demanda,
            "evento": bytes.fromhex(event.event_hash),
            "vence_em": format_timestamp(due),
        },
    )
    text = event.payload.get("titulo") or ""
    _JOBS.open(db, "contar", demanda, event, json.dumps({"texto": text}))


def _t3_left(event: Event, db: ApplyDb) -> None:
    db.run(_RESUMO_CLOSE, {"k": event.payload["demanda_id"]})
    db.run(_PRAZO_GONE, {"k": event.payload["demanda_id"]})


def _t3_resumido(event: Event, db: ApplyDb) -> None:
    db.run(_RESUMO_WORDS, {"k": event.payload["demanda_id"], "n": event.payload.get("palavras")})
    if event.causa is not None:
        _JOBS.close(db, "contar", event.payload["demanda_id"], event.causa)


def _t3_due(deadline: Deadline, context: Context) -> Sequence[NewEvent]:
    row = context.db.one(_RESUMO_OPEN, {"k": deadline.sujeito})
    if row is None or not row[0]:
        return ()
    payload = {"demanda_id": deadline.sujeito}
    return (NewEvent("brinquedo.prazo_vencido", payload, sujeito=deadline.sujeito),)


def _t3_notice(event: Event, _context: Context) -> Sequence[Effect]:
    demanda = event.payload["demanda_id"]
    return (Effect(f"aviso/{demanda}", "avisar", {"demanda_id": demanda}),)


def count_words(dados: Mapping[str, Any]) -> int:
    """The slow work of T-3."""
    return len(dados["texto"].split())


def _t3_outcome(
    sujeito: str, _dados: Mapping[str, Any], result: Any, _context: Context
) -> Sequence[NewEvent]:
    payload = {"demanda_id": sujeito, "palavras": result}
    return (NewEvent("brinquedo.resumido", payload, sujeito=sujeito),)


def t3(run: Any = count_words, timeout_s: float = 30.0) -> Colony:
    """T-3 with another way to do its work."""
    return Colony(
        id="T-3",
        prefixo="t3",
        nome="Resumos",
        publica=("brinquedo.resumido", "brinquedo.prazo_vencido"),
        apply={
            "brinquedo.pedido_feito": _t3_feito,
            "brinquedo.pedido_retirado": _t3_left,
            "brinquedo.pedido_encerrado": _t3_left,
            "brinquedo.resumido": _t3_resumido,
            "brinquedo.prazo_vencido": _t3_left,
        },
        react={"brinquedo.pedido_feito": Reaction(Authority.LOCAL, _t3_notice)},
        chaves=by_demand,
        dobra=by_demand,
        dobra_coluna={"t3_resumos": "demanda_id", "t3_prazos": "sujeito"},
        tables=(resumos, prazos, trabalhos),
        deadlines=Deadlines(prazos, Authority.AUTOR, _t3_due),
        jobs={"contar": Job(run, _t3_outcome, timeout_s)},
        jobs_table=trabalhos,
    )


T3 = t3()
TOY_COLONIES = (T1, T2, T3)
