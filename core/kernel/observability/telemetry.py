"""What the engine says of itself: one JSON line per publish and per step, and plain counters.

Lines carry ids, types, colonies and durations, never a payload, a name or the text of an
exception (which may quote either). They are buffered and written once per commit; a rolled back
transaction logs nothing but the fault. Source: style.md, Errors; specification N-0c.
"""

from __future__ import annotations

import logging
import traceback
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

import msgspec

from core.kernel.clock import Clock, format_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.event import Event

_LOG: Final = logging.getLogger("formigueiro.motor")

Sink = Callable[[bytes], None]


def describe_fault(error: BaseException) -> str:
    """Class, code and place of a fault, without its text."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else "?"
    what = type(error).__name__
    if isinstance(error, UserFacingError):
        what = f"{what} {error.code}"
        field = error.params.get("campo")
        if field is not None:
            what = f"{what} campo={field}"
    return f"{what} em {place}"


class Telemetry:
    """Buffered log lines and counters of one engine; used only by its thread.

    Args:
        clock: the office clock, for the lines' time.
        sink: writes a block of complete lines; None keeps no log. It must not raise.
    """

    def __init__(self, clock: Clock, sink: Sink | None = None) -> None:
        self._clock = clock
        self._sink = sink
        self._lines: list[str] = []
        self._pending: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
        # (what, colony, type) -> [count, microseconds]; only committed work.
        self.steps: defaultdict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
        self.counts: defaultdict[str, int] = defaultdict(int)

    def step(self, what: str, colony_id: str, event: Event, nanoseconds: int) -> None:
        """A publish or a step of the running transaction (``what``: publicado, aplicado, reagido)."""
        tipo = event.tipo
        entry = self._pending[what, colony_id, tipo]
        entry[0] += 1
        entry[1] += nanoseconds
        if self._sink is not None:
            # Every value is of a closed alphabet (registry, UUID, number): nothing to escape.
            self._lines.append(
                f'"fase":"{what}","colonia":"{colony_id}","tipo":"{tipo}","sequencia":'
                f'{event.sequence_number},"event_id":"{event.event_id}","correlacao_id":"'
                f'{event.correlacao_id}","duracao_us":{nanoseconds // 1000}'
            )

    def committed(self) -> None:
        """Write the buffered lines and add the counters."""
        self.counts["transacoes"] += 1
        for key, (count, total) in self._pending.items():
            entry = self.steps[key]
            entry[0] += count
            entry[1] += total
        self._pending.clear()
        if self._lines and self._sink is not None:
            head = f'{{"em":"{format_timestamp(self._clock.now_ms())}","nivel":"info",'
            self._sink((head + ("}\n" + head).join(self._lines) + "}\n").encode())
        self._lines.clear()

    def rolled_back(self) -> None:
        """Forget what did not happen."""
        self._pending.clear()
        self._lines.clear()

    def fault(self, what: str, colony_id: str, event: Event | None, error: BaseException) -> str:
        """Log a fault at once, whatever becomes of the transaction; returns its description."""
        described = describe_fault(error)
        self.counts[f"falhas_{what}"] += 1
        self.note(
            "erro",
            fase=what,
            colonia=colony_id,
            tipo=event.tipo if event else None,
            event_id=event.event_id if event else None,
            correlacao_id=event.correlacao_id if event else None,
            falha=described,
        )
        return described

    def late(self, what: str, colony_id: str, event: Event) -> None:
        """Log that slow work took longer than it may."""
        self.counts[f"tempo_esgotado_{what}"] += 1
        self.note(
            "aviso",
            fase=what,
            colonia=colony_id,
            tipo=event.tipo,
            event_id=event.event_id,
            correlacao_id=event.correlacao_id,
            falha="tempo esgotado",
        )

    def note(self, level: str, **values: Any) -> None:
        """A line outside the per-step ones: start, stop, rebuild, faults."""
        _LOG.debug("%s", values)
        if self._sink is not None:
            line = {"em": format_timestamp(self._clock.now_ms()), "nivel": level, **values}
            self._sink(msgspec.json.encode(line) + b"\n")
