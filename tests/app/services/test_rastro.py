"""A trace as a tree."""

from __future__ import annotations

from app.services.rastro import build_trace
from core.kernel.observability.trace_queries import Trace, TraceRow


def _row(number: int, cause: int | None) -> TraceRow:
    return TraceRow(number, f"h{number}", None if cause is None else f"h{cause}", "t", "D-1", 0, "")


def test_events_hang_under_their_cause_in_log_order() -> None:
    rows = (_row(1, None), _row(2, 1), _row(3, 1), _row(4, 2), _row(5, 99), _row(6, 6))
    trace = build_trace(Trace(rows, is_cut=True))
    assert [root.numero for root in trace.raizes] == [1, 5, 6]
    assert [child.numero for child in trace.raizes[0].filhos] == [2, 3]
    assert [child.numero for child in trace.raizes[0].filhos[0].filhos] == [4]
    assert (trace.total, trace.is_cut) == (6, True)
