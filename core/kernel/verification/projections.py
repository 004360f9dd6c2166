"""Whether the projections say what the log says: folded again from zero and compared.

The fold goes into a scratch database of its own, so that nothing of the office is touched, and
whole tables are compared as sums of row digests, so that memory stays constant. A colony that is
behind or switched off is compared as of its position; one that is parked or marked for a refold, or
that another version of the program folded, cannot be compared and is named instead.
Source: design.md 3 (rebuild equals live).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Column, Table, bindparam, func, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from core.kernel.colony import Colony
from core.kernel.engine.colony_db import ColonyDb
from core.kernel.engine.runtime import signature
from core.kernel.event import Event
from core.kernel.store import tables as t
from core.kernel.store.attachments import NoAttachments
from core.kernel.store.database import Reader
from core.kernel.store.log_read import count_after, has_effect, read_many, read_range
from core.kernel.store.statement import Cursor, Dialect, Statement
from core.kernel.verification.report import Progress, Report
from core.kernel.verification.scope import Scope

CHUNK: Final = 1_000
_DIALECT: Final[Any] = sqlite.dialect  # untyped in SQLAlchemy
_MODULUS: Final = 1 << 256

_POSITION: Final = Statement(
    select(
        t.kernel_posicoes.c.aplicado_ate,
        t.kernel_posicoes.c.versao_projecao,
        t.kernel_posicoes.c.assinatura,
    ).where(t.kernel_posicoes.c.colonia == bindparam("k_colonia"))
)
_MARKS: Final = Statement(
    select(func.count())
    .select_from(t.kernel_redobra)
    .where(t.kernel_redobra.c.colonia == bindparam("k_colonia"))
)
_PARKED: Final = Statement(
    select(func.count())
    .select_from(t.kernel_chaves_paradas)
    .where(
        t.kernel_chaves_paradas.c.consumidor == bindparam("k_colonia"),
        t.kernel_chaves_paradas.c.fase == "apply",
    )
)
_NODES: Final = Statement(select(func.count(func.distinct(t.kernel_feeds.c.no))))
_FOLD_ORDER: Final = Statement(
    select(t.event_log.c.sequence_number)
    .where(has_effect(t.event_log.c.sequence_number))
    .order_by(t.event_log.c.altura, t.event_log.c.event_hash)
)


@dataclass(frozen=True, slots=True)
class _Scratch:
    """The transaction of a database that is thrown away."""

    cursor: Cursor
    dialect: Dialect = "sqlite"


def check_projections(reader: Reader, report: Report, scope: Scope, progress: Progress) -> None:
    """Fold the log into a scratch database and compare every projection table.

    Args:
        reader: a read-only connection that holds one snapshot; the log must have verified.
        report: gets ``projecao.divergente`` with ``tabela``; ``nao_comparadas`` names colonies.
        scope: the colonies, and the store that they read attachments from.
        progress: as for the pass over the log.
    """
    reached = {colony.id: _reached(reader, colony) for colony in scope.colonies}
    compared = [colony for colony in scope.colonies if reached[colony.id] is not None]
    report.nao_comparadas += [name for name, position in reached.items() if position is None]
    if not compared:
        return
    # An empty name is a private file that SQLite deletes by itself.
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as scratch:
        cursor = scratch.cursor()
        cursor.execute("PRAGMA journal_mode=OFF")
        for colony in compared:
            for table in colony.tables:
                _create(cursor, table)
        cursor.execute("BEGIN")
        attachments = scope.attachments or NoAttachments()
        folds = [
            (one.apply, ColonyDb(_Scratch(cursor), one, attachments), reached[one.id] or 0)
            for one in compared
        ]
        for done, event in enumerate(_in_fold_order(reader), start=1):
            for handlers, db, position in folds:
                handler = handlers.get(event.tipo)
                if handler is not None and event.sequence_number <= position:
                    handler(event, db)
            if done % CHUNK == 0:
                progress(done, report.eventos)
        for _, db, _ in folds:
            db.flush()
        for colony in compared:
            for table in colony.tables:
                columns = _derived(colony, table)
                if columns and _sum(cursor, "sqlite", columns) != _sum(
                    reader.cursor, reader.dialect, columns
                ):
                    report.add("projecao.divergente", tabela=table.name, colonia=colony.id)


def _reached(reader: Reader, colony: Colony) -> int | None:
    """The position that the colony's tables stand at, None where they follow from no position."""
    cursor, dialect = reader.cursor, reader.dialect
    key = {"k_colonia": colony.id}
    row = _POSITION.run(cursor, dialect, key).fetchone()
    if row is None or row[1:] != (colony.versao_projecao, signature(colony)):
        return None
    if _MARKS.run(cursor, dialect, key).fetchone()[0]:
        return None
    if _PARKED.run(cursor, dialect, key).fetchone()[0]:
        return None
    if _is_of_one_node(reader) or count_after(cursor, dialect, colony.consome, row[0]) == 0:
        return int(row[0])
    return None  # what is still to come may belong before what was folded


def _is_of_one_node(reader: Reader) -> bool:
    return bool(_NODES.run(reader.cursor, reader.dialect).fetchone()[0] <= 1)


def _in_fold_order(reader: Reader) -> Iterator[Event]:
    """Log order, which is the fold order while all feeds are of one node."""
    cursor, dialect = reader.cursor, reader.dialect
    if _is_of_one_node(reader):
        yield from read_range(cursor, dialect, 0, 1 << 53)
        return
    positions = [row[0] for row in _FOLD_ORDER.run(cursor, dialect).fetchall()]
    for position in positions:
        yield from read_many(cursor, dialect, [position])


def _create(cursor: Cursor, table: Table) -> None:
    cursor.execute(str(CreateTable(table).compile(dialect=_DIALECT())))
    for index in table.indexes:
        cursor.execute(str(CreateIndex(index).compile(dialect=_DIALECT())))


def _derived(colony: Colony, table: Table) -> list[Column[Any]]:
    """The columns that follow from the log alone."""
    if table.info["classe"] == "projecao":
        return list(table.columns)
    if table is colony.jobs_table:
        # apply opens the row; whether it is done, and how often it was tried, is local.
        return [table.c[name] for name in ("trabalho", "sujeito", "evento", "dados", "aberto_em")]
    return []


def _sum(cursor: Cursor, dialect: Dialect, columns: Sequence[Column[Any]]) -> int:
    """The rows' digests added up: equal sets of rows give equal sums, in any order."""
    total = 0
    Statement(select(*columns)).run(cursor, dialect)
    while rows := cursor.fetchmany(CHUNK):
        for row in rows:
            text = repr([_plain(value) for value in row]).encode("utf-8", "surrogateescape")
            total += int.from_bytes(sha256(text).digest(), "big")
    return total % _MODULUS


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(value) if isinstance(value, bool) else value
