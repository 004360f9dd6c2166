"""Offices of one network for tests: real databases and engines, joined by hand, exchanging files.

Each is founded by itself and, before it has written anything, given the network document that lists
all of them. ``rede aceitar`` does the same for people; tests of the exchange need no more.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from core.crypto import ed25519
from core.kernel.clock import format_timestamp
from core.kernel.colony import Colony
from core.kernel.engine.assembly import EngineParts, build_engine
from core.kernel.engine.custody import Custody, FullCustody
from core.kernel.engine.engine import Engine
from core.kernel.engine.notary import Notary
from core.kernel.event import Event, NewEvent
from core.kernel.identity.keystore import LOG_KEY
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor, sign_document
from core.kernel.identity.root_key import read_root_key
from core.kernel.ids import SeededIds
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store import installation as facts
from core.kernel.store.attachments import AttachmentStore
from core.kernel.store.canonical_dump import dump_projections
from core.kernel.store.database import Database
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.store.statement import Cursor, Dialect
from core.sync.exchange_keys import AGE_IDENTITY, TRANSPORT_KEY, held_exchange_keys
from core.sync.export import Exported, Exporter, Wish, export_bundle
from core.sync.importing.importer import Importer
from core.sync.importing.kept import KeptBundles
from core.sync.importing.outcome import ImportOutcome
from core.sync.importing.quarantine import Quarantine
from core.sync.request import HeldFeed, Request
from core.sync.stored_feeds import stored_feeds
from tests.support import toy_colonies
from tests.support.founded import Founded, found
from tests.support.office import unidade
from tests.support.pacotes import Rede, entry_of

FANTASMAS = ("eco", "alva")
"""Nodes of every network here that no office stands behind: tests forge what they say."""


@dataclass
class Posto:
    """One office of the network; ``custodia`` decides who reacts for units, ``colonias`` listen."""

    nome: str
    escritorio: Founded
    pasta: Path
    custodia: Callable[[Posto], Custody] = lambda _posto: FullCustody()
    colonias: Sequence[Colony] = toy_colonies.TOY_COLONIES
    chaves: Any = None
    saidas: int = 0
    extras: dict[str, Any] = field(default_factory=dict)

    @property
    def no(self) -> str:
        """32 hex."""
        return self.escritorio.open().installation.no

    @property
    def rede(self) -> NetworkChain:
        """Its network document."""
        return self.escritorio.open().rede

    @contextmanager
    def aberto(self) -> Iterator[Engine]:
        """A running engine; what was written is signed at the end."""
        opened = self.escritorio.open()
        installation = opened.installation
        engine = build_engine(
            EngineParts(
                database=self.escritorio.database,
                registry=self.escritorio.registry,
                colonies=self.colonias,
                rede=installation.rede,
                no=installation.no,
                epoca=installation.epoca,
                clock=self.escritorio.clock,
                ids=self.escritorio.ids,
                telemetry=Telemetry(self.escritorio.clock),
                custody=lambda _writer: self.custodia(self),
                attachments=self.anexos,
                inline=True,
                **self.extras,
            )
        )
        keys = self.escritorio.keys
        notary = Notary(engine.cycle, engine.writer, opened.identity, keys, lambda: None)
        engine.on_stop = lambda: _ignore(notary.sign())
        engine.start()
        try:
            yield engine
            engine.aguardar_ocioso(trabalhos=True)
        finally:
            engine.stop()
            self.escritorio.write_guard()

    def publica(self, *events: NewEvent, colonia: str = "T-1") -> None:
        """Publish, let everything follow, sign."""
        with self.aberto() as engine:
            for event in events:
                engine.publicar(colonia, event)

    @property
    def anexos(self) -> AttachmentStore:
        """Its attachments."""
        return AttachmentStore(self.pasta / "anexos")

    def exporta(self, para: Posto | None = None, **wish: Any) -> Path:
        """A bundle of what ``para`` lacks by its own word, or of everything."""
        return self.exporta_ambos(None if para is None else para.pedido(), **wish).arquivo

    def exporta_ambos(self, pedido: Request | None, **wish: Any) -> Exported:
        """The bundle, and the restricted one where it was wished for."""
        opened = self.escritorio.open()
        keys = self.escritorio.keys
        self.saidas += 1
        folder = self.pasta / f"saida-{self.saidas}"
        exporter = Exporter(
            database=self.escritorio.database,
            chain=opened.rede,
            no=opened.installation.no,
            epoca=opened.installation.epoca,
            demonstracao=opened.installation.demonstracao,
            attachments=self.anexos,
            seed=keys.get(TRANSPORT_KEY),
            log_seed=keys.get(LOG_KEY),
            programa="Formigueiro teste",
            criado_em=format_timestamp(self.escritorio.clock.now_ms()),
            bastidor=self.pasta / "bastidor",
        )
        return export_bundle(exporter, Wish(pedido=pedido, **wish), folder)

    def pedido(self) -> Request:
        """What it holds, as a request says it."""
        reader = self.escritorio.database.open_reader()
        try:
            feeds = tuple(
                HeldFeed(f.no, f.epoca, f.tamanho, f.raiz.hex()) for f in stored_feeds(reader)
            )
        finally:
            reader.close()
        chain = self.rede
        return Request(chain.rede, len(chain.documents), self.no, feeds)

    def importador(self, engine: Engine) -> Importer:
        """Its importer over a running engine."""
        installation = self.escritorio.open().installation
        return Importer(
            engine=engine,
            registry=self.escritorio.registry,
            rede=installation.rede,
            no=installation.no,
            clock=self.escritorio.clock,
            ids=self.escritorio.ids,
            attachments=self.anexos,
            quarantine=Quarantine(self.escritorio.database, self.pasta),
            kept=KeptBundles(self.escritorio.database, self.pasta),
            staging=self.pasta / "bastidor",
        )

    def importa(self, arquivo: Path | bytes, **how: Any) -> ImportOutcome:
        """Import a file, let everything follow, sign."""
        if isinstance(arquivo, bytes):
            path = self.pasta / "recebido.zip"
            path.write_bytes(arquivo)
            arquivo = path
        with self.aberto() as engine:
            return self.importador(engine).import_bundle(arquivo, **how)

    def importa_restrito(self, arquivo: Path) -> ImportOutcome:
        """Import what was encrypted, perhaps to this office."""
        identity = self.escritorio.keys.get(AGE_IDENTITY)
        with self.aberto() as engine:
            return self.importador(engine).import_restricted(arquivo, identity)

    def retrato(self, *, publico: bool = True) -> bytes:
        """Its projections as canonical bytes; only what the public parts say, unless asked for more."""
        found: bytes = self.le(
            lambda cursor, dialect: dump_projections(
                cursor, dialect, toy_colonies.TOY_COLONIES, public_only=publico
            )
        )
        return found

    def forja(self) -> Rede:
        """The network for the forge: what ``eco`` and ``alva`` hand over verifies here."""
        versions: list[tuple[bytes, bytes]] = self.le(facts.network_versions)
        return Rede(versions)

    def estados(self, no: str) -> list[tuple[str, str] | None]:
        """State and reason of a node's events by seq; None where one has effect."""
        rows = self.linhas(
            "SELECT s.estado, s.motivo FROM event_log l LEFT JOIN kernel_sem_efeito s "
            f"ON s.sequence_number = l.sequence_number WHERE hex(l.no) = '{no.upper()}' "
            "ORDER BY l.epoca, l.seq"
        )
        return [None if row[0] is None else (row[0], row[1]) for row in rows]

    def le(self, read: Callable[[Cursor, Dialect], Any]) -> Any:
        """Ask the database."""
        reader = self.escritorio.database.open_reader()
        try:
            return read(reader.cursor, reader.dialect)
        finally:
            reader.close()

    def linhas(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of a query."""

        def read(cursor: Cursor, _dialect: Dialect) -> list[tuple[Any, ...]]:
            cursor.execute(sql)
            return [tuple(row) for row in cursor.fetchall()]

        found: list[tuple[Any, ...]] = self.le(read)
        return found

    def tabelas(self) -> Mapping[str, int]:
        """Number of rows of every table."""
        names = self.linhas("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return {n: self.linhas(f'SELECT count(*) FROM "{n}"')[0][0] for (n,) in names}


def _ignore(_value: object) -> None:
    return None


def rede_de(
    tmp_path: Path,
    *nomes: str,
    banco: Callable[[Path], Database] = SqliteDatabase,
    custodia: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Posto]:
    """Offices that know each other from the beginning.

    Args:
        tmp_path: where their folders go.
        nomes: what they are called; the first founds the network.
        banco: makes the database of a data folder.
        custodia: name -> claims in the network document.
    """
    postos = []
    for nome in nomes:
        founded = found(banco(tmp_path / nome), tmp_path / f"{nome}-ajustes", nome)
        founded.ids = SeededIds(f"depois de {nome}")
        postos.append(Posto(nome, founded, tmp_path / nome))
    opened = [posto.escritorio.open() for posto in postos]
    chain = opened[0].rede
    entries = []
    for posto, one in zip(postos, opened, strict=True):
        keys = held_exchange_keys(posto.escritorio.keys, posto.escritorio.ids.random_bytes)
        entry = one.rede.current.node(one.installation.no)
        assert entry is not None
        entries.append(
            replace(
                entry,
                chave_transporte=keys.transport.hex(),
                destinatario_age=keys.recipient,
                custodia=(custodia or {}).get(posto.nome, ()),
                nome=posto.nome,
            )
        )
    entries += [entry_of(nome, number) for number, nome in enumerate(FANTASMAS)]
    root_file = postos[0].escritorio.office.root_key_file
    root = read_root_key(root_file, None, chain.current.raizes)
    raw = make_successor(chain.current, nodes=sorted(entries, key=lambda e: e.no))
    versions = [
        (chain.current.raw, _signatures(postos[0])),
        (raw, sign_document(raw, [root.seed])),
    ]
    for posto in postos:
        _give(posto.escritorio, versions, chain.rede)
    assert ed25519.public_key(root.seed).hex() in chain.current.raizes
    return postos


def copia_de(postos: list[Posto], tmp_path: Path) -> list[Posto]:
    """The same offices once more, in folders of their own."""
    found_again = []
    for posto in postos:
        old = posto.escritorio
        data, settings = tmp_path / posto.nome, tmp_path / f"{posto.nome}-ajustes"
        shutil.copytree(posto.pasta, data)
        shutil.copytree(old.settings, settings)
        office = replace(
            old.office,
            root_key_file=settings / old.office.root_key_file.name,
            guard_file=settings / old.office.guard_file.name,
        )
        again = Founded(SqliteDatabase(data), settings, office, old.keys)
        again.ids = SeededIds(f"depois de {posto.nome}")
        found_again.append(Posto(posto.nome, again, data))
    return found_again


@pytest.fixture(scope="session")
def rede_modelo(tmp_path_factory: pytest.TempPathFactory) -> list[Posto]:
    """Three offices of one network, founded once; norte has everything that nobody claims."""
    claims = {"norte": ("*",), "sul": (unidade(2),), "leste": (unidade(3),)}
    postos = rede_de(tmp_path_factory.mktemp("rede"), "norte", "sul", "leste", custodia=claims)
    for posto in postos:
        with posto.aberto():
            pass  # its colonies have their positions from now on
    return postos


@pytest.fixture
def tres(rede_modelo: list[Posto], tmp_path: Path) -> list[Posto]:
    """Norte, sul and leste, empty; only norte reacts for units, so that nothing is done twice."""
    postos = copia_de(rede_modelo, tmp_path)
    for posto in postos[1:]:
        posto.custodia = lambda _posto: NoCustody()
    return postos


class NoCustody:
    """Somebody else decides for every unit."""

    def holds(self, _colony: Colony, _event: Event, /) -> bool:
        """Never."""
        return False

    def holds_unit(self, _unidade: str, /) -> bool:
        """Never."""
        return False

    def reset(self) -> None:
        """Nothing was read."""


def nova_versao(postos: list[Posto], de: Posto, **change: Any) -> None:
    """A further version of the network document, stored at one office alone."""
    chain = de.rede
    root = read_root_key(postos[0].escritorio.office.root_key_file, None, chain.current.raizes)
    raw = make_successor(chain.current, **change)
    _insert(de.escritorio, len(chain.documents) + 1, raw, sign_document(raw, [root.seed]))


def _signatures(posto: Posto) -> bytes:
    versions: list[tuple[bytes, bytes]] = posto.le(facts.network_versions)
    return versions[0][1]


def _insert(office: Founded, version: int, raw: bytes, signatures: bytes) -> None:
    writer = office.database.open_writer(checkpoints=True)
    try:
        writer.begin()
        facts.add_network_version(writer.cursor, writer.dialect, version, raw, signatures)
        writer.commit()
    finally:
        writer.close()


def _give(office: Founded, versions: list[tuple[bytes, bytes]], rede: str) -> None:
    writer = office.database.open_writer(checkpoints=True)
    try:
        writer.begin()
        writer.cursor.execute("DELETE FROM kernel_rede")
        for version, (raw, signatures) in enumerate(versions, start=1):
            facts.add_network_version(writer.cursor, writer.dialect, version, raw, signatures)
        facts.set_fact(writer.cursor, writer.dialect, "rede", rede)
        writer.commit()
    finally:
        writer.close()
