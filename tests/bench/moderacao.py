"""Moderation: the denylist over a hundred thousand texts, and pages of a queue as long."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from app.settings.recursos import Recursos
from core.base.texto.denylist import Denylist
from core.colonies.catalogo import colony_metadata
from core.colonies.d1d_moderacao import queries, rows
from core.colonies.d1d_moderacao.queries import FiltroFila, Ponto
from core.colonies.d1d_moderacao.tables import fila_moderacao
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.bench.harness import Figure, Report, paired, percentile
from tests.support.office import create_schema, demanda

GROUP: Final = "moderacao"
PAGE: Final = 100
SENTENCES: Final = 3
TERMS: Final = 200
ROUNDS: Final = 3
_WAITING: Final = 0.9
# What a page and a count cost the database alone.
_BARE_PAGE: Final = (
    f"SELECT {', '.join(rows.ITEM)} FROM {fila_moderacao.name} "  # names of columns
    "WHERE status = 'pendente' AND entrou_em > ? ORDER BY entrou_em, item_id LIMIT ?"
)
_BARE_COUNT: Final = (
    f"SELECT status, tipo, count(*) FROM {fila_moderacao.name} GROUP BY status, tipo"  # as above
)


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
    # The yardstick: one pattern of all terms, over the text as it stands, without word bounds.
    bare = re.compile("|".join(map(re.escape, [*terms, "vai tomar banho"])))
    found: list[int] = []

    def ours() -> float:
        start = perf_counter()
        found[:] = [sum(bool(denylist.find(text)) for text in texts)]
        return (perf_counter() - start) / size

    def base() -> float:
        start = perf_counter()
        for text in texts:
            bare.search(text.lower())
        return (perf_counter() - start) / size

    spent, plain, ratio = paired(ROUNDS, ours, base)
    note = f"{size} textos, {sum(map(len, texts)) // size} letras em média, {TERMS} termos; ao lado: re"
    report.add(Figure(GROUP, "denylist, um texto", "µs", spent, plain, ratio, nota=note))
    whole = spent * size / 1e6
    report.add(Figure(GROUP, "denylist, todos", "s", whole, nota=f"{found[0]} achados"))


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
    nexts: list[float] = []
    page: list[queries.ItemModeracao] = []
    waiting = FiltroFila()
    raw = sqlite3.connect(folder / FILE_NAME)
    places = [_moment(chance.randrange(size)) for _ in range(rounds)]

    def first() -> None:
        page[:] = queries.read_queue(cursor, dialect, waiting, PAGE)

    def anywhere(place: str) -> None:
        start = perf_counter()
        queries.read_queue(cursor, dialect, waiting, PAGE, Ponto(place, ""))
        nexts.append(perf_counter() - start)

    def bare(place: str) -> None:
        raw.execute(_BARE_PAGE, (place, PAGE)).fetchall()

    lines = (
        ("primeira página", lambda _: first(), lambda _: bare("")),
        ("página ao acaso", anywhere, bare),
        (
            "contar a fila",
            lambda _: queries.count_queue(cursor, dialect),
            lambda _: raw.execute(_BARE_COUNT).fetchall(),
        ),
    )
    for name, ours, base in lines:
        some = places if name != "contar a fila" else places[: max(3, rounds // 20)]
        spent, plain, ratio = paired(ROUNDS, _each(ours, some), _each(base, some))
        note = f"{size} itens, {len(page)} por página; ao lado: sqlite3"
        report.add(Figure(GROUP, name, "ms", spent / 1e3, plain / 1e3, ratio, nota=note))
    worst = percentile(nexts, 0.99) * 1e3
    report.add(Figure(GROUP, "página ao acaso, p99", "ms", worst, nota=f"{size} itens"))
    raw.close()
    reader.close()


def _each(work: Callable[[str], object], places: Sequence[str]) -> Callable[[], float]:
    """A round: seconds for one place, over all of them."""

    def once() -> float:
        start = perf_counter()
        for place in places:
            work(place)
        return (perf_counter() - start) / len(places)

    return once


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
