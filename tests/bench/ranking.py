"""One more demand in a ranking of 1,000, 10,000 and 100,000, with its row.

Ours: position and top ahead of time, the row, the key in its block. The yardstick is what the
specification describes (D-4 4.4, 6.4): an array that is sorted anew, the row, and the position of
every row of the unit written again. Both within one open transaction, so that the disk's own time
hides neither; both from the same rows, undone after each round.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from core.colonies.d4_ranking import queries, rows
from core.colonies.d4_ranking.colony import RANKING
from core.colonies.d4_ranking.memory import Memoria
from core.colonies.d4_ranking.order import Previa, chave
from core.colonies.d4_ranking.tables import metadata
from core.kernel.engine.colony_db import ColonyDb
from core.kernel.store.attachments import NoAttachments
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase, SqliteWriter
from tests.bench.harness import Figure, Report, alone, paired
from tests.support.office import create_schema

GROUP: Final = "ranking"
UNIT: Final = "11111111-0000-5000-8000-000000000001"
MOMENT: Final = "2026-05-28T20:26:40.000Z"
# Size -> (what the specification's design took, our aim), in milliseconds.
AIMS: Final = {1_000: (1.3, 0.1), 10_000: (18.5, 0.15), 100_000: (354.0, 0.6)}
OURS_A_ROUND: Final = 200
THEIRS_A_ROUND: Final = {1_000: 50, 10_000: 10, 100_000: 2}

_SPEC: Final = """
CREATE TABLE d4_spec (
    demanda_id TEXT PRIMARY KEY, unidade_civica_id TEXT NOT NULL, score_final REAL NOT NULL,
    posicao INTEGER, event_id TEXT NOT NULL, ativo INTEGER NOT NULL
);
CREATE INDEX spec_unidade ON d4_spec (unidade_civica_id);
CREATE INDEX spec_event ON d4_spec (event_id);
CREATE INDEX spec_posicao ON d4_spec (unidade_civica_id, posicao);
"""


def _row(number: int, rng: random.Random) -> dict[str, Any]:
    """A demand with a score as the formula gives them."""
    score = rng.choice((100, 80, 60, 40, 20)) * rng.randrange(10, 101) * rng.randrange(1, 101) / 100
    return {
        "demanda_id": f"{rng.getrandbits(32):08x}-0000-4000-8000-{number:012x}",
        "unidade_civica_id": UNIT,
        "score_final": round(score, 2),
        "peso_nacional": 100.0,
        "peso_situacional": 1.0,
        "score_horizontal": 95,
        "nivel_precedencia": 1,
        "categoria_id": "1.1",
        "versao_parametros": "mvp-v1",
        "evento": number.to_bytes(32, "big"),
        "event_id": f"00000000-0000-4000-8000-{number:012x}",
        "correlacao_id": None,
        "calculado_em": MOMENT,
        "ativo": 1,
        "saiu_por": None,
    }


def measure(report: Report, folder: Path, rounds: int, largest: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        folder: where the databases lie.
        rounds: pairs of runs a figure.
        largest: demands of the largest ranking.
    """
    for size in (one for one in AIMS if one <= largest):
        place = folder / f"ranking-{size}"
        place.mkdir(parents=True)
        create_schema(f"sqlite:///{place / FILE_NAME}", metadata)
        rng = random.Random(size)
        filled = [_row(number, rng) for number in range(size)]
        writer = SqliteDatabase(place).open_writer(checkpoints=True)
        try:
            _fill(writer, filled)
            _insertion(report, writer, filled, rounds, rng)
            _loading(report, writer, size, rounds)
            _reading(report, writer, filled, rounds)
        finally:
            writer.close()


def _fill(writer: SqliteWriter, filled: list[dict[str, Any]]) -> None:
    writer.begin()
    rows.new(RANKING.tables[0]).run_many(writer.cursor, writer.dialect, filled)
    for statement in _SPEC.strip().split(";\n"):
        writer.cursor.execute(statement)
    ordered = sorted(filled, key=_key)
    writer.cursor.executemany(
        "INSERT INTO d4_spec VALUES (:demanda_id, :unidade_civica_id, :score_final, :posicao,"
        " :event_id, 1)",
        [{**row, "posicao": place} for place, row in enumerate(ordered, 1)],
    )
    writer.commit()


def _key(row: dict[str, Any]) -> tuple[float, str]:
    return chave(row["score_final"], row["demanda_id"])


def _insertion(
    report: Report,
    writer: SqliteWriter,
    filled: list[dict[str, Any]],
    rounds: int,
    rng: random.Random,
) -> None:
    size, numbers = len(filled), count(len(filled))
    keys = sorted(_key(row) for row in filled)

    def undone(times: int, prepare: Callable[[], Callable[[dict[str, Any]], None]]) -> float:
        """Seconds an insertion, in a transaction that is rolled back."""
        new = [_row(next(numbers), rng) for _ in range(times)]
        writer.begin()
        insert = prepare()
        start = perf_counter()
        for row in new:
            insert(row)
        took = perf_counter() - start
        writer.rollback()
        return took / times

    def ours() -> Callable[[dict[str, Any]], None]:
        db = ColonyDb(writer, RANKING, NoAttachments())
        known: Memoria = db.memory
        known.unidade(UNIT)

        def insert(row: dict[str, Any]) -> None:
            ahead = Previa(known.unidade(UNIT))
            ahead.move(None, _key(row))
            ahead.position(_key(row))
            ahead.top(10)
            rows.write_ranking(db, None, row)

        return insert

    def theirs() -> Callable[[dict[str, Any]], None]:
        ranking = list(keys)

        def insert(row: dict[str, Any]) -> None:
            ranking.append(_key(row))
            ranking.sort()
            writer.cursor.execute(
                "INSERT INTO d4_spec VALUES (:demanda_id, :unidade_civica_id, :score_final, NULL,"
                " :event_id, 1)",
                row,
            )
            writer.cursor.executemany(
                "UPDATE d4_spec SET posicao = ? WHERE demanda_id = ?",
                [(place, demanda) for place, (_score, demanda) in enumerate(ranking, 1)],
            )

        return insert

    mine, other, ratio = paired(
        rounds,
        lambda: undone(OURS_A_ROUND, ours),
        lambda: undone(THEIRS_A_ROUND[size], theirs),
    )
    before, aim = AIMS[size]
    reached = "sim" if mine / 1000 <= aim else "NÃO"
    report.add(
        Figure(
            GROUP,
            f"inserir em {size:,}".replace(",", "."),
            "µs",
            mine,
            other,
            ratio,
            meta=round(aim / before, 4),
            nota=f"com a linha, até {aim:g} ms: {reached}; base: todas as posições regravadas",
        )
    )


def _loading(report: Report, writer: SqliteWriter, size: int, rounds: int) -> None:
    def load() -> float:
        known = Memoria(ColonyDb(writer, RANKING, NoAttachments()))
        start = perf_counter()
        known.unidade(UNIT)
        return perf_counter() - start

    name = f"carregar a ordem de {size:,}".replace(",", ".")
    report.add(Figure(GROUP, name, "ms", alone(rounds, load) / 1000, nota="das linhas"))


def _reading(
    report: Report, writer: SqliteWriter, filled: list[dict[str, Any]], rounds: int
) -> None:
    middle = sorted(filled, key=_key)[len(filled) // 2]
    point = queries.Continuacao(middle["score_final"], middle["demanda_id"])
    reads: dict[str, Callable[[], object]] = {
        "posição no meio": lambda: queries.read_position(
            writer.cursor, writer.dialect, middle["demanda_id"]
        ),
        "página do meio": lambda: queries.read_page(writer.cursor, writer.dialect, UNIT, point),
        "as dez primeiras": lambda: queries.read_top(writer.cursor, writer.dialect, UNIT, 10),
    }
    for what, read in reads.items():

        def once(read: Callable[[], object] = read) -> float:
            start = perf_counter()
            for _ in range(20):
                read()
            return (perf_counter() - start) / 20

        name = f"ler de {len(filled):,}: {what}".replace(",", ".")
        report.add(Figure(GROUP, name, "µs", alone(rounds, once), nota="contada em SQL"))
