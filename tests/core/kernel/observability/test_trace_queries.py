"""Traces upwards and downwards, and the types in the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.observability import log_queries, trace_queries
from tests.app.services.log_builder import LogBuilder, fixed_uuid


@pytest.fixture
def builder(tmp_path: Path) -> LogBuilder:
    built = LogBuilder(tmp_path / "log.db")
    for number in range(3):
        built.add_demand(number)
    return built


def test_any_event_of_a_chain_gives_the_whole_chain(builder: LogBuilder) -> None:
    cursor = builder.db.cursor()
    for asked in (7, 9, 12):
        trace = trace_queries.trace_of_event(cursor, "sqlite", asked)
        assert [row.sequence_number for row in trace.rows] == list(range(7, 13))
        assert not trace.is_cut
    assert trace_queries.trace_of_event(cursor, "sqlite", 99).rows == ()
    builder.close()


def test_correlation_and_subject(builder: LogBuilder) -> None:
    cursor = builder.db.cursor()
    trace = trace_queries.trace_of_correlation(cursor, "sqlite", fixed_uuid(20_001))
    assert [row.sequence_number for row in trace.rows] == list(range(7, 13))
    trace = trace_queries.trace_of_subject(cursor, "sqlite", fixed_uuid(10_001))
    assert [row.tipo for row in trace.rows][-1] == "demanda.ranqueada"
    builder.close()


def test_a_cause_that_is_not_here_ends_the_way_up(builder: LogBuilder) -> None:
    builder.add("demanda.normalizada", "D-1b", {}, causa=b"\x07" * 32)
    trace = trace_queries.trace_of_event(builder.db.cursor(), "sqlite", 19)
    assert [row.sequence_number for row in trace.rows] == [19]
    builder.close()


def test_a_huge_tree_is_cut_but_keeps_the_way_up(builder: LogBuilder) -> None:
    root = builder.add("demanda.recebida", "D-1a", {})
    for _ in range(trace_queries.MAX_ROWS + 5):
        builder.add("demanda.normalizada", "D-1b", {}, causa=root)
    cursor = builder.db.cursor()
    last = log_queries.last_position(cursor, "sqlite")
    assert last is not None
    trace = trace_queries.trace_of_event(cursor, "sqlite", last)
    assert trace.is_cut
    assert {19, last} <= {row.sequence_number for row in trace.rows}
    builder.close()


def test_types_with_the_colony_of_their_first_event(builder: LogBuilder) -> None:
    found = trace_queries.types_in_log(builder.db.cursor(), "sqlite")
    assert [(t.tipo, t.origem) for t in found] == [
        ("demanda.categorizada", "D-3"),
        ("demanda.georreferenciada", "D-2"),
        ("demanda.normalizada", "D-1b"),
        ("demanda.ranqueada", "D-4"),
        ("demanda.recebida", "D-1a"),
        ("ranking.atualizado", "D-4"),
    ]
    builder.close()
