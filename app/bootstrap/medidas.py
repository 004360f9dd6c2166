"""Recent measures of this process, sampled from the telemetry's counters for Saúde's plots."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from app.services.motor import Medida
from core.kernel.observability.telemetry import Telemetry

KEPT: Final = 600
EVERY_MS: Final = 1_000
_SERIES: Final = (
    ("publicado", "publicacao-ms", "Publicar um evento (média)"),
    ("aplicado", "aplicacao-ms", "Aplicar um evento (média)"),
    ("reagido", "reacao-ms", "Reagir a um evento (média)"),
)


class Medidor:
    """Mean duration of steps, at most one point a second, the last ten minutes of activity.

    ``sample`` runs in the engine's thread after commits; ``medidas`` in any thread.
    """

    def __init__(self, telemetry: Telemetry, now_ms: Callable[[], int]) -> None:
        self._telemetry = telemetry
        self._now_ms = now_ms
        self._last_ms = 0
        self._seen = {what: (0, 0) for what, _name, _title in _SERIES}
        self._points: dict[str, deque[tuple[int, float]]] = {
            what: deque(maxlen=KEPT) for what, _name, _title in _SERIES
        }

    def sample(self) -> None:
        """Take a point for every kind of step that happened since the last one."""
        now = self._now_ms()
        if 0 <= now - self._last_ms < EVERY_MS:
            return
        self._last_ms = now
        totals = {what: [0, 0] for what in self._seen}
        for (what, _colony, _tipo), (count, nanoseconds) in self._telemetry.steps.items():
            if what in totals:
                totals[what][0] += count
                totals[what][1] += nanoseconds
        for what, (count, nanoseconds) in totals.items():
            before = self._seen[what]
            if count > before[0]:
                mean_ms = (nanoseconds - before[1]) / (count - before[0]) / 1e6
                self._points[what].append((now, mean_ms))
                self._seen[what] = (count, nanoseconds)

    def medidas(self) -> tuple[Medida, ...]:
        """The series, oldest point first; one without points is left out."""
        return tuple(
            Medida(name, title, "ms", tuple(self._points[what]))
            for what, name, title in _SERIES
            if self._points[what]
        )
