"""The keys with which a node exchanges: one signs manifests, one opens what is encrypted to it.

Never one key for two formats: both are beside the log key, in the same store. A network of one
lists them in its next version, signed by the root key (``rede criar``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.crypto import age, ed25519
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import Entropy, KeyStore
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor, sign_document
from core.kernel.identity.node_entry import EVERYTHING, NodeEntry
from core.kernel.store import installation as facts
from core.kernel.store.database import Database

TRANSPORT_KEY: Final = "transporte"
AGE_IDENTITY: Final = "age"


@dataclass(frozen=True, slots=True)
class ExchangeKeys:
    """The public sides: 32 bytes of the transport key, the age recipient."""

    transport: bytes
    recipient: str


def held_exchange_keys(store: KeyStore, entropy: Entropy) -> ExchangeKeys:
    """The keys that are there, made where they are missing; durable before anything names them.

    Raises:
        UserFacingError: ``chaves.trancadas``.
        EnvironmentFault: ``chaves.*``.
    """
    if not store.has(TRANSPORT_KEY):
        store.put(TRANSPORT_KEY, ed25519.generate(entropy))
    if not store.has(AGE_IDENTITY):
        store.put(AGE_IDENTITY, age.new_identity())
    public = ed25519.public_key(store.get(TRANSPORT_KEY))
    return ExchangeKeys(public, age.recipient_of(store.get(AGE_IDENTITY)))


def transport_seed(store: KeyStore | None, entry: NodeEntry | None) -> bytes:
    """The private key that signs manifests, once it is the one that the network lists.

    Raises:
        UserFacingError: ``rede.sem_troca``: the network lists none; ``rede.sem_chaves``,
            ``chaves.trancadas``, ``rede.chave_de_troca_divergente``.
    """
    if entry is None or entry.chave_transporte is None:
        raise UserFacingError("rede.sem_troca")
    if store is None:
        raise UserFacingError("rede.sem_chaves")
    seed = store.get(TRANSPORT_KEY)
    if ed25519.public_key(seed).hex() != entry.chave_transporte:
        raise UserFacingError("rede.chave_de_troca_divergente")
    return seed


def list_exchange_keys(
    chain: NetworkChain, no: str, keys: ExchangeKeys, nome: str | None, root_seed: bytes
) -> tuple[NetworkChain, bytes]:
    """The chain with a version that lists the node's exchange keys and gives it all custody.

    Returns:
        The longer chain and the signatures of its newest version.

    Raises:
        UserFacingError: ``rede.ja_troca``: they are listed already; ``rede.de_varios``: more than
            one node or root key, so one signature is not enough.
        IntegrityFault: ``rede.*``.
    """
    entry = chain.current.node(no)
    if entry is None or len(chain.current.nos) > 1 or chain.current.limiar > 1:
        raise UserFacingError("rede.de_varios")
    if entry.chave_transporte is not None:
        raise UserFacingError("rede.ja_troca")
    listed = replace(
        entry,
        chave_transporte=keys.transport.hex(),
        destinatario_age=keys.recipient,
        custodia=(EVERYTHING,),
        nome=nome,
    )
    raw = make_successor(chain.current, nodes=[listed])
    signatures = sign_document(raw, [root_seed])
    return chain.extend(raw, signatures), signatures


def store_versions(
    database: Database, held: NetworkChain, added: Sequence[tuple[bytes, bytes]]
) -> None:
    """Write the versions that follow, unless somebody wrote another one meanwhile.

    Args:
        database: the office's.
        held: what the decision was made on.
        added: (document, signatures) of the next ones, verified.

    Raises:
        UserFacingError: ``rede.mudou``: decide again.
        EnvironmentFault: the database is locked, the disk refuses.
    """
    writer = database.open_writer(checkpoints=False)
    try:
        writer.begin()
        stored = facts.network_versions(writer.cursor, writer.dialect)
        is_due = [raw for raw, _ in stored] == [document.raw for document in held.documents]
        if is_due:
            for version, (raw, signatures) in enumerate(added, start=len(stored) + 1):
                facts.add_network_version(writer.cursor, writer.dialect, version, raw, signatures)
            writer.commit()
        else:
            writer.rollback()
    except Exception as error:
        writer.rollback()
        raise database.fault(error) or error from error
    finally:
        writer.close()
    if not is_due:
        raise UserFacingError("rede.mudou")
