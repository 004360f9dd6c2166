"""A draw costs what it draws from, however many councillors and waiting demands there are."""

from __future__ import annotations

from typing import Any

import pytest

from core.colonies.d6a_sorteio import elegibilidade
from core.colonies.d6a_sorteio.rules import Rodada
from core.kernel.event import NewEvent
from core.kernel.store.statement import Statement
from tests.core.colonies.d6a_sorteio.conftest import (
    CIDADE,
    ESTADO,
    Desk,
    cadastrado,
    ciclo,
    disponivel,
    territorio,
)
from tests.support.office import conselheiro, demanda, unidade


class Counting:
    """The colony's tables for reading, with the rows that came out counted."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.dialect = reader.dialect
        self.memory = None
        self.statements = self.rows = 0

    def attachment(self, _sha256: str) -> None:
        return None

    def all(self, statement: Statement, params: Any = None) -> list[Any]:
        found = statement.run(self._reader.cursor, self.dialect, params or {}).fetchall()
        self.statements += 1
        self.rows += len(found)
        return list(found)

    def one(self, statement: Statement, params: Any = None) -> Any:
        return next(iter(self.all(statement, params)), None)


def crowd(first: int, count: int, units: int) -> list[NewEvent]:
    """Councillors all over the country."""
    return [cadastrado(first + n, 1_000 + n % units) for n in range(count)]


@pytest.mark.parametrize("size", [20, 400])
def test_a_draw_reads_its_own_pool_and_no_other(sqlite_desk: Desk, size: int) -> None:
    desk = sqlite_desk
    units = [(1_000 + n, 4, ESTADO) for n in range(20)]
    desk.juntos(territorio(*units), *crowd(1_000, size, 20), *(cadastrado(n) for n in (1, 2, 3)))
    reader = desk.office.database.open_reader()
    try:
        db = Counting(reader)
        found = elegibilidade.candidates(db, demanda(1), unidade(1), desk.now(), Rodada())
        assert [degrau.elegiveis for degrau in found.degraus] == [
            tuple(conselheiro(n) for n in (1, 2, 3))
        ]
        assert (db.statements, db.rows) == (2, 4)  # one step of the chain, three councillors
    finally:
        reader.close()


@pytest.mark.parametrize("size", [20, 400])
def test_a_councillor_who_comes_free_reads_one_demand(sqlite_desk: Desk, size: int) -> None:
    desk = sqlite_desk
    desk.publicar(cadastrado(1, CIDADE), disponivel(9_000))
    desk.juntos(*(disponivel(n, 1 + n % 2) for n in range(10, 10 + size)))
    assert len(desk.waiting()) == min(size, 50)  # a page
    desk.engine.cycle.reacts = False
    desk.engine.publicar("FONTE", ciclo(conselheiro(1), 9_000))
    reader = desk.office.database.open_reader()
    try:
        db = Counting(reader)
        assert elegibilidade.waiting_for(db, [unidade(CIDADE)], lambda _unit: True) == [demanda(10)]
        assert (db.statements, db.rows) == (2, 2)
    finally:
        reader.close()
        desk.engine.cycle.reacts = True


def test_every_lookup_is_by_an_index(sqlite_desk: Desk) -> None:
    """No plan reads a whole table of councillors, assignments or the queue."""
    reader = sqlite_desk.office.database.open_reader()
    try:
        for name in ("_STEPS", "_POOL", "_LACK", "_FREE_IN_CHAIN", "_HOW_MANY_FREE",
                     "_FIRST_FOR_THEM"):  # fmt: skip
            statement: Statement = getattr(elegibilidade, name)
            sql = statement.sql("sqlite")
            explain = f"EXPLAIN QUERY PLAN {sql}"
            found = reader.cursor.execute(explain, ["x"] * sql.count("?")).fetchall()
            plan = [row[3] for row in found]
            scans = [line for line in plan if line.startswith("SCAN d6a_")]
            assert scans == [], (name, plan)
    finally:
        reader.close()
