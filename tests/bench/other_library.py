"""Append beside append: the recorder of the ``eventsourcing`` library on SQLite.

It stores opaque bytes of an aggregate's event and nothing else: no contract, no seal, no colony.
Ours here is likewise an append alone: seal and append, no colony. Both commit one event at a time
with the same ``synchronous``, and store the same number of bytes.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Final
from uuid import uuid4

from core.kernel.colony import Colony, no_keys
from tests.bench import colonies
from tests.bench.harness import Figure, Report, paired
from tests.bench.offices import BenchDatabase, copied, found_template, running

GROUP: Final = "Ao lado de eventsourcing (gravador SQLite)"
BATCH: Final = 1_000


def _publisher() -> Colony:
    return Colony(
        id="B-1",
        prefixo="b1",
        nome="Só publica",
        publica=(colonies.TYPE,),
        apply={},
        chaves=no_keys,
    )


class Appending:
    """Appends of ``count`` events, ``size`` a transaction."""

    def __init__(self, template: Path, folder: Path, count: int, size: int, state: bytes) -> None:
        self._template = template
        self._folder = folder
        self._count = count
        self._size = size
        self._state = state

    def ours(self) -> float:
        """Seconds an event."""
        database = BenchDatabase(copied(self._template, self._folder / "nosso"), "NORMAL")
        took = 0.0
        with running(database, [_publisher()]) as engine:
            for first in range(0, self._count, self._size):
                events = [colonies.event(n) for n in range(first, first + self._size)]
                started = perf_counter()
                engine.publicar("B-1", *events)
                took += perf_counter() - started
        return took / self._count

    def theirs(self) -> float:
        """Seconds an event through the library's recorder."""
        # By name: checkers run where the library is not installed.
        persistence = import_module("eventsourcing.persistence")
        sqlite = import_module("eventsourcing.sqlite")

        folder = self._folder / "eventsourcing"
        folder.mkdir(exist_ok=True)
        path = folder / "gravador.sqlite"
        for old in folder.iterdir():
            old.unlink()
        store = sqlite.SQLiteDatastore(str(path), pool_size=1)
        recorder = sqlite.SQLiteApplicationRecorder(store)
        recorder.create_table()
        with store.get_connection(commit=True) as connection:
            connection.cursor().execute("PRAGMA synchronous=NORMAL")
        took = 0.0
        for first in range(0, self._count, self._size):
            events = [
                persistence.StoredEvent(uuid4(), n, colonies.TYPE, self._state)
                for n in range(first, first + self._size)
            ]
            started = perf_counter()
            recorder.insert_events(events)
            took += perf_counter() - started
        store.close()
        return took / self._count


def measure(report: Report, folder: Path, rounds: int, count: int) -> None:
    """One by one and in batches; a line that says so where the library is missing."""
    if find_spec("eventsourcing") is None:
        note = "não instalada: pip install -r requirements-bench.txt"
        report.add(Figure(GROUP, "gravar", "µs", None, nota=note))
        return
    template = found_template(folder / "modelo-outra")
    state = bytes(1_400)  # header and parts of our event, together
    for size, name in ((1, "gravar um a um"), (BATCH, f"gravar lotes de {BATCH}")):
        case = Appending(
            template, folder, count if size == 1 else max(count, 5 * BATCH), size, state
        )
        ours, theirs, ratio = paired(rounds, case.ours, case.theirs)
        note = "base: eventsourcing, sem selo nem contrato"
        report.add(Figure(GROUP, name, "µs/evento", ours, theirs, ratio, nota=note))
