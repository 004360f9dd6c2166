"""Publishing, one by one and in batches, beside raw ``sqlite3`` doing the same statements.

The yardstick: an untimed run of the product records every statement and its parameters; a bare
cursor then executes them in a loop on a copy of the same database, BEGIN and COMMIT included, with
the same pragmas. Both sides thus pay the same SQL; the ratio is what validating, sealing, handing
to colonies and logging cost on top.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

from core.kernel.colony import Colony
from core.kernel.engine.engine import Engine
from core.kernel.store.sqlite import CACHE_KIB, FILE_NAME
from tests.bench import colonies
from tests.bench.harness import Figure, Report, paired
from tests.bench.offices import (
    BenchDatabase,
    Synchronous,
    copied,
    found_template,
    running,
)
from tests.bench.synthetic import plain_events, synthesize
from tests.support.recorded_sql import Executed

GROUP: Final = "Publicar, com 10 mil eventos (validar, selar, gravar, dois tratadores com posições)"
LISTENERS: Final = 2
BATCH: Final = 1_000
USED: Final = 10_000
WARM: Final = 20
_READS: Final = ("SELECT", "PRAGMA")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a measurement runs and how durable its commits are."""

    nome: str
    folder: Path
    synchronous: Synchronous


class PublishCase:
    """One way of publishing, ours and raw.

    Args:
        place: where.
        template: database that every round starts from, its log ``USED`` events long.
        count: events a round.
        size: events a transaction.
        inline: False hands every publish over to the engine's thread.
    """

    def __init__(
        self,
        place: Place,
        template: Path,
        count: int,
        size: int = 1,
        *,
        inline: bool = True,
    ) -> None:
        self._place = place
        self._template = template
        self._count = count
        self._size = size
        self._inline = inline
        self._warm = WARM if size == 1 else size
        self._listeners = listening()

    def _publish(self, engine: Engine, first: int, count: int) -> float:
        """Seconds in ``publicar``; what is published is made outside of them."""
        publish, took = engine.publicar, 0.0
        for n in range(first, first + count, self._size):
            events = [colonies.event(i) for i in range(n, n + self._size)]
            started = perf_counter()
            publish("B-1", *events)
            took += perf_counter() - started
        return took

    def _run(self, folder: Path, *, records: bool) -> tuple[float, list[Executed]]:
        database = BenchDatabase(
            copied(self._template, folder), self._place.synchronous, records=records
        )
        with running(database, self._listeners, inline=self._inline) as engine:
            self._publish(engine, USED, self._warm)
            database.executed.clear()
            took = self._publish(engine, USED + self._warm, self._count)
            executed = list(database.executed)
        return took / self._count, executed

    def ours(self) -> float:
        """Seconds an event through the product."""
        return self._run(self._place.folder / "nosso", records=False)[0]

    def raw(self) -> float:
        """Seconds an event for the same statements on a bare cursor."""
        folder = self._place.folder / "base"
        _, executed = self._run(folder, records=True)
        copied(self._template, folder)
        return replay(folder / FILE_NAME, executed, self._place.synchronous) / self._count

    def statements(self) -> float:
        """How many statements an event takes, BEGIN and COMMIT included."""
        _, executed = self._run(self._place.folder / "base", records=True)
        return len(executed) / self._count


def bare_connection(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    """A plain connection with the pragmas of the product's writer."""
    connection = sqlite3.connect(path, isolation_level=None, cached_statements=512)
    for pragma in (
        "journal_mode=WAL",
        "mmap_size=0",
        f"synchronous={synchronous}",
        "foreign_keys=ON",
        "secure_delete=ON",
        f"cache_size=-{CACHE_KIB}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def replay(path: Path, executed: Iterable[Executed], synchronous: Synchronous) -> float:
    """Seconds that a bare cursor takes for recorded statements."""
    connection = bare_connection(path, synchronous)
    cursor = connection.cursor()
    work = [(*one, one.sql.startswith(_READS)) for one in executed]
    execute, fetch = cursor.execute, cursor.fetchall
    started = perf_counter()
    for sql, params, many, reads in work:
        if many:
            cursor.executemany(sql, params)
        else:
            execute(sql, params)
            if reads:
                fetch()
    took = perf_counter() - started
    connection.close()
    return took


def used_template(folder: Path) -> Path:
    """An office in use: ``USED`` events that its colonies have applied."""
    path = found_template(folder)
    synthesize(folder, USED, plain_events(0))
    with running(BenchDatabase(folder, "NORMAL"), listening()):
        pass
    return path


def listening() -> list[Colony]:
    """The colonies that take part: one small handler each."""
    return [colonies.counting(n) for n in range(1, LISTENERS + 1)]


def measure(report: Report, folder: Path, memory: Path | None, rounds: int, count: int) -> None:
    """All rows of this group.

    Args:
        report: takes the figures.
        folder: on a disk.
        memory: on a file system in memory, None where there is none.
        rounds: pairs of runs a row.
        count: events a round.
    """
    normal = Place("NORMAL", folder, "NORMAL")
    places = [(normal, 2.2)]
    if memory is not None:
        places.append((Place("NORMAL, em memória", memory, "NORMAL"), 2.6))
    template = used_template(folder / "modelo")
    for place, aim in places:
        case = PublishCase(place, template, count)
        ours, base, ratio = paired(rounds, case.ours, case.raw)
        note = f"{case.statements():.0f} comandos SQL por publicação"
        report.add(Figure(GROUP, f"um a um, {place.nome}", "µs", ours, base, ratio, aim, note))
    for place, _ in places:
        case = PublishCase(place, template, count, inline=False)
        ours, base, ratio = paired(rounds, case.ours, case.raw)
        name = f"um a um, pela thread do motor, {place.nome}"
        report.add(Figure(GROUP, name, "µs", ours, base, ratio, nota="com entrega e espera"))
    full = PublishCase(Place("FULL", folder, "FULL"), template, max(1, count // 4))
    ours, base, ratio = paired(rounds, full.ours, full.raw)
    report.add(Figure(GROUP, "um a um, FULL (como no produto)", "µs", ours, base, ratio))
    for place, _ in places:
        case = PublishCase(place, template, max(BATCH, count // BATCH * BATCH), BATCH)
        case_rounds = max(3, rounds // 2)
        ours, base, ratio = paired(case_rounds, case.ours, case.raw)
        name = f"lotes de {BATCH}, {place.nome}"
        report.add(Figure(GROUP, name, "µs/evento", ours, base, ratio, 1.7))
