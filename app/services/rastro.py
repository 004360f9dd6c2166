"""A trace as a tree of causes. Pure: rows in, nodes out."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.kernel.observability.trace_queries import Trace, TraceRow


@dataclass(slots=True)
class RastroNo:
    """An event in the tree, with what came of it in log order."""

    numero: int
    tipo: str
    colonia: str
    quando_ms: int
    event_id: str
    carimbo: str
    filhos: list[RastroNo] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rastro:
    """The trees of a trace. ``is_cut`` where not everything that belongs to it is here."""

    raizes: tuple[RastroNo, ...]
    total: int
    is_cut: bool


def build_trace(trace: Trace) -> Rastro:
    """Hang every event under its cause; one whose cause is not in the trace is a root."""
    nodes = {row.event_hash: _node(row) for row in trace.rows}
    roots: list[RastroNo] = []
    for row in trace.rows:
        parent = nodes.get(row.causa) if row.causa is not None else None
        own = nodes[row.event_hash]
        (roots if parent is None or parent is own else parent.filhos).append(own)
    return Rastro(tuple(roots), len(trace.rows), trace.is_cut)


def _node(row: TraceRow) -> RastroNo:
    return RastroNo(
        numero=row.sequence_number,
        tipo=row.tipo,
        colonia=row.origem,
        quando_ms=row.timestamp_ms,
        event_id=row.event_id,
        carimbo=row.event_hash,
    )
