"""Moderation: the denylist over a hundred thousand texts, and pages of a queue as long."""

from __future__ import annotations

import json
import random
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final

from app.settings.recursos import Recursos
from core.base.texto.denylist import Denylist
from core.colonies.catalogo import colony_metadata
from core.colonies.d1d_moderacao import queries, rows
from core.colonies.d1d_moderacao.queries import FiltroFila, Ponto
from core.colonies.d1d_moderacao.tables import fila_moderacao
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.bench.harness import Figure, Report, percentile
from tests.support.office import create_schema, demanda

GROUP: Final = "moderacao"
PAGE: Final = 100
SENTENCES: Final = 3
TERMS: Final = 200
_WAITING: Final = 0.9


def measure(report: Report, folder: Path, rounds: int, size: int) -> None:
    """All figures of this group.

    Args:
        report: where they go.
        folder: where the database lies.
        rounds: pages that are read.
        size: texts, and items of the queue.
    """
    _denylist(report, size)
    _pages(report, folder, rounds, size)


def _denylist(report: Report, size: int) -> None:
    chance = random.Random(1)  # no secret: texts for a measurement
    known = json.loads(Recursos().read_text("taxonomia/frases-v1.json"))["frases"]
    sentences = [one for category in known.values() for one in category]
    texts = [" ".join(chance.choices(sentences, k=SENTENCES)) for _ in range(size)]
    letters = "abcdefghilmnoprstuv"
    terms = ["".join(chance.choices(letters, k=8)) for _ in range(TERMS - 1)]
    denylist = Denylist([*terms, "vai tomar banho"])
    start = perf_counter()
    found = sum(bool(denylist.find(text)) for text in texts)
    spent = perf_counter() - start
    note = f"{size} textos, {sum(map(len, texts)) // size} letras em média, {TERMS} termos"
    report.add(Figure(GROUP, "denylist, um texto", "µs", spent / size * 1e6, nota=note))
    report.add(Figure(GROUP, "denylist, todos", "s", spent, nota=f"{found} achados"))


def _pages(report: Report, folder: Path, rounds: int, size: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    create_schema(f"sqlite:///{folder / FILE_NAME}", colony_metadata())
    database = SqliteDatabase(folder)
    writer = database.open_writer(checkpoints=True)
    chance = random.Random(2)  # as above
    names = ", ".join(rows.ITEM)
    marks = ", ".join("?" for _ in rows.ITEM)
    writer.cursor.execute("BEGIN")
    writer.cursor.executemany(
        f"INSERT INTO {fila_moderacao.name} ({names}) VALUES ({marks})",  # names of columns
        (_row(n, chance) for n in range(size)),
    )
    writer.cursor.execute("COMMIT")
    writer.close()
    reader = database.open_reader()
    cursor, dialect = reader.cursor, reader.dialect
    firsts, nexts, counts = [], [], []
    page: list[queries.ItemModeracao] = []
    waiting = FiltroFila()
    for _ in range(rounds):
        start = perf_counter()
        page = queries.read_queue(cursor, dialect, waiting, PAGE)
        firsts.append(perf_counter() - start)
        place = Ponto(_moment(chance.randrange(size)), "")
        start = perf_counter()
        queries.read_queue(cursor, dialect, waiting, PAGE, place)
        nexts.append(perf_counter() - start)
    for _ in range(max(3, rounds // 20)):
        start = perf_counter()
        queries.count_queue(cursor, dialect)
        counts.append(perf_counter() - start)
    reader.close()
    note = f"{size} itens, {len(page)} por página"
    report.add(Figure(GROUP, "primeira página", "ms", median(firsts) * 1e3, nota=note))
    report.add(Figure(GROUP, "página ao acaso", "ms", median(nexts) * 1e3, nota=note))
    worst = percentile(nexts, 0.99) * 1e3
    report.add(Figure(GROUP, "página ao acaso, p99", "ms", worst, nota=note))
    report.add(Figure(GROUP, "contar a fila", "ms", median(counts) * 1e3, nota=note))


def _row(n: int, chance: random.Random) -> tuple[Any, ...]:
    values: dict[str, Any] = {
        **dict.fromkeys(rows.ITEM),
        "item_id": demanda(n),
        "demanda_id": demanda(n),
        "tipo": chance.choice(("texto", "texto", "relato", "anexo")),
        "referencia_id": demanda(n),
        "status": "pendente" if chance.random() < _WAITING else "bloqueado",
        "vigente": 1,
        "removido_junto": 0,
        "bloqueio_provisorio": 0,
        "evento": n.to_bytes(32, "big"),
        "evento_id": demanda(n),
        "motivo": '["termo"]',
        "titulo": "Buraco na rua",
        "trecho": "Tem um buraco enorme na rua, já caiu gente. " * 3,
        "tem_conteudo": 1,
        "versao_vista": "ab" * 32,
        "entrou_em": _moment(n),
    }
    return tuple(values[name] for name in rows.ITEM)


def _moment(n: int) -> str:
    day, rest = divmod(n, 5_000)
    hour, second = divmod(rest, 250)
    return f"2026-{1 + day // 28 % 12:02}-{1 + day % 28:02}T{hour:02}:{second // 60:02}:{second % 60:02}.000Z"
