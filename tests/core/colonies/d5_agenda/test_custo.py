"""What a demand costs does not grow with the demands that are there: counted, not timed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.colonies.d5_agenda.colony import AGENDA
from core.kernel.event import NewEvent
from core.kernel.store.sqlite import FILE_NAME
from tests.core.colonies.d5_agenda.conftest import (
    SOURCE,
    Bench,
    agregada,
    concluida,
    confirmada,
    iniciada,
    parametros,
    ranking,
    ranqueada,
    retirada,
    sorteado,
)
from tests.support.office import Office
from tests.support.recorded_sql import RecordedDatabase

SMALL, LARGE = 40, 600
KEPT = ("d5_backlog_scores", "d5_backlog_items", "d5_coordenadas_demanda", "d5_demandas_agregadas")


@pytest.fixture
def recorded(sqlite_template: Path, tmp_path: Path) -> Iterator[tuple[Bench, RecordedDatabase]]:
    folder = tmp_path / "escritorio"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / FILE_NAME)
    database = RecordedDatabase(folder)
    office = Office(database, colonies=(SOURCE, AGENDA))
    yield Bench(office), database
    office.stop()


def touched(database: RecordedDatabase) -> list[str]:
    """The statements over D-5's tables since the last look; one a row where there are many rows."""
    found = [
        one.sql
        for one in database.executed
        if any(f"{table}" in one.sql for table in KEPT)
        for _ in range(len(one.params) if one.many else 1)
    ]
    database.executed.clear()
    return found


def course(n: int, u: int = 1) -> list[NewEvent]:
    """Arrivals at the top and at the end, and lives from the draw to each kind of end."""
    return [
        ranqueada(n, 10_000, u),
        ranking(u),
        ranqueada(n + 1, 0, u),
        sorteado(n, u=u),
        iniciada(n, u=u),
        concluida(n, u=u),
        ranqueada(n + 2, 20_000, u, nivel=2),
        ranking(u),
        confirmada(n + 2, u),
        retirada(n + 1),
        agregada(n + 3, n + 1, n + 2),
    ]


def test_a_life_costs_as_many_statements_among_many_as_among_few(
    recorded: tuple[Bench, RecordedDatabase],
) -> None:
    """Two units with the same demands at the top, one of them with many more below."""
    bench, database = recorded
    bench.publicar(parametros(pesos={u: {1: "0.9", 2: "0.5"} for u in (1, 2)}))
    counts = []
    for u, size in ((1, SMALL), (2, LARGE)):
        first = 1_000 * u
        top = [ranqueada(first + n, 1_000 + n % 7, u, n % 5 + 1) for n in range(SMALL)]
        below = [ranqueada(first + n, n % 97, u, n % 5 + 1) for n in range(SMALL, size)]
        bench.juntos(*top, *below, ranking(u))
        assert bench.agenda(u).em_espera == size - 10
        touched(database)
        bench.publicar(*course(10_000 * u, u))
        counts.append(len(touched(database)))
    few, many = counts
    assert few > 50
    assert many == few


def test_no_statement_looks_at_all_demands(recorded: tuple[Bench, RecordedDatabase]) -> None:
    bench, database = recorded
    bench.publicar(*(ranqueada(n, n) for n in range(1, 15)), ranking())
    touched(database)
    bench.publicar(*course(100))
    statements = set(touched(database))
    assert len(statements) > 10
    connection = sqlite3.connect(database.path)
    for sql in sorted(statements):
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", ("x",) * sql.count("?")).fetchall()
        scanned = [row[3] for row in plan if "SCAN d5_" in row[3]]
        assert scanned == [], sql
    counting = next(sql for sql in statements if "count(" in sql.lower())
    asked = connection.execute(f"EXPLAIN QUERY PLAN {counting}", ("x",) * counting.count("?"))
    assert "USING COVERING INDEX ix_d5_backlog_items_unidade" in str(asked.fetchall())
    connection.close()
