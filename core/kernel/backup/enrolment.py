"""A new log key for an office whose old one is lost, where the root key is held.

The root key lists the new key in the version of the network document that seals the old epoch; the
node keeps its name, which follows from its first key, and what the old key signed stays signed. The
new epoch's checkpoints are signed by the new one. Source: sync.md 2.7 (rotation), 2.13 (lost key).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.keystore import LOG_KEY, Entropy, KeyStore
from core.kernel.identity.network import NetworkChain


@dataclass(frozen=True, slots=True)
class NewLogKey:
    """The operator's wish for a new log key.

    Args:
        find: ``no`` -> the key store that is here, unlocked where that was possible; or None.
        make: ``no`` -> an empty, unlocked store; called where there is none.
    """

    find: Callable[[str], KeyStore | None]
    make: Callable[[str], KeyStore]


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A key that lies in its store and is to be listed.

    Args:
        public_key: 32 bytes.
        made_in: the store that it was put into now; None where it lay there before.
    """

    public_key: bytes
    made_in: KeyStore | None

    def take_back(self) -> None:
        """The document that lists it did not come about: leave the store as it was."""
        if self.made_in is not None:
            self.made_in.forget(LOG_KEY)


def enrol(wanted: NewLogKey, chain: NetworkChain, no: str, entropy: Entropy) -> Enrolled:
    """The key that the next version of the network document is to list.

    It is durable before anything names it. A key that is held here and was never listed is taken:
    a restore that died left it, or the copy is older than the version that lists it.

    Args:
        wanted: where keys are.
        chain: verified versions of the network document.
        no: the node.
        entropy: size in bytes -> random bytes.

    Raises:
        UserFacingError: ``restaurar.chave_confere``: the listed key is here, so none is needed;
            ``restaurar.chave_antiga``: the key that is here was replaced by another before;
            ``chaves.trancadas``, ``chaves.senha_errada`` …: what is here cannot be looked at.
        EnvironmentFault: ``chaves.*``: it cannot be kept.
    """
    held = wanted.find(no)
    if held is not None and held.has(LOG_KEY):
        seed = held.get(LOG_KEY)
        if len(seed) != ed25519.SEED_BYTES:
            raise IntegrityFault("chaves.nao_conferem")
        public = ed25519.public_key(seed)
        if public == chain.log_key(no):
            raise UserFacingError("restaurar.chave_confere")
        if public in chain.log_keys(no):
            raise UserFacingError("restaurar.chave_antiga")
        return Enrolled(public, None)
    store = wanted.make(no) if held is None else held
    seed = ed25519.generate(entropy)
    store.put(LOG_KEY, seed)
    return Enrolled(ed25519.public_key(seed), store)
