"""No read walks a table that grows with demands, and no page sorts what it does not show."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from core.colonies.d7_transparencia.queries import demanda as demandas
from core.colonies.d7_transparencia.queries import historico as resolvidas
from core.colonies.d7_transparencia.queries import mapa as mapas
from core.colonies.d7_transparencia.queries import painel, unidades
from core.colonies.d7_transparencia.queries import ranking as rankings
from core.colonies.d7_transparencia.queries import relatorio as relatorios
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.store.statement import Cursor, Dialect
from tests.core.colonies.d7_transparencia import conftest as e
from tests.core.colonies.d7_transparencia.conftest import Vitrine
from tests.core.colonies.d7_transparencia.test_leituras import later, territorio
from tests.support.office import demanda, unidade
from tests.support.recorded_sql import RecordingCursor

GROWING = ("d7_demanda_snapshots", "d7_timeline", "d7_esperas", "d7_demanda_evidencias")
SCAN = re.compile(rf"SCAN (?:TABLE )?({'|'.join(GROWING)})")
BELOW = Alcance(unidade(90))
EXACT = Alcance(unidade(1), so_esta=True)
POINT = rankings.PontoRanking(3, -4800, demanda(3))

Read = Callable[[Cursor, Dialect], Any]
PAGES: dict[str, Read] = {
    "linha do tempo": lambda c, d: demandas.read_timeline(c, d, demanda(1), 3),
    "linha do tempo adiante": lambda c, d: demandas.read_timeline(
        c, d, demanda(1), 3, demandas.Ponto(9, b"x" * 32)
    ),
    "histórico": lambda c, d: resolvidas.read_history(c, d, BELOW),
    "histórico por categoria": lambda c, d: resolvidas.read_history(
        c, d, BELOW, resolvidas.FiltroHistorico(categoria="3.1")
    ),
    "ranking": lambda c, d: rankings.read_ranking(c, d, unidade(1)),
    "ranking adiante": lambda c, d: rankings.read_ranking(c, d, unidade(1), 5, POINT),
    "agenda": lambda c, d: rankings.read_backlog(c, d, unidade(1)),
    "agenda adiante": lambda c, d: rankings.read_backlog(
        c, d, unidade(1), rankings.FiltroBacklog(nivel=3), 5, rankings.PontoBacklog(-1, demanda(1))
    ),
}
READS: dict[str, Read] = {
    **PAGES,
    "demanda": lambda c, d: demandas.read_demand(c, d, demanda(1)),
    "painel": lambda c, d: painel.read_panel(c, d, BELOW, later(40)),
    "painel desta": lambda c, d: painel.read_panel(c, d, EXACT, later(40)),
    "relatório": lambda c, d: relatorios.read_report(c, d, BELOW, relatorios.FiltroRelatorio()),
    "relatório do período": lambda c, d: relatorios.read_report(
        c, d, BELOW, relatorios.FiltroRelatorio(de="2026-01-01T00:00:00.000Z")
    ),
    "ranking por título": lambda c, d: rankings.read_ranking(c, d, unidade(1), titulo="rua"),
    "tamanho do ranking": lambda c, d: rankings.count_ranking(c, d, unidade(1)),
    "mapa": lambda c, d: mapas.read_map(c, d, mapas.Caixa(-23.6, -46.7, -23.5, -46.6)),
    "células do mapa": lambda c, d: mapas.read_cells(
        c, d, mapas.Caixa(-23.6, -46.7, -23.5, -46.6), 0.01
    ),
    "sem localização": mapas.count_unplaced,
    "unidades": lambda c, d: unidades.find_units(c, d, unidades.FiltroUnidade(nome="flor")),
}


@pytest.fixture
def busy(vitrine_sqlite: Vitrine) -> Vitrine:
    """Some of everything in two units."""
    vitrine_sqlite.publicar(territorio())
    for n in range(1, 13):
        vitrine_sqlite.publicar(*e.pronta(n, 1 + n % 2, score=100.0 * n))
        if n % 3 == 0:
            vitrine_sqlite.publicar(e.item(n, 1 + n % 2))
        if n % 4 == 0 or n == 5:
            vitrine_sqlite.publicar(e.concluida(n))
    return vitrine_sqlite


def recorded(vitrine: Vitrine, read: Read) -> tuple[list[str], list[str]]:
    """(statements that a read executed, lines of their plans)."""
    reader = vitrine.office.database.open_reader()
    cursor = RecordingCursor(reader.cursor)
    try:
        read(cursor, "sqlite")
    finally:
        reader.close()
    assert isinstance(vitrine.office.database, SqliteDatabase)
    plans: list[str] = []
    with sqlite3.connect(vitrine.office.database.path) as connection:
        for one in cursor.executed:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {one.sql}", one.params)
            plans += [str(row[3]) for row in rows]
    connection.close()
    return [one.sql for one in cursor.executed], plans


@pytest.mark.parametrize("name", READS)
def test_no_read_walks_what_grows(busy: Vitrine, name: str) -> None:
    _statements, plans = recorded(busy, READS[name])
    assert plans
    assert [line for line in plans if SCAN.match(line)] == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_sorts_what_it_does_not_show(busy: Vitrine, name: str) -> None:
    statements, plans = recorded(busy, PAGES[name])
    sorts = [line for line in plans if "TEMP B-TREE" in line and "DISTINCT" not in line]
    assert sorts == [], statements


@pytest.mark.parametrize("name", ["mapa", "células do mapa"])
def test_the_map_seeks_along_strips(busy: Vitrine, name: str) -> None:
    _statements, plans = recorded(busy, READS[name])
    seeks = [line for line in plans if "ix_d7_snapshots_mapa" in line]
    assert seeks
    assert all("situacao=? AND faixa=? AND coordenada_lng>? AND" in line for line in seeks)


def test_pages_of_many_units_read_a_row_of_each_and_the_page(busy: Vitrine) -> None:
    """Two units with concluded demands: a first row each, then chunks of whoever wins."""
    statements, _plans = recorded(busy, lambda c, d: resolvidas.read_history(c, d, BELOW, limite=1))
    assert len(statements) == 3
