"""The work of one more demand, counted: it does not grow with the ranking it enters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.colonies.d4_ranking import queries
from core.colonies.d4_ranking.colony import RANKING
from core.kernel.store.sqlite import FILE_NAME
from tests.core.colonies.d4_ranking.conftest import (
    SOURCE,
    Desk,
    agregada,
    categorizada,
    conjunto,
    retirada,
)
from tests.support.office import Office, unidade
from tests.support.recorded_sql import Executed, RecordedDatabase

# One row at most; a count over everything that an operator asks for by hand.
READ_WHOLE = ("d4_prazos", "GROUP BY", "versao_parametros = ?")


@pytest.fixture
def recorded(sqlite_template: Path, tmp_path: Path) -> RecordedDatabase:
    shutil.copy(sqlite_template, tmp_path / FILE_NAME)
    return RecordedDatabase(tmp_path)


@pytest.fixture
def desk(recorded: RecordedDatabase) -> object:
    office = Office(recorded)
    office.colonies = (SOURCE, RANKING)
    yield Desk(office)
    office.stop()


def own(executed: list[Executed]) -> list[str]:
    """The statements on D-4's tables."""
    return [one.sql for one in executed if "d4_" in one.sql]


def test_one_more_demand_costs_the_same_in_any_ranking(
    desk: Desk, recorded: RecordedDatabase
) -> None:
    seen: dict[int, list[str]] = {}
    # In at the top: every position behind it changes, and not one row of them.
    first = {30: 99, 260: 100}
    for n in range(1, 261):
        recorded.executed.clear()
        desk.publicar(categorizada(n, score=first.get(n, n % 97)))
        if n in first:
            seen[n] = own(recorded.executed)
            assert desk.position(n) == 1
    assert seen[30] == seen[260]
    writes = [sql for sql in seen[260] if not sql.startswith("SELECT")]
    assert len([sql for sql in writes if "d4_rankings" in sql]) == 1
    assert len(seen[260]) <= 12


def test_no_statement_walks_a_whole_table(desk: Desk, recorded: RecordedDatabase) -> None:
    desk.publicar(*(categorizada(n, u=1 + n % 2, score=n) for n in range(1, 15)))
    desk.publicar(agregada(1, 2, 3), retirada(4), categorizada(5, u=2, score=99))
    desk.carregar(conjunto("v1", nacionais={1: 50}))
    desk.ranking(1)
    desk.position(6)
    desk.read(queries.read_top, unidade(1), 3)
    desk.read(queries.read_units)
    desk.read(queries.count_of_set, "v1")
    checked = 0
    statements = {one.sql: one for one in recorded.executed if "d4_" in one.sql}
    reader = recorded.open_reader()
    try:
        for sql, one in statements.items():
            params = one.params[0] if one.many else one.params
            plan = reader.cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params).fetchall()
            steps = [row[3] for row in plan]
            checked += 1
            if any(known in sql for known in READ_WHOLE):
                continue
            assert not [step for step in steps if step.startswith("SCAN") and "d4_" in step], sql
            assert not [step for step in steps if "TEMP B-TREE" in step], sql
    finally:
        reader.close()
    assert checked >= 25
