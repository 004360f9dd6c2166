"""The yardsticks do the work they stand for."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import msgspec

from core.kernel.registry import Registry
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from core.kernel.verification.chain import verify_chain
from tests.bench import colonies
from tests.bench.delivery import ordered_read
from tests.bench.offices import found_template
from tests.bench.publish import Place, PublishCase, replay
from tests.bench.synthetic import mixed_events, plain_events, synthesize

EVENTS = 60


def rows(path: Path) -> dict[str, list[object]]:
    """Every row of every table."""
    connection = sqlite3.connect(path)
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {
        name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for (name,) in names
    }
    connection.close()
    return {name: list(values) for name, values in found.items()}


def test_replaying_what_was_recorded_gives_the_same_database(tmp_path: Path) -> None:
    template = found_template(tmp_path / "modelo")
    case = PublishCase(Place("", tmp_path, "NORMAL"), template, EVENTS)
    took, executed = case._run(tmp_path / "a", records=True)
    assert took > 0
    inserts = [one for one in executed if "INSERT INTO event_log" in one.sql]
    assert len(inserts) == EVENTS
    ours = rows(tmp_path / "a" / FILE_NAME)
    assert len(ours["event_log"]) == EVENTS + case._warm
    target = tmp_path / "b"
    target.mkdir()
    found_template(target)
    assert replay(target / FILE_NAME, executed, "NORMAL") > 0
    replayed = rows(target / FILE_NAME)
    for table in ("event_log", "event_parts", "event_assuntos"):
        assert set(replayed[table]) <= set(ours[table])
        assert len(replayed[table]) == len(ours[table]) * EVENTS // (EVENTS + case._warm)
    assert replayed["kernel_feeds"] == ours["kernel_feeds"]


def test_a_synthetic_log_verifies(tmp_path: Path) -> None:
    found_template(tmp_path)
    synthesize(tmp_path, 2_500, mixed_events(0))
    reader = SqliteDatabase(tmp_path).open_reader()
    report = verify_chain(reader)
    assert (report.ok, report.eventos) == (True, 2_500)
    reader.close()


def test_every_synthetic_event_is_valid() -> None:
    registry = Registry(colonies.MODELS)
    for _, new in zip(range(200), mixed_events(0), strict=False):
        registry.validate(new.tipo, None, new.payload)


def test_the_ordered_read_counts_every_event_by_unit(tmp_path: Path) -> None:
    found_template(tmp_path)
    synthesize(tmp_path, 120, plain_events(0))
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    for decode in (json.loads, msgspec.json.decode):
        assert ordered_read(connection, decode) == 120
    connection.close()
