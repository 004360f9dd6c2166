"""Who waits, in order, of any length: ids and points in one read, rows by page, counts by seek."""

from __future__ import annotations

import sqlite3

from core.colonies.d5_agenda import queries
from core.kernel.store.sqlite import SqliteDatabase
from tests.core.colonies.d5_agenda.conftest import Bench, parametros, ranqueada, retirada, sorteado
from tests.support.fila_comprida import HELD, UNIT, encher
from tests.support.office import Office, demanda, unidade
from tests.support.recorded_sql import RecordingCursor


def test_the_queue_is_in_the_order_of_points_and_ids(bench: Bench) -> None:
    bench.publicar(parametros(capacidades={1: 1}))
    for n, score, nivel in ((1, 90, 1), (2, 50, 3), (3, 70, 2), (4, 50, 3), (5, 60, 1), (6, 80, 2)):
        bench.publicar(ranqueada(n, score, nivel=nivel))
    bench.publicar(ranqueada(7, 99, u=2), sorteado(6), retirada(5))
    reader = bench.office.database.open_reader()
    read = (reader.cursor, reader.dialect)
    try:
        found = queries.read_queue(*read, unidade(1))
        scored = queries.read_scored(*read, [demanda(3), demanda(99), demanda(3)])
        ahead = queries.count_ahead(*read, unidade(1), 50.0, demanda(4))
        other = queries.count_other_sets(*read, unidade(1), "outra")
        none = queries.count_other_sets(*read, unidade(1), "mvp-v1")
    finally:
        reader.close()
    assert bench.agenda().em_espera == len(found.demandas) == len(found.scores)
    keys = [(-score, one) for one, score in zip(found.demandas, found.scores, strict=True)]
    assert keys == sorted(keys)
    assert demanda(4) == found.demandas[-1]
    assert list(scored) == [demanda(3)]
    assert (scored[demanda(3)].score_final, scored[demanda(3)].nivel_precedencia) == (70.0, 2)
    assert sum(ahead.values()) == found.demandas.index(demanda(4))
    assert (sum(other.values()), none) == (len(found.demandas) + len(bench.disponiveis()), {})


def test_many_are_read_as_one_by_one(bench: Bench) -> None:
    for n in range(1, queries.LOT + 4):
        bench.juntos(ranqueada(n, float(n)))
    reader = bench.office.database.open_reader()
    read = (reader.cursor, reader.dialect)
    try:
        ids = [demanda(n) for n in range(1, queries.LOT + 10)]
        found = queries.read_scored(*read, ids)
        single = {one: queries.read_scored(*read, [one]).get(one) for one in ids}
    finally:
        reader.close()
    assert len(found) == queries.LOT + 3
    assert found == {one: score for one, score in single.items() if score is not None}


def test_a_hundred_thousand_cost_one_read_of_an_index_and_pages_cost_their_rows(
    sqlite_office: Office,
) -> None:
    """Statements and plans are counted, no clock: the bench takes the times."""
    writer = sqlite_office.database.open_writer(checkpoints=True)
    ids = encher(writer, 100_000)
    writer.close()
    reader = sqlite_office.database.open_reader()
    cursor = RecordingCursor(reader.cursor)
    try:
        found = queries.read_queue(cursor, reader.dialect, UNIT)
        assert len(cursor.executed) == 1
        assert len(found.demandas) == len(ids) - HELD == 100_000
        page = queries.read_scored(cursor, reader.dialect, found.demandas[50_000:50_128])
        assert len(cursor.executed) == 3
        assert len(page) == 128
        assert queries.count_waiting(cursor, reader.dialect, UNIT) == 100_000
        middle = found.demandas[50_000]
        ahead = queries.count_ahead(cursor, reader.dialect, UNIT, found.scores[50_000], middle)
        assert sum(ahead.values()) == 50_000
    finally:
        reader.close()
    assert isinstance(sqlite_office.database, SqliteDatabase)
    with sqlite3.connect(sqlite_office.database.path) as connection:
        for one in cursor.executed:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {one.sql}", one.params)
            plan = " ".join(str(row[3]) for row in rows)
            assert "SCAN" not in plan, plan
            assert "INDEX" in plan
    connection.close()
