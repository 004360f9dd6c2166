"""A new installation's identity, and the signing of its checkpoints.

A network of one: genesis document signed by its own root key, everything in its custody (sync.md
decision 1). The log key goes into the key store, the root key into its own file; the two are
never the same key.
"""

from __future__ import annotations

from dataclasses import dataclass

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity.keystore import LOG_KEY, Entropy, KeyStore
from core.kernel.identity.names import feed_origin, network_id, node_id
from core.kernel.identity.network_document import make_genesis, sign_document
from core.kernel.identity.note import Checkpoint, sign_checkpoint

_NONCE_BYTES = 32


@dataclass(frozen=True, slots=True)
class NodeIdentity:
    """The public side of a node.

    Args:
        rede: network, 64 hex.
        no: node, 32 hex.
        log_public_key: 32 bytes of the key that signs its checkpoints now.
    """

    rede: str
    no: str
    log_public_key: bytes

    def origin(self, epoca: int) -> str:
        """Origin line of the checkpoints of one of its epochs."""
        return feed_origin(self.rede, self.no, epoca)


@dataclass(frozen=True, slots=True)
class Founding:
    """All that a new installation starts from; the seeds must not stay in memory long.

    Args:
        identity: the public side.
        genesis: document bytes, version 1.
        signatures: its signature file.
        log_seed: private log key, for the key store.
        root_seed: private root key, for ``chave-raiz.cofre``.
    """

    identity: NodeIdentity
    genesis: bytes
    signatures: bytes
    log_seed: bytes
    root_seed: bytes


def found_network(entropy: Entropy) -> Founding:
    """Keys and signed genesis document of a network of one.

    Args:
        entropy: size in bytes -> random bytes; the keys come from it too, so that the same source
            gives the same network (tests, demonstration).
    """
    log_seed, root_seed = ed25519.generate(entropy), ed25519.generate(entropy)
    log_public, root_public = ed25519.public_key(log_seed), ed25519.public_key(root_seed)
    genesis = make_genesis([root_public], [log_public], entropy(_NONCE_BYTES))
    identity = NodeIdentity(network_id(genesis), node_id(log_public), log_public)
    return Founding(identity, genesis, sign_document(genesis, [root_seed]), log_seed, root_seed)


def sign_with_store(identity: NodeIdentity, checkpoint: Checkpoint, store: KeyStore) -> bytes:
    """The note of a checkpoint that ``checkpoint.py`` has allowed.

    Raises:
        UserFacingError: ``chaves.trancadas`` (the checkpoint is owed), ``chaves.ausente``.
        IntegrityFault: ``chaves.nao_conferem``, the store holds another node's key.
    """
    seed = store.get(LOG_KEY)
    if len(seed) != ed25519.SEED_BYTES or ed25519.public_key(seed) != identity.log_public_key:
        raise IntegrityFault("chaves.nao_conferem")
    return sign_checkpoint(checkpoint, seed)
