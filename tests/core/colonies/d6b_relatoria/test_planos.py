"""What a report costs does not grow with reports: every row is sought, and few are written."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.colonies.d6b_relatoria import queries
from core.colonies.d6b_relatoria.colony import RELATORIA
from core.kernel.store.sqlite import FILE_NAME
from tests.core.colonies.d6b_relatoria.conftest import (
    SOURCE,
    Desk,
    configurado,
    confirmada,
    ranqueada,
    sorteado,
)
from tests.support.office import Office, conselheiro, demanda
from tests.support.recorded_sql import Executed, RecordedDatabase

OWN = re.compile(r"\bd6b_")
SCAN = re.compile(r"SCAN (?:TABLE )?d6b_(?:demandas|acompanhamentos|atualizacoes|conclusoes)")
WRITE = re.compile(r"^\s*(?:INSERT|UPDATE|DELETE)")


@pytest.fixture
def recorded(sqlite_template: Path, tmp_path: Path) -> Iterator[tuple[Desk, list[Executed]]]:
    """An office that remembers its statements, and those of D-6b's tables so far."""
    folder = tmp_path / "gravado"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / FILE_NAME)
    database = RecordedDatabase(folder)
    office = Office(database)
    office.colonies = (SOURCE, RELATORIA)
    yield Desk(office), database.executed
    office.stop()


def own(executed: list[Executed]) -> list[Executed]:
    return [one for one in executed if OWN.search(one.sql)]


def everything(desk: Desk) -> None:
    """A course that comes by every statement."""
    desk.publicar(ranqueada(1), sorteado(1))
    desk.relatar(1)
    desk.relatar(1, "prazo_registrado", "Marcado.", {"data": "30/06/2026", "fonte": "obra"})
    desk.publicar(configurado("America/Recife"), confirmada(1, ratificacao=True))
    desk.desistir(1)
    desk.publicar(sorteado(1, 2))
    desk.ratificar(1)
    desk.publicar(sorteado(1, 3))
    desk.read(queries.read_relatoria, demanda(1))
    desk.read(queries.read_atualizacoes, demanda(1))
    desk.read(queries.read_active_of, conselheiro(1))


def test_no_statement_walks_what_grows(recorded: tuple[Desk, list[Executed]]) -> None:
    desk, executed = recorded
    everything(desk)
    assert isinstance(desk.office.database, RecordedDatabase)
    seen = {one.sql: one for one in own(executed)}
    assert len(seen) > 20
    with sqlite3.connect(desk.office.database.path) as connection:
        for one in seen.values():
            params = one.params[0] if one.many else one.params
            plan = connection.execute(f"EXPLAIN QUERY PLAN {one.sql}", params).fetchall()
            assert [row[3] for row in plan if SCAN.match(row[3])] == [], one.sql
    connection.close()


def test_the_thirtieth_report_costs_what_the_fifth_does(
    recorded: tuple[Desk, list[Executed]],
) -> None:
    desk, executed = recorded
    desk.publicar(ranqueada(1), sorteado(1))
    costs = []
    for _ in range(30):
        before = len(executed)
        desk.relatar(1)
        mine = own(executed[before:])
        costs.append((len(mine), sum(WRITE.match(one.sql) is not None for one in mine)))
    assert costs[4] == costs[29]
    statements, writes = costs[29]
    assert writes <= 6
    assert statements <= 25
    assert len(desk.told("demanda.resumo_ciclo_atualizado")[-1]["fontes"]) == 3
