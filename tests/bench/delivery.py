"""Delivering a log that is already there: to one colony, to ten, once more in a rebuild, replay.

Delivery and rebuild stand beside the same SQL on a bare cursor. Replay through a colony that
counts in memory stands beside an ordered read of the same log that decodes every header and part.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import msgspec

from core.kernel.colony import Colony
from core.kernel.store.sqlite import FILE_NAME
from core.kernel.store.tables import PARTS_PER_EVENT
from tests.bench import colonies
from tests.bench.harness import Figure, Report, paired
from tests.bench.offices import BenchDatabase, copied, found_template, running
from tests.bench.publish import bare_connection, replay
from tests.bench.synthetic import plain_events, synthesize

GROUP: Final = "Entregar, reconstruir, repassar"


class Delivery:
    """Catch-up of ``count`` events by some colonies, and the same SQL on a bare cursor."""

    def __init__(self, template: Path, folder: Path, count: int, listeners: list[Colony]) -> None:
        self._template = template
        self._folder = folder
        self._count = count
        self._listeners = listeners

    def _run(self, name: str, *, records: bool) -> tuple[float, BenchDatabase]:
        database = BenchDatabase(
            copied(self._template, self._folder / name), "NORMAL", records=records
        )
        with running(database, self._listeners, start=False) as engine:
            started = perf_counter()
            engine.start()
            took = perf_counter() - started
        return took / (self._count * len(self._listeners)), database

    def ours(self) -> float:
        """Seconds a delivery."""
        return self._run("nosso", records=False)[0]

    def raw(self) -> float:
        """Seconds a delivery for the same statements."""
        _, database = self._run("base", records=True)
        folder = copied(self._template, self._folder / "base")
        took = replay(folder / FILE_NAME, database.executed, "NORMAL")
        return took / (self._count * len(self._listeners))


class Rebuild:
    """Rebuild of one colony that stands at the head, and what it is compared with."""

    def __init__(self, template: Path, folder: Path, count: int, listener: Colony) -> None:
        self._folder = folder
        self._count = count
        self._listener = listener
        self._database = BenchDatabase(copied(template, folder / "reconstruir"), "NORMAL")
        with running(self._database, [listener]):
            pass  # caught up

    def _run(self, database: BenchDatabase) -> float:
        with running(database, [self._listener]) as engine:
            database.executed.clear()
            started = perf_counter()
            done = engine.reconstruir(self._listener.id).result()
            took = perf_counter() - started
        if done != self._count:
            raise RuntimeError(f"rebuilt from {done} events, not {self._count}")
        return took / self._count

    def ours(self) -> float:
        """Seconds an event."""
        return self._run(self._database)

    def raw(self) -> float:
        """Seconds an event for the same statements."""
        recording = BenchDatabase(self._database.folder, "NORMAL", records=True)
        self._run(recording)
        return replay(self._database.path, recording.executed, "NORMAL") / self._count

    def read(self, decode: Callable[[bytes], Any]) -> float:
        """Seconds an event for an ordered read on a bare cursor that decodes everything."""
        connection = bare_connection(self._database.path, "NORMAL")
        started = perf_counter()
        done = ordered_read(connection, decode)
        took = perf_counter() - started
        connection.close()
        if done != self._count:
            raise RuntimeError(f"read {done} events, not {self._count}")
        return took / self._count


def ordered_read(connection: sqlite3.Connection, decode: Callable[[bytes], Any]) -> int:
    """Read the log in order, header and parts side by side, decoding both; counts per unit."""
    headers = connection.execute(
        "SELECT sequence_number, header FROM event_log ORDER BY sequence_number"
    )
    parts = connection.execute("SELECT parte_id, nome, conteudo FROM event_parts ORDER BY parte_id")
    counted: dict[str, int] = {}
    part = parts.fetchone()
    done = 0
    for sequence, header in headers:
        decode(header)
        payload: dict[str, Any] = {}
        after = (sequence + 1) * PARTS_PER_EVENT
        while part is not None and part[0] < after:
            if part[1] == "restrita.ator":
                decode(part[2])
            else:
                payload.update(decode(part[2]))
            part = parts.fetchone()
        unit = payload["unidade_civica_id"]
        counted[unit] = counted.get(unit, 0) + 1
        done += 1
    return done


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """All rows of this group, on a log of ``count`` events."""
    template = found_template(folder / "modelo-entrega")
    synthesize(folder / "modelo-entrega", count, plain_events(0))
    for number in (1, colonies.MAX_COLONIES):
        listeners = [colonies.counting(n) for n in range(1, number + 1)]
        case = Delivery(template, folder, count // number, listeners)
        if number > 1:
            short = folder / "modelo-entrega-curto"
            case = Delivery(found_template(short), folder, count // number, listeners)
            synthesize(short, count // number, plain_events(0))
        figures = paired(rounds, case.ours, case.raw)
        name = "entregar a 1 colônia" if number == 1 else f"entregar a {number} colônias"
        report.add(Figure(GROUP, name, "µs/entrega", *figures, nota="base: o mesmo SQL"))
    rebuild = Rebuild(template, folder, count, colonies.counting(1))
    figures = paired(rounds, rebuild.ours, rebuild.raw)
    report.add(
        Figure(GROUP, "reconstruir 1 colônia", "µs/evento", *figures, nota="base: o mesmo SQL")
    )
    memory = Rebuild(template, folder, count, colonies.remembering())
    for library, decode in (("msgspec", msgspec.json.decode), ("json", json.loads)):
        figures = paired(rounds, memory.ours, partial(memory.read, decode))
        note = f"base: leitura em ordem, {library}"
        name = f"repassar por uma colônia que conta ({library})"
        report.add(Figure(GROUP, name, "µs/evento", *figures, 2.5, note))
