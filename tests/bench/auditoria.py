"""Verifying draws from the log alone, beside only reading the same events.

The log is made by hand and honest: every unit has a council, most demands are concluded, some are
given back and drawn again, and some stay in somebody's hands.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

from core.audit.draw_audit import DrawAudit
from core.audit.draw_state import SORTEADO, TYPES
from core.audit.log_source import StoredLog
from core.kernel.store.sqlite import SqliteDatabase
from tests.bench.harness import Figure, Report, paired
from tests.bench.offices import found_template
from tests.support.sorteios import SealedLog, Story

GROUP: Final = "Auditoria"
UNITS: Final = 50
COUNCIL: Final = 25
AIM_S: Final = 5.0
"""The issue says: in seconds."""


def write_draws(folder: Path, draws: int) -> SqliteDatabase:
    """An office whose log has so many draws, nine in ten of them first ones."""
    found_template(folder)
    database = SqliteDatabase(folder)
    writer = database.open_writer(checkpoints=True)
    for pragma in ("synchronous=OFF", "wal_autocheckpoint=100000"):
        writer.cursor.execute(f"PRAGMA {pragma}")
    log = SealedLog(writer)
    story = Story(log)
    story.territory({**dict.fromkeys(range(1, UNITS + 1), UNITS + 1), UNITS + 1: None})
    free = {unit: set(range(unit * 100, unit * 100 + COUNCIL)) for unit in range(1, UNITS + 1)}
    for unit, people in free.items():
        for who in people:
            story.register(who, unit)
    demand = done = 0
    while done < draws:
        demand += 1
        unit = 1 + demand % UNITS
        here = free[unit]
        story.announce(demand, unit)
        who = story.draw(demand, unit, sorted(here))
        done += 1
        if demand % 10 == 0 and done < draws:
            # For a danger, which is never counted: nobody gets suspended here.
            story.refuse(demand, who, unit, "risco_pessoal")
            who = story.draw(demand, unit, sorted(here - {who}))
            done += 1
        if demand % 20 == 1 and len(here) > COUNCIL // 2:
            here.discard(who)
        else:
            story.finish(demand, who, unit=unit)
    log.flush()
    writer.cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer.close()
    return database


def _verify(database: SqliteDatabase, draws: int) -> float:
    reader = database.open_reader()
    started = perf_counter()
    found = list(DrawAudit(StoredLog(reader.cursor, reader.dialect)).run())
    took = perf_counter() - started
    reader.close()
    wrong = [one.findings for one in found if not one.is_right]
    if wrong or len(found) != draws:
        raise RuntimeError(f"{len(found)} of {draws} draws verified, {len(wrong)} wrong")
    return took


def _read(database: SqliteDatabase, draws: int) -> float:
    reader = database.open_reader()
    started = perf_counter()
    found = sum(
        event.tipo == SORTEADO for event in StoredLog(reader.cursor, reader.dialect).events(TYPES)
    )
    took = perf_counter() - started
    reader.close()
    if found != draws:
        raise RuntimeError(f"{found} of {draws} draws read")
    return took


def measure(report: Report, folder: Path, rounds: int, draws: int) -> None:
    """All draws of a log of its own."""
    database = write_draws(folder, draws)
    ours, base, ratio = paired(
        rounds, partial(_verify, database, draws), partial(_read, database, draws)
    )
    note = f"base: só ler os eventos; meta: em segundos (menos de {AIM_S:g} por 10.000)"
    report.add(Figure(GROUP, f"{draws} sorteios", "s", ours / 1e6, base / 1e6, ratio, None, note))
    report.add(Figure(GROUP, "um sorteio", "µs", ours / draws, meta=AIM_S * 1e6 / 10_000))
