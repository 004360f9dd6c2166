"""Metrics in the Prometheus text format: gauges from the tables, counters from the process.

Names follow the format's conventions (base units, ``_total`` for counters); labels are colony
ids, event types and states, never anything of a person. Source: specification N-0c.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.kernel.observability import health_queries, log_queries
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.statement import Cursor, Dialect

Sample = tuple[Mapping[str, str], float]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric with its samples."""

    name: str
    kind: str
    help: str
    samples: Sequence[Sample]


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def render(metrics: Iterable[Metric]) -> str:
    """Text exposition format 0.0.4."""
    lines: list[str] = []
    for metric in metrics:
        lines.append(f"# HELP {metric.name} {metric.help}")
        lines.append(f"# TYPE {metric.name} {metric.kind}")
        for labels, value in metric.samples:
            shown = ",".join(f'{key}="{_escape(text)}"' for key, text in labels.items())
            number = repr(value) if value != int(value) else str(int(value))
            lines.append(
                f"{metric.name}{{{shown}}} {number}" if shown else f"{metric.name} {number}"
            )
    return "\n".join(lines) + "\n"


def table_metrics(cursor: Cursor, dialect: Dialect) -> list[Metric]:
    """Gauges that the database alone can tell."""
    positions = health_queries.positions(cursor, dialect)
    letters = health_queries.dead_letter_counts(cursor, dialect)
    copies = [copy for copy in health_queries.copies(cursor, dialect) if copy.is_verified]
    events = len(log_queries.list_ids(cursor, dialect, log_queries.LogFilter()))
    return [
        Metric("formigueiro_eventos", "gauge", "Eventos no registro.", [({}, events)]),
        Metric(
            "formigueiro_colonia_aplicado_ate",
            "gauge",
            "Ultima posicao aplicada pela colonia.",
            [({"colonia": p.colonia}, p.aplicado_ate) for p in positions],
        ),
        Metric(
            "formigueiro_colonia_atraso",
            "gauge",
            "Eventos que a colonia ainda tem a passar.",
            [({"colonia": p.colonia}, p.atraso) for p in positions],
        ),
        Metric(
            "formigueiro_colonia_ativa",
            "gauge",
            "1 quando a colonia esta ativa.",
            [({"colonia": p.colonia}, int(p.is_active)) for p in positions],
        ),
        Metric(
            "formigueiro_eventos_parados",
            "gauge",
            "Eventos parados por estado.",
            [({"estado": state}, count) for state, count in sorted(letters.items())],
        ),
        Metric(
            "formigueiro_ultima_copia_segundos",
            "gauge",
            "Momento da ultima copia verificada, em segundos desde 1970; 0 se nunca.",
            [({}, copies[0].criada_em_ms / 1000 if copies else 0)],
        ),
    ]


def process_metrics(telemetry: Telemetry) -> list[Metric]:
    """Counters of this process since it started; committed work only."""
    steps = sorted(telemetry.steps.items())
    return [
        Metric(
            "formigueiro_passos_total",
            "counter",
            "Passos por fase, colonia e tipo.",
            [({"fase": f, "colonia": c, "tipo": t}, n) for (f, c, t), (n, _ns) in steps],
        ),
        Metric(
            "formigueiro_passos_segundos_total",
            "counter",
            "Tempo dos passos por fase, colonia e tipo.",
            [({"fase": f, "colonia": c, "tipo": t}, ns / 1e9) for (f, c, t), (_n, ns) in steps],
        ),
        Metric(
            "formigueiro_contagens_total",
            "counter",
            "Transacoes, falhas e repeticoes deste processo.",
            [({"de": name}, count) for name, count in sorted(telemetry.counts.items())],
        ),
    ]
