"""The log browser's reads, on a real file with real bytes."""

from __future__ import annotations

import re
import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.kernel.observability import health_queries, log_queries, trace_queries
from core.kernel.observability.log_queries import LogFilter
from core.kernel.store.statement import Statement
from tests.app.services.log_builder import NOW_MS, LogBuilder, fixed_uuid

HOUR_MS = 3_600_000


@pytest.fixture
def cursor(tmp_path: Path) -> Iterator[sqlite3.Cursor]:
    """Four demands of six events, an hour apart; numbers 1 to 24."""
    builder = LogBuilder(tmp_path / "log.db")
    for number in range(4):
        builder.add_demand(number, at_ms=NOW_MS - (4 - number) * HOUR_MS)
    builder.close()
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        yield connection.cursor()


def test_an_empty_log_has_no_ids_and_no_head(tmp_path: Path) -> None:
    builder = LogBuilder(tmp_path / "vazio.db")
    cursor = builder.db.cursor()
    assert list(log_queries.list_ids(cursor, "sqlite", LogFilter())) == []
    assert log_queries.last_position(cursor, "sqlite") is None
    assert trace_queries.types_in_log(cursor, "sqlite") == []
    builder.close()


def test_without_a_filter_ids_are_a_range(cursor: sqlite3.Cursor) -> None:
    assert log_queries.list_ids(cursor, "sqlite", LogFilter()) == range(1, 25)


@pytest.mark.parametrize(
    ("log_filter", "expected"),
    [
        (LogFilter(tipos=("demanda.recebida",)), [1, 7, 13, 19]),
        (
            LogFilter(tipos=("demanda.recebida", "demanda.normalizada")),
            [1, 2, 7, 8, 13, 14, 19, 20],
        ),
        (LogFilter(tipos=("demanda.recebida",), origem="D-9"), []),
        (LogFilter(desde_ms=NOW_MS - 2 * HOUR_MS), list(range(13, 25))),
        (LogFilter(ate_ms=NOW_MS - 3 * HOUR_MS), list(range(1, 7))),
        (LogFilter(assunto=fixed_uuid(10_001)), list(range(7, 12))),
        (LogFilter(tipos=("demanda.ranqueada",), assunto=fixed_uuid(10_001)), [11]),
        (LogFilter(desde_ms=NOW_MS, assunto=fixed_uuid(10_001)), []),
        (LogFilter(tipos=("demanda.ranqueada",), desde_ms=NOW_MS - HOUR_MS), [23]),
    ],
)
def test_filters(cursor: sqlite3.Cursor, log_filter: LogFilter, expected: list[int]) -> None:
    found = log_queries.list_ids(cursor, "sqlite", log_filter)
    assert isinstance(found, array)
    assert list(found) == expected


def test_a_colony_alone_or_too_many_types_are_programming_errors(cursor: sqlite3.Cursor) -> None:
    with pytest.raises(ValueError, match="types"):
        log_queries.list_ids(cursor, "sqlite", LogFilter(origem="D-2"))
    many = tuple(f"t{i}" for i in range(log_queries.MAX_TYPES + 1))
    with pytest.raises(ValueError, match="at most"):
        log_queries.list_ids(cursor, "sqlite", LogFilter(tipos=many))


@pytest.mark.parametrize("ids", [range(3, 9), [9, 2, 17], list(range(24, 0, -1)), [1, 999]])
def test_a_page_keeps_the_order_asked_for(cursor: sqlite3.Cursor, ids: list[int]) -> None:
    rows = log_queries.page(cursor, "sqlite", ids)
    assert [row.sequence_number for row in rows] == [i for i in ids if i <= 24]


def test_a_row_carries_its_public_core(cursor: sqlite3.Cursor) -> None:
    (row,) = log_queries.page(cursor, "sqlite", [2])
    assert (row.tipo, row.origem, row.event_id) == ("demanda.normalizada", "D-1b", fixed_uuid(2))
    assert row.nucleo is not None
    assert fixed_uuid(10_000).encode() in row.nucleo


def test_a_stored_event_has_header_and_parts(cursor: sqlite3.Cursor) -> None:
    stored = log_queries.stored_event(cursor, "sqlite", 1)
    assert stored is not None
    assert [part.nome for part in stored.partes] == ["publica.nucleo", "restrita.texto"]
    assert stored.header.startswith(b'{"anexos":[]')
    assert log_queries.stored_event(cursor, "sqlite", 25) is None


def test_identifiers_are_found_whole_and_shortened(cursor: sqlite3.Cursor) -> None:
    (row,) = log_queries.page(cursor, "sqlite", [5])
    assert log_queries.find_by_hash(cursor, "sqlite", row.event_hash) == 5
    assert log_queries.find_by_event_id(cursor, "sqlite", row.event_id.replace("-", "")) == 5
    assert log_queries.find_by_event_id(cursor, "sqlite", row.event_id[:8]) == 5
    assert log_queries.find_by_event_id(cursor, "sqlite", "") is None
    subject = fixed_uuid(10_002)
    assert log_queries.find_subject(cursor, "sqlite", subject[:8]) == subject
    assert log_queries.find_subject(cursor, "sqlite", "") is None
    assert log_queries.find_subject(cursor, "sqlite", "00000000") is None


def _statements() -> list[tuple[str, Statement]]:
    found: list[tuple[str, Statement]] = []
    for module in (log_queries, trace_queries, health_queries):
        for name, value in vars(module).items():
            values = (
                value.items() if isinstance(value, dict) and name == "_IDS" else [(name, value)]
            )
            found += [(str(key), item) for key, item in values if isinstance(item, Statement)]
    return found


GROWING = re.compile(r"SCAN (event_log|event_parts|event_assuntos)\b|AUTOMATIC")


@pytest.mark.parametrize(("name", "statement"), _statements())
def test_no_statement_scans_a_table_that_grows(
    cursor: sqlite3.Cursor, name: str, statement: Statement
) -> None:
    sql = statement.sql("sqlite")
    params = [0] * sql.count("?")
    plan = [str(row[3]) for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)]
    assert not [step for step in plan if GROWING.search(step)], (name, plan)
    assert statement.sql("postgresql")
