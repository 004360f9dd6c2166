"""A really founded office: migrated database, keys in memory, guard and root key file.

``tests.support.office`` copies a template and is quicker; this one is for tests about founding,
opening, copies and verification, which look at genesis, guard and signatures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table

from core.colonies.catalogo import colony_metadata
from core.contracts.catalogo import MODELS
from core.crypto.vault import VaultParams
from core.kernel.clock import ManualClock
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.engine.engine import Engine
from core.kernel.event import Event, NewEvent
from core.kernel.identity.guard_file import GuardFile
from core.kernel.identity.keystore import MemoryKeyStore
from core.kernel.ids import SeededIds
from core.kernel.observability.telemetry import Telemetry
from core.kernel.registry import Registry
from core.kernel.sealing import Sealer
from core.kernel.store.database import Database
from core.kernel.store.founding import FoundedOffice, NewOffice, found_office
from core.kernel.store.log_append import Batch, Place, load_tail, save_tail
from core.kernel.store.log_read import read_range
from core.kernel.store.opening import OpenOffice, open_office, own_head
from core.kernel.store.postgres import PostgresDatabase
from core.kernel.store.schema_engine import open_engine
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.verification.report import Report
from core.kernel.verification.scope import Scope
from core.kernel.verification.verifier import verify_database
from tests.support import toy_colonies
from tests.support.office import START_MS, encerrado, entrou, pedido
from tests.support.postgres import PostgresServer
from tests.support.toy_contracts import TOY_MODELS

CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)


@dataclass
class Founded:
    """An office that was founded for one test."""

    database: Database
    settings: Path
    office: FoundedOffice
    keys: MemoryKeyStore
    clock: ManualClock = field(default_factory=lambda: ManualClock(START_MS))
    ids: SeededIds = field(default_factory=lambda: SeededIds("depois"))
    registry: Registry = field(default_factory=lambda: Registry((*MODELS, *TOY_MODELS)))

    @property
    def guard(self) -> GuardFile:
        """Its guard."""
        return GuardFile(self.office.guard_file)

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables beside the kernel's: the program's colonies' and the toys'."""
        metadatas = (colony_metadata(), toy_colonies.metadata)
        return tuple(table for one in metadatas for table in one.tables.values())

    def work(self) -> None:
        """An ordinary small day, through the engine, closed cleanly."""
        engine = self.engine()
        engine.publicar("T-1", entrou(1))
        for n in range(1, 7):
            more: dict[str, Any] = {
                "titulo": f"Buraco {n}",
                "texto_bruto": "x" * (700 * n),
                "nome": f"Pessoa {n}",
            }
            engine.publicar("T-1", pedido(n, **more))
        engine.publicar("T-1", encerrado(1))
        engine.aguardar_ocioso(trabalhos=True)
        engine.stop()

    def sql(self, *statements: str) -> None:
        """Change rows behind the program's back."""
        writer = self.database.open_writer(checkpoints=True)
        try:
            writer.begin()
            for statement in statements:
                writer.cursor.execute(statement)
            writer.commit()
        finally:
            writer.close()

    @property
    def scope(self) -> Scope:
        """All that a verification may be held against."""
        return Scope(self.registry, self.tables, toy_colonies.TOY_COLONIES)

    def verify(self) -> Report:
        """As ``verificar`` does."""
        return verify_database(self.database, self.scope)

    def open(self) -> OpenOffice:
        """As the program does at every start."""
        return open_office(self.database, self.settings)

    def engine(self) -> Engine:
        """A started inline engine over the open epoch; the caller stops it."""
        installation = self.open().installation
        engine = build_engine(
            EngineParts(
                database=self.database,
                registry=self.registry,
                colonies=toy_colonies.TOY_COLONIES,
                rede=installation.rede,
                no=installation.no,
                epoca=installation.epoca,
                clock=self.clock,
                ids=self.ids,
                telemetry=Telemetry(self.clock),
                inline=True,
            )
        )
        engine.start()
        return engine

    def append(self, *events: NewEvent, causa: Event | None = None) -> list[Event]:
        """Seal and append without an engine, in one transaction; nothing is applied."""
        installation = self.open().installation
        sealer = Sealer(installation.rede, self.clock, self.ids)
        writer = self.database.open_writer(checkpoints=True)
        written: list[Event] = []
        try:
            writer.begin()
            tail = load_tail(writer.cursor, writer.dialect, installation.no, installation.epoca)
            for new in events:
                contract = self.registry.contract(new.tipo, new.versao)
                sealed = sealer.seal(
                    new,
                    contract,
                    origem="T-1",
                    regra_versao=1,
                    feed=tail.feed_head(),
                    causa=None if causa is None else causa.event_hash,
                    chave_derivacao=f"T-1/{new.tipo}/{len(written)}",
                    correlacao_id=None if causa is None else causa.correlacao_id,
                )
                cause = None if causa is None else Place.of(causa)
                batch = Batch(tail, cause, self.clock.now_ms())
                batch.add(sealed, contract.assuntos(new.payload))
                written += batch.append(writer.cursor, writer.dialect)
            save_tail(writer.cursor, writer.dialect, tail)
            writer.commit()
        except Exception as error:
            writer.rollback()
            raise self.database.fault(error) or error from error
        finally:
            writer.close()
        return written

    def write_guard(self) -> None:
        """As the program does when it closes."""
        reader = self.database.open_reader()
        try:
            self.guard.write(own_head(reader, self.open().installation))
        finally:
            reader.close()

    def events(self) -> list[Event]:
        """The whole log."""
        reader = self.database.open_reader()
        try:
            return list(read_range(reader.cursor, reader.dialect, 0, 1 << 40))
        finally:
            reader.close()


def found(database: Database, settings: Path, seed: str = "fundação") -> Founded:
    """Found an office there; ``seed`` decides its keys and so its network."""
    keys = MemoryKeyStore()
    new = NewOffice(settings, lambda _identity: keys, vault_params=CHEAP)
    office = found_office(database, new, SeededIds(seed))
    with open_engine(database, create=False) as connection:
        toy_colonies.metadata.create_all(connection)
    return Founded(database, settings, office, keys)


@pytest.fixture
def founded_sqlite(tmp_path: Path) -> Founded:
    """A founded office on SQLite."""
    return found(SqliteDatabase(tmp_path / "dados"), tmp_path / "ajustes")


@pytest.fixture
def founded_postgres(postgres_server: PostgresServer, tmp_path: Path) -> Iterator[Founded]:
    """A founded office on PostgreSQL."""
    name = postgres_server.create()
    yield found(PostgresDatabase(postgres_server.url(name)), tmp_path / "ajustes do servidor")
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def founded(request: pytest.FixtureRequest) -> Founded:
    """A founded office on each of the two databases."""
    name = "founded_sqlite" if request.param == "sqlite" else "founded_postgres"
    office: Founded = request.getfixturevalue(name)
    return office
