"""What is published and who listens in the benchmarks: one typical event, small counting colonies.

The event is a clerk's act: two public parts (ids, a title with accents), the restricted part that
says who acted, two subjects. A counting colony keeps one row a unit; a memory one counts in its
memory structure, so that a replay through it measures reading and delivering alone.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from sqlalchemy import Column, Integer, MetaData, Table, Text
from sqlalchemy.dialects import sqlite

from core.kernel.colony import ApplyDb, Colony, ReadDb, no_keys
from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Statement
from tests.support.office import demanda, unidade
from tests.support.toy_contracts import TOY_MODELS

TYPE: Final = "brinquedo.pedido_feito"
MODELS: Final = TOY_MODELS
MAX_COLONIES: Final = 10

metadata = MetaData()
_PUBLIC: Final = {"privacidade": "publica"}
_ACTOR: Final = {"conta_id": "33333333-0000-4000-8000-000000000001", "papel": "atendente"}
_TITLE: Final = "Buraco na calçada em frente à escola municipal"
_TABLES: Final = [
    Table(
        f"b{n}_contagem",
        metadata,
        Column("unidade_civica_id", Text, primary_key=True, info=_PUBLIC),
        Column("pedidos", Integer, nullable=False, info=_PUBLIC),
        info={"classe": "projecao"},
    )
    for n in range(1, MAX_COLONIES + 1)
]
_UNITS: Final = 50


def event(n: int) -> NewEvent:
    """The n-th event: a new demand in one of fifty units."""
    payload = {
        "demanda_id": demanda(n),
        "unidade_civica_id": unidade(n % _UNITS),
        "titulo": _TITLE,
    }
    return NewEvent(TYPE, payload, sujeito=payload["demanda_id"], ator=_ACTOR)


def counting(n: int) -> Colony:
    """Colony ``B-n``: one small write an event."""
    table = _TABLES[n - 1]
    insert = sqlite.insert(table).values(unidade_civica_id=None, pedidos=1)
    add = Statement(
        insert.on_conflict_do_update(
            index_elements=["unidade_civica_id"], set_={"pedidos": table.c.pedidos + 1}
        ),
        ["unidade_civica_id"],
    )

    def apply(event: Event, db: ApplyDb) -> None:
        db.run(add, {"unidade_civica_id": event.payload["unidade_civica_id"]})

    return Colony(
        id=f"B-{n}",
        prefixo=f"b{n}",
        nome=f"Contagem {n}",
        publica=(TYPE,),
        apply={TYPE: apply},
        chaves=no_keys,
        tables=(table,),
    )


def remembering() -> Colony:
    """A colony that counts in memory."""

    def fresh(_db: ReadDb) -> dict[str, count[int]]:
        return {}

    def apply(event: Event, db: ApplyDb) -> None:
        next(db.memory.setdefault(event.payload["unidade_civica_id"], count()))

    return Colony(
        id="B-0",
        prefixo="b0",
        nome="Contagem em memória",
        publica=(),
        apply={TYPE: apply},
        chaves=no_keys,
        memory=fresh,
    )
