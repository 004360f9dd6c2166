"""Verifying the chain beside the bare loop that only reads headers and hashes them."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Final

from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.verification.chain import verify_chain
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database
from tests.bench import colonies
from tests.bench.harness import Figure, Report, paired
from tests.bench.publish import bare_connection
from tests.bench.real_office import long_office

GROUP: Final = "Verificar"


def _chain(database: SqliteDatabase, count: int) -> float:
    reader = database.open_reader()
    started = perf_counter()
    report = verify_chain(reader)
    took = perf_counter() - started
    reader.close()
    if not report.ok or report.eventos < count:
        raise RuntimeError(f"chain of {count} events not verified: {report}")
    return took / count


def _everything(database: SqliteDatabase, count: int) -> float:
    started = perf_counter()
    report = verify_database(database, Scope(registry=Registry((*MODELS, *colonies.MODELS))))
    took = perf_counter() - started
    if report.primeiro_evento is not None or report.eventos < count:
        raise RuntimeError(f"log of {count} events not verified: {report}")
    return took / count


def _bare(path: Path, count: int) -> float:
    connection = bare_connection(path, "NORMAL")
    rows = connection.execute("SELECT event_hash, header FROM event_log ORDER BY sequence_number")
    started = perf_counter()
    wrong = sum(sha256(b"\x00" + header).digest() != stored for stored, header in rows)
    took = perf_counter() - started
    connection.close()
    if wrong:
        raise RuntimeError(f"{wrong} hashes differ")
    return took / count


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """Both verifications, on a log of ``count`` events."""
    with long_office(folder / "verificar", count) as place:
        database = SqliteDatabase(place.dados)
        bare = partial(_bare, database.path, count)
        note = "base: ler e SHA-256"
        figures = paired(rounds, partial(_chain, database, count), bare)
        report.add(Figure(GROUP, "a cadeia", "µs/evento", *figures, nota=note))
        figures = paired(max(2, rounds // 2), partial(_everything, database, count), bare)
        name = "tudo (partes, contratos, colunas)"
        report.add(Figure(GROUP, name, "µs/evento", *figures, nota=note))
