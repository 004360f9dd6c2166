"""A SQLite office that remembers every statement it executes: for query plans and benchmarks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from typing_extensions import override

from core.kernel.store.sqlite import SqliteDatabase, SqliteReader, SqliteWriter


class Executed(NamedTuple):
    """A statement as the driver got it; ``params`` is a list of rows where ``many``."""

    sql: str
    params: Any
    many: bool


@dataclass(slots=True)
class RecordingCursor:
    """A cursor that remembers what it was asked to do."""

    inner: Any
    executed: list[Executed] = field(default_factory=list)

    @property
    def rowcount(self) -> int:
        return int(self.inner.rowcount)

    def execute(self, sql: str, params: Any = (), /) -> RecordingCursor:
        self.inner.execute(sql, params)
        self.executed.append(Executed(sql, params, many=False))
        return self

    def executemany(self, sql: str, params: Any, /) -> RecordingCursor:
        rows = list(params)
        self.inner.executemany(sql, rows)
        self.executed.append(Executed(sql, rows, many=True))
        return self

    def fetchone(self) -> Any:
        return self.inner.fetchone()

    def fetchmany(self, size: int = 1, /) -> Any:
        return self.inner.fetchmany(size)

    def fetchall(self) -> Any:
        return self.inner.fetchall()

    def close(self) -> None:
        self.inner.close()


class RecordedDatabase(SqliteDatabase):
    """The product's database; ``executed`` holds what its writers and readers executed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.executed: list[Executed] = []

    @override
    def open_writer(self, *, checkpoints: bool) -> SqliteWriter:
        writer = super().open_writer(checkpoints=checkpoints)
        recording: Any = RecordingCursor(writer.cursor, self.executed)
        writer.cursor = recording
        return writer

    @override
    def open_reader(self) -> SqliteReader:
        reader = super().open_reader()
        recording: Any = RecordingCursor(reader.cursor, self.executed)
        reader.cursor = recording
        return reader
