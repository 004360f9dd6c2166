"""The two table shapes that the framework gives to colonies: deadlines and trabalhos.

A colony names them with its own prefix and owns them like any other table. Source: design.md 3.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Index, LargeBinary, MetaData, Table, Text, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from core.kernel.colony import ApplyDb
from core.kernel.event import Event
from core.kernel.store.statement import Statement
from core.kernel.store.witness import witness

RESTRICTED: Final = {"privacidade": "restrita"}
PUBLIC: Final = {"privacidade": "publica"}


def deadline_table(prefix: str, metadata: MetaData) -> Table:
    """A projection of what falls due: (sujeito, evento, vence_em); ``evento`` is a 32-byte hash."""
    name = f"{prefix}_prazos"
    return Table(
        name,
        metadata,
        Column("sujeito", Text, primary_key=True, info=PUBLIC),
        Column("evento", LargeBinary(32), primary_key=True, info=PUBLIC),
        Column("vence_em", Text, nullable=False, info=PUBLIC),
        Index(f"ix_{name}_vence", "vence_em", "sujeito"),
        info={"classe": "projecao"},
    )


def jobs_table(prefix: str, metadata: MetaData) -> Table:
    """Trabalhos: one row per (trabalho, sujeito, trigger); local, never rebuilt."""
    name = f"{prefix}_trabalhos"
    return Table(
        name,
        metadata,
        Column("trabalho", Text, primary_key=True, info=PUBLIC),
        Column("sujeito", Text, primary_key=True, info=PUBLIC),
        Column("evento", LargeBinary(32), primary_key=True, info=PUBLIC),
        Column("dados", Text, nullable=False, info=RESTRICTED),
        Column("estado", Text, nullable=False, info=PUBLIC),  # aberto | feito | dispensado
        Column("aberto_em", Text, nullable=False, info=PUBLIC),
        Index(f"ix_{name}_estado", "estado"),
        witness(name, "aberto_em", "dados"),
        info={"classe": "local"},
    )


class JobRows:
    """What ``apply`` does with a trabalhos table: open a row, and close it by its outcome."""

    def __init__(self, table: Table) -> None:
        columns = [column.name for column in table.columns]
        self._open = {
            "sqlite": Statement(sqlite.insert(table).on_conflict_do_nothing(), columns),
            "postgresql": Statement(postgresql.insert(table).on_conflict_do_nothing(), columns),
        }
        self._close = Statement(
            update(table)
            .where(
                table.c.trabalho == bindparam("k_trabalho"),
                table.c.sujeito == bindparam("k_sujeito"),
                table.c.evento == bindparam("k_evento"),
            )
            .values(estado="feito")
        )
        self._forget = Statement(delete(table).where(table.c.sujeito == bindparam("k_sujeito")))

    def open(self, db: ApplyDb, trabalho: str, sujeito: str, event: Event, dados: str) -> None:
        """Open a row for a trigger; one that is there, open or done, stays as it is.

        Args:
            db: the colony's tables.
            trabalho: name in the colony's ``jobs``.
            sujeito: demand or other id.
            event: the trigger; becomes ``causa`` of the outcome.
            dados: JSON object for ``Job.run``.
        """
        db.run(
            self._open[db.dialect],
            {
                "trabalho": trabalho,
                "sujeito": sujeito,
                "evento": bytes.fromhex(event.event_hash),
                "dados": dados,
                "estado": "aberto",
                "aberto_em": event.timestamp,
            },
        )

    def close(self, db: ApplyDb, trabalho: str, sujeito: str, causa: str) -> None:
        """Close the row that the outcome event (its ``causa``) answers."""
        db.run(
            self._close,
            {"k_trabalho": trabalho, "k_sujeito": sujeito, "k_evento": bytes.fromhex(causa)},
        )

    def forget(self, db: ApplyDb, sujeito: str) -> None:
        """Take every row of a subject away: nothing is to come of it any more."""
        db.run(self._forget, {"k_sujeito": sujeito})
