"""An office for tests: a real database, a real engine, a clock that stands still.

``office`` runs on SQLite and on PostgreSQL; ``sqlite_office`` only on SQLite.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine

from core.colonies.catalogo import colony_metadata
from core.contracts.catalogo import MODELS
from core.kernel.clock import ManualClock
from core.kernel.colony import Colony
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.engine.effects import Executor
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from core.kernel.ids import SeededIds
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.store import installation as facts
from core.kernel.store import tables
from core.kernel.store.attachments import Attachments, NoAttachments
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.database import Database
from core.kernel.store.installation import Installation
from core.kernel.store.log_read import read_range
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.sqlite import FILE_NAME, SqliteDatabase
from tests.support import toy_colonies
from tests.support.postgres import PostgresServer
from tests.support.toy_contracts import TOY_MODELS

START_MS = 1_780_000_000_000
TEST_REDE = "ab" * 32
TEST_NO = "cd" * 16
DEMANDA = "00000000-0000-4000-8000-{:012x}"


def demanda(n: int) -> str:
    """A demand id for tests."""
    return DEMANDA.format(n)


def unidade(n: int) -> str:
    """A unit id for tests."""
    return f"11111111-0000-5000-8000-{n:012x}"


def conselheiro(n: int) -> str:
    """A councillor id for tests."""
    return f"22222222-0000-4000-8000-{n:012x}"


def pedido(n: int, u: int = 1, **more: Any) -> NewEvent:
    """A toy request."""
    payload = {"demanda_id": demanda(n), "unidade_civica_id": unidade(u), **more}
    return NewEvent("brinquedo.pedido_feito", payload, sujeito=demanda(n))


def retirado(n: int) -> NewEvent:
    """A toy request withdrawn."""
    return NewEvent("brinquedo.pedido_retirado", {"demanda_id": demanda(n)}, sujeito=demanda(n))


def encerrado(n: int) -> NewEvent:
    """A toy request done."""
    return NewEvent("brinquedo.pedido_encerrado", {"demanda_id": demanda(n)}, sujeito=demanda(n))


def entrou(n: int, u: int = 1) -> NewEvent:
    """A toy councillor arrives."""
    payload = {"conselheiro_id": conselheiro(n), "unidade_civica_id": unidade(u)}
    return NewEvent("brinquedo.conselheiro_entrou", payload, sujeito=conselheiro(n))


@dataclass
class Office:
    """A database and what an engine over it needs; engines are stopped at the end of the test."""

    database: Database
    colonies: Sequence[Colony] = toy_colonies.TOY_COLONIES
    clock: ManualClock = field(default_factory=lambda: ManualClock(START_MS))
    ids: SeededIds = field(default_factory=lambda: SeededIds(7))
    log: list[bytes] = field(default_factory=list)
    attachments: Attachments = field(default_factory=NoAttachments)
    executors: Mapping[str, Executor] = field(default_factory=dict)
    registry: Registry = field(default_factory=lambda: Registry((*MODELS, *TOY_MODELS)))
    engines: list[Engine] = field(default_factory=list)

    def engine(self, *, inline: bool = True, start: bool = True, **more: Any) -> Engine:
        """A new engine over the same database; ``more`` are other fields of ``EngineParts``."""
        engine = build_engine(
            EngineParts(
                database=self.database,
                registry=self.registry,
                colonies=self.colonies,
                rede=TEST_REDE,
                no=TEST_NO,
                epoca=0,
                clock=self.clock,
                ids=self.ids,
                telemetry=Telemetry(self.clock, self.log.append),
                attachments=self.attachments,
                executors=self.executors,
                inline=inline,
                **more,
            )
        )
        self.engines.append(engine)
        if start:
            engine.start()
        return engine

    def stop(self) -> None:
        """Stop every engine."""
        while self.engines:
            self.engines.pop().stop()

    def restart(self, **more: Any) -> Engine:
        """Stop and start again, as after closing the window."""
        self.stop()
        return self.engine(**more)

    def events(self) -> list[Event]:
        """The whole log."""
        reader = self.database.open_reader()
        try:
            return list(read_range(reader.cursor, reader.dialect, 0, 1 << 40))
        finally:
            reader.close()

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What a read-only connection sees."""
        reader = self.database.open_reader()
        try:
            reader.cursor.execute(sql)
            return [tuple(row) for row in reader.cursor.fetchall()]
        finally:
            reader.close()

    def dump(self) -> bytes:
        """All projections as canonical bytes."""
        reader = self.database.open_reader()
        try:
            return dump_projections(reader.cursor, reader.dialect, self.colonies)
        finally:
            reader.close()


def create_schema(url: str, *extra: MetaData) -> None:
    """All kernel tables, and those of the toy colonies, in an empty database."""
    engine = create_engine(url)
    for metadata in (tables.metadata, *extra):
        metadata.create_all(engine)
    with engine.begin() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        facts.found(
            raw.cursor(),
            "sqlite" if url.startswith("sqlite") else "postgresql",
            Installation(TEST_REDE, TEST_NO, 0, "ef" * 16, True, False),
            b"{}",
            b"[]",
        )
    engine.dispose()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A founded, empty office to be copied."""
    path = tmp_path_factory.mktemp("modelo") / FILE_NAME
    create_schema(f"sqlite:///{path}", toy_colonies.metadata, colony_metadata())
    return path


@pytest.fixture
def sqlite_office(sqlite_template: Path, tmp_path: Path) -> Iterator[Office]:
    """An office on SQLite."""
    folder = tmp_path / "escritorio"
    folder.mkdir()
    shutil.copy(sqlite_template, folder / FILE_NAME)
    office = Office(SqliteDatabase(folder))
    yield office
    office.stop()


@pytest.fixture
def postgres_office(postgres_server: PostgresServer) -> Iterator[Office]:
    """An office on PostgreSQL."""
    template = postgres_server.template(
        "modelo_escritorio",
        lambda url: create_schema(url, toy_colonies.metadata, colony_metadata()),
    )
    name = postgres_server.create(template)
    office = Office(PostgresDatabase(postgres_server.url(name)))
    yield office
    office.stop()
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def office(request: pytest.FixtureRequest) -> Office:
    """An office on each of the two databases."""
    name = "sqlite_office" if request.param == "sqlite" else "postgres_office"
    office: Office = request.getfixturevalue(name)
    return office


Build = Callable[[], Engine]
