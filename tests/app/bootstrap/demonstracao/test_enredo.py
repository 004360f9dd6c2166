"""The story has what a demonstration has to show, on a clock of its own."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing

import pytest

from app.settings.lugares import Lugar
from core.kernel.store.sqlite import FILE_NAME
from tests.app.bootstrap.demonstracao.conftest import TODAY_MS

DAY_MS = 86_400_000


@pytest.fixture
def database(demo_place: Lugar) -> Iterator[sqlite3.Connection]:
    path = demo_place.dados / FILE_NAME
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield connection


def test_everything_that_a_month_can_show_happens(database: sqlite3.Connection) -> None:
    rows = database.execute("SELECT tipo, count(*) FROM event_log GROUP BY tipo")
    counts = Counter(dict(rows.fetchall()))
    assert counts["demanda.recebida"] > 80
    assert counts["conselheiro.cadastrado"] == 36
    for tipo in (
        "conselheiro.sorteado",
        "sorteio.sem_candidatos",
        "conselheiro.atribuicao_recusada",
        "conselheiro.atualização_publicada",
        "demanda.concluída",
        "demanda.corrigida",
        "agenda.gerada",
        "ranking.atualizado",
    ):
        assert counts[tipo] > 0, tipo
    assert database.execute("SELECT count(*) FROM dead_letter_queue").fetchone() == (0,)


def test_the_days_lie_in_the_past_and_follow_each_other(database: sqlite3.Connection) -> None:
    rows = database.execute("SELECT timestamp_ms FROM event_log ORDER BY sequence_number")
    moments = [moment for (moment,) in rows]
    assert moments == sorted(moments)
    assert moments[0] >= TODAY_MS - 31 * DAY_MS
    assert moments[-1] < TODAY_MS


def test_reviewers_leave_only_what_says_nothing(database: sqlite3.Connection) -> None:
    waiting = database.execute("SELECT count(*) FROM d3_fila_revisao").fetchone()[0]
    assert 0 < waiting < 25
