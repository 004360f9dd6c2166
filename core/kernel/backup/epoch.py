"""The new epoch of a restored office (sync.md 2.12, decision 9).

In a network of one, restoring seals the old epoch at the restored size with the root key and opens
the next one: the old epoch is never written again, so that no two different events ever stand at
one place of one feed, whatever was written after the copy was made. The new epoch's number is
above every number that copy, guard or present database know of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.kernel.clock import Clock
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import (
    Seal,
    make_successor,
    parse_signatures,
    sign_document,
)
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.ids import Ids
from core.kernel.merkle import EMPTY_ROOT
from core.kernel.registry import Registry
from core.kernel.sealing import Sealer
from core.kernel.store import installation as facts
from core.kernel.store.installation import Installation
from core.kernel.store.log_append import Batch, LogTail, load_tail, save_tail
from core.kernel.store.statement import Cursor, Dialect

EVENT: Final = "epoca.aberta"
ORIGIN: Final = "N-0a"


@dataclass(frozen=True, slots=True)
class Restart:
    """What is known when an epoch has to end.

    Args:
        chain: verified versions of the network document to build on.
        newer: (document, signatures) of those that the restored database has not yet.
        last_epoch: the highest epoch that anything knows of.
        guarded_size: events of the old epoch that the guard remembers; None where it is lost.
        root_seed: the root key.
        log_key: 32 bytes of the node's new log key; None where it keeps the one it has.
    """

    chain: NetworkChain
    newer: Sequence[tuple[bytes, bytes]]
    last_epoch: int
    guarded_size: int | None
    root_seed: bytes
    log_key: bytes | None = None


def open_next_epoch(
    cursor: Cursor,
    dialect: Dialect,
    installation: Installation,
    restart: Restart,
    registry: Registry,
    clock: Clock,
    ids: Ids,
) -> tuple[Installation, Event]:
    """Seal the open epoch where it stands and open the next, inside the caller's transaction.

    Returns:
        The installation as it is from now on - next epoch, new ``instancia`` - and the event
        ``epoca.aberta``, first of the new epoch.

    Raises:
        UserFacingError: ``restaurar.rede_de_varios``: a joined network waits for recovery
            instead (sync.md 2.12).
    """
    if len(restart.chain.current.nos) > 1 or restart.chain.current.limiar > 1:
        raise UserFacingError("restaurar.rede_de_varios")
    old = load_tail(cursor, dialect, installation.no, installation.epoca)
    signature = _seal(cursor, dialect, installation, restart, old)
    restarted = Installation(
        rede=installation.rede,
        no=installation.no,
        epoca=max(restart.last_epoch, installation.epoca) + 1,
        instancia=ids.new_label(),
        demonstracao=installation.demonstracao,
        chave_raiz_confirmada=installation.chave_raiz_confirmada,
    )
    facts.seal_feed(cursor, dialect, installation.no, installation.epoca)
    facts.open_feed(cursor, dialect, restarted.no, restarted.epoca)
    facts.set_fact(cursor, dialect, "epoca", str(restarted.epoca))
    facts.set_fact(cursor, dialect, "instancia", restarted.instancia)
    new = NewEvent(
        EVENT,
        {
            "motivo": "restauracao",
            "epoca_anterior": installation.epoca,
            "tamanho_guarda": restart.guarded_size,
            "tamanho_restaurado": old.size,
            "raiz": old.frontier.root().hex(),
            "selo": signature.hex(),
        },
        sujeito=installation.no,
    )
    return restarted, publish_first(cursor, dialect, restarted, new, registry, clock, ids)


def _seal(
    cursor: Cursor, dialect: Dialect, installation: Installation, restart: Restart, old: LogTail
) -> bytes:
    """Store the next version of the network document, which seals every epoch up to now.

    A new log key is listed in the same version: what the old one signs beyond the seal counts for
    nothing.

    Returns:
        The root key's signature over it.
    """
    chain = restart.chain
    first_newer = len(chain.documents) - len(restart.newer) + 1
    for version, (raw, signatures) in enumerate(restart.newer, start=first_newer):
        facts.add_network_version(cursor, dialect, version, raw, signatures)
    seals = _missing_seals(chain, installation, restart.last_epoch, old)
    # A network of one: the node is the whole list.
    key = restart.log_key
    entry = chain.current.node(installation.no) or NodeEntry(installation.no, "")
    nodes = None if key is None else [replace(entry, chave_log=key.hex())]
    raw = make_successor(chain.current, seals=seals, nodes=nodes)
    signatures = sign_document(raw, [restart.root_seed])
    extended = chain.extend(raw, signatures)
    facts.add_network_version(cursor, dialect, extended.current.versao, raw, signatures)
    return next(iter(parse_signatures(signatures).values()))


def _missing_seals(
    chain: NetworkChain, installation: Installation, last_epoch: int, old: LogTail
) -> Sequence[Seal]:
    """The open epoch at its restored size; epochs after it, of which nothing is left, at nothing."""
    ends = {installation.epoca: (old.size, old.frontier.root().hex())}
    for epoca in range(installation.epoca + 1, last_epoch + 1):
        ends[epoca] = (0, EMPTY_ROOT.hex())
    return [
        Seal(installation.no, epoca, size, root)
        for epoca, (size, root) in ends.items()
        if chain.current.seal(installation.no, epoca) is None
    ]


def publish_first(
    cursor: Cursor,
    dialect: Dialect,
    installation: Installation,
    new: NewEvent,
    registry: Registry,
    clock: Clock,
    ids: Ids,
) -> Event:
    """The first event of an epoch that was just opened, inside the caller's transaction."""
    contract = registry.contract(new.tipo)
    registry.validate(contract.tipo, contract.versao, new.payload)
    tail = load_tail(cursor, dialect, installation.no, installation.epoca)
    now_ms = clock.now_ms()
    sealed = Sealer(installation.rede, clock, ids).seal(
        new,
        contract,
        origem=ORIGIN,
        regra_versao=1,
        feed=tail.feed_head(),
        causa=None,
        chave_derivacao=f"comando/{ids.new_uuid()}/0",
        correlacao_id=None,
        timestamp_ms=now_ms,
    )
    batch = Batch(tail, None, now_ms)
    batch.add(sealed, contract.assuntos(new.payload))
    (event,) = batch.append(cursor, dialect)
    save_tail(cursor, dialect, tail)
    return event
