"""Opening an office: is it whole, is it the present schema, is it what the guard remembers?

Reads only, a handful of rows. A database that was put back from a copy, or belongs to another
installation, opens for reading and says why it must not be written to. Source: sync.md 2.12,
decision 8; design.md 6.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import bindparam, select

from core.kernel.errors import IntegrityFault
from core.kernel.identity.guard import GuardVerdict, compare
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile, GuardReading, GuardRecord
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node import NodeIdentity
from core.kernel.merkle import CompactRange
from core.kernel.store import installation as facts
from core.kernel.store import schema
from core.kernel.store import tables as t
from core.kernel.store.database import Database, Reader
from core.kernel.store.founding import forget_marker
from core.kernel.store.installation import Installation
from core.kernel.store.log_append import load_tail
from core.kernel.store.statement import Statement

_CHUNK: Final = 10_000
_HASHES: Final = Statement(
    select(t.event_log.c.seq, t.event_log.c.event_hash)
    .where(
        t.event_log.c.no == bindparam("no"),
        t.event_log.c.epoca == bindparam("epoca"),
        t.event_log.c.seq >= bindparam("de"),
        t.event_log.c.seq < bindparam("antes"),
    )
    .order_by(t.event_log.c.seq)
)
_LOST: Final = {
    GuardVerdict.MISSING: "guarda.ausente",
    GuardVerdict.UNREADABLE: "guarda.ilegivel",
}


@dataclass(frozen=True, slots=True)
class OpenOffice:
    """An office that may be read, and written to where ``recusa`` is None.

    Args:
        database: where it is.
        installation: its facts; ``rede``, ``no`` and ``epoca`` go into ``EngineParts``.
        rede: verified versions of the network document.
        identity: the node's public side.
        guard: the guard file.
        cabeca: what the database says of its own feed.
        verdict: guard against database.
        recusa: why nothing may be written; its sentence tells to use ``copia restaurar``.
        avisos: message codes of lasting warnings.
    """

    database: Database
    installation: Installation
    rede: NetworkChain
    identity: NodeIdentity
    guard: GuardFile
    cabeca: GuardRecord
    verdict: GuardVerdict
    recusa: IntegrityFault | None
    avisos: tuple[str, ...]

    def require_writable(self) -> None:
        """Raise ``recusa`` where there is one."""
        if self.recusa is not None:
            raise self.recusa

    def adopt_guard(self) -> None:
        """Write a lost guard anew from the database: an operator's act, or the first opening on
        another machine.

        Raises:
            EnvironmentFault: ``guarda.nao_gravada``.
            IntegrityFault: the guard is not lost; as ``require_writable``.
        """
        self.require_writable()
        self.guard.adopt(self.cabeca)


def open_office(database: Database, settings_folder: Path) -> OpenOffice:
    """Look at an office before anything is done with it.

    Args:
        database: SQLite refuses a network share already when it is named.
        settings_folder: where keys and guard are.

    Raises:
        EnvironmentFault: ``banco.nao_existe``, ``banco.esquema_mais_novo``, ``guarda.nao_lida``,
            and whatever the disk or server refuses for.
        UserFacingError: ``banco.esquema_antigo``: run ``schema.upgrade``, then open again.
        IntegrityFault: ``banco.danificado``, ``banco.nao_e_banco``, ``banco.sem_esquema``,
            ``instalacao.*``, ``rede.*``.
    """
    guard = GuardFile(settings_folder / GUARD_FILE)
    reader = database.open_reader()
    try:
        version = schema.version_of(reader.cursor, reader.dialect)
        schema.require_current(version, database.description)
        reader.hold()
        installation = facts.read(reader.cursor, reader.dialect)
        versions = facts.network_versions(reader.cursor, reader.dialect)
        chain = NetworkChain.load(versions, installation.rede)
        identity = _identity(chain, installation)
        head = own_head(reader, installation)
        reading = guard.read()
        verdict = compare(reading, head, lambda size: root_at(reader, installation, size))
    except Exception as error:
        raise database.fault(error) or error from error
    finally:
        reader.close()
    forget_marker(settings_folder)
    lost = _LOST.get(verdict)
    return OpenOffice(
        database=database,
        installation=installation,
        rede=chain,
        identity=identity,
        guard=guard,
        cabeca=head,
        verdict=verdict,
        recusa=refusal(verdict, reading, head),
        avisos=() if lost is None else (lost,),
    )


def own_head(reader: Reader, installation: Installation) -> GuardRecord:
    """What the database says of its own open feed, in the guard's words.

    Raises:
        IntegrityFault: ``instalacao.ramo_danificado``.
    """
    tail = load_tail(reader.cursor, reader.dialect, installation.no, installation.epoca)
    return GuardRecord(
        installation.instancia,
        installation.no,
        installation.epoca,
        tail.size,
        tail.frontier.root(),
    )


def root_at(reader: Reader, installation: Installation, size: int) -> bytes:
    """Root over the first ``size`` events of the open epoch; an index scan of as many rows."""
    tree = CompactRange()
    for start in range(0, size, _CHUNK):
        params = {
            "no": bytes.fromhex(installation.no),
            "epoca": installation.epoca,
            "de": start,
            "antes": min(start + _CHUNK, size),
        }
        for _seq, event_hash in _HASHES.run(reader.cursor, reader.dialect, params).fetchall():
            tree.append(bytes(event_hash))
    return tree.root()


def _identity(chain: NetworkChain, installation: Installation) -> NodeIdentity:
    key = chain.log_key(installation.no)
    if key is None:
        raise IntegrityFault("instalacao.no_desconhecido", no=installation.no[:8])
    return NodeIdentity(installation.rede, installation.no, key)


def refusal(
    verdict: GuardVerdict, reading: GuardReading, head: GuardRecord
) -> IntegrityFault | None:
    """Why a database with this verdict must not be written to, or None where it may."""
    if verdict is GuardVerdict.DATABASE_BEHIND and reading.record is not None:
        return IntegrityFault(
            "guarda.banco_atras",
            guardado=reading.record.tamanho,
            banco=head.tamanho,
            epoca_guardada=reading.record.epoca,
            epoca_banco=head.epoca,
        )
    if verdict is GuardVerdict.DIVERGED:
        return IntegrityFault("guarda.divergente", tamanho=head.tamanho)
    if verdict is GuardVerdict.OTHER_INSTANCE:
        return IntegrityFault("guarda.outra_instancia")
    return None
