"""What a long log costs: publishing at 1 M events beside 10 k, and a page of the log browser.

Publishing runs on two files that hold the same log: ours publishes on one, and what it executed is
then executed by a bare cursor on the other, so that both stay equal and grow together. Recording
adds well under one microsecond a statement to our side.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

from core.kernel.engine.engine import Engine
from core.kernel.observability import log_queries
from core.kernel.observability.log_queries import LogFilter
from core.kernel.store.sqlite import FILE_NAME
from tests.bench import colonies
from tests.bench.harness import Figure, Report, percentile
from tests.bench.offices import BenchDatabase, found_template, running
from tests.bench.publish import USED, listening, replay
from tests.bench.synthetic import mixed_events, synthesize
from tests.support.recorded_sql import Executed

GROWTH: Final = "O registro longo"
BROWSER: Final = "Navegador de eventos"
PAGE_MS: Final = 16.0
_FIRST_NEW: Final = 10_000_000
_MICRO: Final = 1_000_000
_MILLI: Final = 1_000


class Twins:
    """Two equal files of one log; publishes on the first, replays on the second."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        found_template(folder / "a")
        synthesize(folder / "a", count, mixed_events(0))
        self.ours_us: list[float] = []
        self.raw_us: list[float] = []
        self._next = _FIRST_NEW
        listeners = listening()
        self._database = BenchDatabase(folder / "a", "NORMAL", records=True)
        self._listeners = listeners
        with running(BenchDatabase(folder / "a", "NORMAL"), listeners):
            pass  # colonies stand at the head
        (folder / "b").mkdir()
        shutil.copyfile(folder / "a" / FILE_NAME, folder / "b" / FILE_NAME)

    def round(self, count: int) -> None:
        """Publish ``count`` events and execute the same statements on the other file."""
        with running(self._database, self._listeners) as engine:
            before = list(self._database.executed)  # what opening wrote, if anything
            self._database.executed.clear()
            self.ours_us.append(self._publish(engine, count) / count * _MICRO)
            during = list(self._database.executed)
            self._database.executed.clear()
        _quietly(self.folder / "b" / FILE_NAME, before)
        took = replay(self.folder / "b" / FILE_NAME, during, "NORMAL")
        self.raw_us.append(took / count * _MICRO)

    def _publish(self, engine: Engine, count: int) -> float:
        took = 0.0
        for n in range(self._next, self._next + count):
            event = colonies.event(n)
            started = perf_counter()
            engine.publicar("B-1", event)
            took += perf_counter() - started
        self._next += count
        return took


def _quietly(path: Path, executed: list[Executed]) -> None:
    """Execute what is not measured, without the pragmas that opening already set."""
    replay(path, [one for one in executed if not one.sql.startswith("PRAGMA")], "NORMAL")


def measure_growth(report: Report, folder: Path, rounds: int, count: int, publishes: int) -> Path:
    """Publish at ``USED`` and at ``count`` events in turn; the long log's folder."""
    small = Twins(folder / "curto", USED)
    started = perf_counter()
    long = Twins(folder / "longo", count)
    took = perf_counter() - started
    for _ in range(rounds + 1):
        small.round(publishes)
        long.round(publishes)
    rows = list(zip(small.ours_us, small.raw_us, long.ours_us, long.raw_us, strict=True))[1:]
    ours_small, raw_small, ours_long, raw_long = (
        median(column) for column in zip(*rows, strict=True)
    )
    ratio = median(a / b for a, b, _, _ in rows)
    name = f"publicar com {USED} eventos"
    report.add(Figure(GROWTH, name, "µs", ours_small, raw_small, ratio))
    ratio = median(c / d for _, _, c, d in rows)
    name, note = f"publicar com {count} eventos", f"registro feito em {took:.0f} s"
    report.add(Figure(GROWTH, name, "µs", ours_long, raw_long, ratio, nota=note))
    ratio = median(c / b for _, b, c, _ in rows)
    name = f"nosso com {count} sobre a base com {USED}"
    report.add(Figure(GROWTH, name, "µs", ours_long, raw_small, ratio, 2.5))
    ours, raw = median(c / a for a, _, c, _ in rows), median(d / b for _, b, _, d in rows)
    ratio = median((c / a) / (d / b) for a, b, c, d in rows)
    report.add(Figure(GROWTH, "nosso crescimento sobre o da base", "x", ours, raw, ratio, 1.0))
    return folder / "longo" / "a"


def measure_pages(report: Report, folder: Path, pages: int) -> None:
    """Ids of a filter, and pages of rows at random places of the log in ``folder``."""
    reader = BenchDatabase(folder, "NORMAL").open_reader()
    cursor, dialect = reader.cursor, reader.dialect
    for name, chosen in (
        ("sem filtro", LogFilter()),
        ("por tipo", LogFilter(tipos=("brinquedo.pedido_encerrado",))),
    ):
        started = perf_counter()
        ids = log_queries.list_ids(cursor, dialect, chosen)
        took = (perf_counter() - started) * _MILLI
        label = f"lista de {len(ids)} eventos {name}"
        report.add(Figure(BROWSER, label, "ms", took, nota="uma vez por filtro, fora da tela"))
        random = Random(1)
        times: list[float] = []
        for _ in range(pages):
            first = random.randrange(max(1, len(ids) - log_queries.PAGE_ROWS))
            started = perf_counter()
            log_queries.page(cursor, dialect, ids[first : first + log_queries.PAGE_ROWS])
            times.append((perf_counter() - started) * _MILLI)
        label = f"buscar uma página {name}, p95"
        report.add(Figure(BROWSER, label, "ms", percentile(times, 0.95), meta=PAGE_MS))
    reader.close()
