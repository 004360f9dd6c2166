"""A new office founds a network of one and signs with the key that the network names."""

from __future__ import annotations

import pytest

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.keystore import MemoryKeyStore
from core.kernel.identity.names import node_id
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node import found_network, sign_with_store
from core.kernel.identity.note import Checkpoint, verify_note
from core.kernel.ids import SeededIds
from core.kernel.merkle import EMPTY_ROOT

FOUNDING = found_network(SeededIds(1).random_bytes)
IDENTITY = FOUNDING.identity


def test_the_network_is_founded_and_signed_by_its_own_root() -> None:
    chain = NetworkChain.start(FOUNDING.genesis, FOUNDING.signatures, IDENTITY.rede)
    assert chain.rede == IDENTITY.rede
    assert chain.log_key(IDENTITY.no) == IDENTITY.log_public_key
    assert chain.current.raizes == (ed25519.public_key(FOUNDING.root_seed).hex(),)
    assert chain.current.limiar == 1
    assert IDENTITY.no == node_id(IDENTITY.log_public_key)


def test_log_key_and_root_key_are_two_keys() -> None:
    assert FOUNDING.log_seed != FOUNDING.root_seed
    assert ed25519.public_key(FOUNDING.log_seed) == IDENTITY.log_public_key


def test_the_same_source_founds_the_same_network_and_another_does_not() -> None:
    assert found_network(SeededIds(1).random_bytes) == FOUNDING
    assert found_network(SeededIds(2).random_bytes).identity.rede != IDENTITY.rede


def test_origin_of_each_epoch() -> None:
    assert IDENTITY.origin(0) == f"{IDENTITY.rede[:8]}/{IDENTITY.no}/e0"
    assert IDENTITY.origin(3).endswith("/e3")


def test_a_checkpoint_signed_out_of_the_store() -> None:
    origin = IDENTITY.origin(0)
    checkpoint = Checkpoint(origin, 0, EMPTY_ROOT)
    raw = sign_with_store(IDENTITY, checkpoint, MemoryKeyStore({"log": FOUNDING.log_seed}))
    assert verify_note(raw, IDENTITY.log_public_key, origin) == checkpoint


def test_while_locked_the_checkpoint_is_owed() -> None:
    checkpoint = Checkpoint(IDENTITY.origin(0), 0, EMPTY_ROOT)
    store = MemoryKeyStore({"log": FOUNDING.log_seed}, b"senha")
    with pytest.raises(UserFacingError) as error:
        sign_with_store(IDENTITY, checkpoint, store)
    assert error.value.code == "chaves.trancadas"
    store.unlock(b"senha")
    assert sign_with_store(IDENTITY, checkpoint, store)


@pytest.mark.parametrize("seed", [b"\x09" * 32, b"short", b""])
def test_another_nodes_key_never_signs(seed: bytes) -> None:
    checkpoint = Checkpoint(IDENTITY.origin(0), 0, EMPTY_ROOT)
    with pytest.raises(IntegrityFault) as fault:
        sign_with_store(IDENTITY, checkpoint, MemoryKeyStore({"log": seed}))
    assert fault.value.code == "chaves.nao_conferem"
