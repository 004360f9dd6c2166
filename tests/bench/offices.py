"""Offices to measure: the product's own engine over a database whose pragmas the bench chooses.

The product always runs with ``synchronous=FULL``; other modes exist here only, because aims are
set against NORMAL and against a file system in memory, where no disk hides what we cost.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

from typing_extensions import override

from core.kernel.clock import SystemClock
from core.kernel.colony import Colony
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.engine.engine import Engine
from core.kernel.ids import SystemIds
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase, SqliteWriter
from tests.bench import colonies
from tests.support.office import TEST_NO, TEST_REDE, create_schema
from tests.support.postgres import PostgresServer, server_programs
from tests.support.recorded_sql import Executed, RecordingCursor

Synchronous = Literal["FULL", "NORMAL"]
LOG_NAME: Final = "registro.jsonl"


class BenchDatabase(SqliteDatabase):
    """The product's database with another ``synchronous``, its statements recorded on demand."""

    def __init__(self, folder: Path, synchronous: Synchronous, *, records: bool = False) -> None:
        super().__init__(folder)
        self.synchronous = synchronous
        self._records = records
        self.executed: list[Executed] = []

    @override
    def open_writer(self, *, checkpoints: bool) -> SqliteWriter:
        """The product's writer; only then the mode is changed."""
        writer = super().open_writer(checkpoints=checkpoints)
        writer.cursor.execute(f"PRAGMA synchronous={self.synchronous}")
        if self._records:
            recording: Any = RecordingCursor(writer.cursor, self.executed)
            writer.cursor = recording
        return writer


@contextmanager
def work_folder(base: Path) -> Iterator[Path]:
    """A folder of this run only."""
    with TemporaryDirectory(prefix="formigueiro-bench-", dir=base) as name:
        yield Path(name)


@contextmanager
def scratch_server() -> Iterator[str | None]:
    """URL of an empty database on a PostgreSQL server of this run; None where there is none.

    The server does not wait for its disk, as in the tests: it is our cost that is measured.
    """
    programs = server_programs()
    if programs is None:
        yield None
        return
    server = PostgresServer(programs)
    try:
        server.start()
        yield server.url(server.create())
    finally:
        server.stop()


def found_template(folder: Path) -> Path:
    """A founded, empty office with all tables of the benchmarks."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    create_schema(f"sqlite:///{path}", colonies.metadata)
    return path


def copied(template: Path, folder: Path) -> Path:
    """A fresh office folder with a copy of a database that nobody has open."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    shutil.copyfile(template, folder / FILE_NAME)
    return folder


@contextmanager
def running(
    database: BenchDatabase,
    listeners: Sequence[Colony],
    *,
    inline: bool = True,
    start: bool = True,
) -> Iterator[Engine]:
    """The product's engine over a database, logs on: an unbuffered file, one write a commit."""
    clock = SystemClock()
    with (database.folder / LOG_NAME).open("ab", buffering=0) as log:
        write: Callable[[bytes], Any] = log.write
        engine = build_engine(
            EngineParts(
                database=database,
                registry=Registry(colonies.MODELS),
                colonies=listeners,
                rede=TEST_REDE,
                no=TEST_NO,
                epoca=0,
                clock=clock,
                ids=SystemIds(),
                telemetry=Telemetry(clock, write),
                inline=inline,
            )
        )
        if start:
            engine.start()
        try:
            yield engine
        finally:
            engine.stop()
