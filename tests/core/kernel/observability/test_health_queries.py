"""Reads for Saúde."""

from __future__ import annotations

from pathlib import Path

from core.kernel.observability import health_queries
from tests.app.services.log_builder import NOW_MS, LogBuilder, fixed_uuid


def test_positions_count_the_slower_half(tmp_path: Path) -> None:
    builder = LogBuilder(tmp_path / "log.db")
    builder.add_demand(0)
    builder.add_position("D-1b", 6)
    builder.add_position("D-2", 6, 4)
    builder.add_position("D-3", 0, active=False)
    found = health_queries.positions(builder.db.cursor(), "sqlite")
    assert [(p.colonia, p.atraso, p.is_active) for p in found] == [
        ("D-1b", 0, True),
        ("D-2", 2, True),
        ("D-3", 6, False),
    ]
    builder.close()


def test_dead_letters_keys_and_copies(tmp_path: Path) -> None:
    builder = LogBuilder(tmp_path / "log.db")
    builder.add_demand(0)
    builder.add_dead_letter("D-2", 2)
    builder.add_dead_letter("D-3", 3, estado="descartado", tentativas=5)
    builder.add_copy(NOW_MS - 10)
    builder.add_copy(NOW_MS - 5, verified=False)
    cursor = builder.db.cursor()
    dead = health_queries.dead_letters(cursor, "sqlite")
    assert [(d.consumidor, d.sequence_number, d.estado, d.tentativas) for d in dead] == [
        ("D-2", 2, "pendente", 2),
        ("D-3", 3, "descartado", 5),
    ]
    assert health_queries.dead_letter_counts(cursor, "sqlite") == {"pendente": 1, "descartado": 1}
    key = health_queries.parked_keys(cursor, "sqlite")[0]
    assert (key.consumidor, key.chave, key.desde_numero, key.eventos) == (
        "D-2",
        fixed_uuid(10_000),
        2,
        1,
    )
    copies = health_queries.copies(cursor, "sqlite")
    assert [(c.criada_em_ms, c.is_verified) for c in copies] == [
        (NOW_MS - 5, False),
        (NOW_MS - 10, True),
    ]
    assert health_queries.installation(cursor, "sqlite") == {}
    builder.close()


def test_events_per_hour_leave_empty_hours_out(tmp_path: Path) -> None:
    builder = LogBuilder(tmp_path / "log.db")
    hour = NOW_MS // health_queries.HOUR_MS * health_queries.HOUR_MS
    builder.add_demand(0, at_ms=hour)
    builder.add_demand(1, at_ms=hour - 2 * health_queries.HOUR_MS + 5)
    found = health_queries.events_per_hour(
        builder.db.cursor(), "sqlite", hour - 10 * health_queries.HOUR_MS, hour + 1
    )
    assert found == {hour: 6, hour - 2 * health_queries.HOUR_MS: 6}
    builder.close()
