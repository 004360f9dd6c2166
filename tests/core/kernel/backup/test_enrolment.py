"""Which key the network document is to list, and that a failure leaves the store as it was."""

from __future__ import annotations

import pytest

from core.crypto import ed25519
from core.kernel.backup.enrolment import NewLogKey, enrol
from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.keystore import LOG_KEY, KeyStore, MemoryKeyStore
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor, sign_document
from core.kernel.identity.node import found_network
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.ids import SeededIds

FOUNDING = found_network(SeededIds("rede").random_bytes)
NO = FOUNDING.identity.no
CHAIN = NetworkChain.start(FOUNDING.genesis, FOUNDING.signatures)
OTHER_SEED = b"\x07" * 32


def wish(held: KeyStore | None, made: list[KeyStore] | None = None) -> NewLogKey:
    def make(no: str) -> KeyStore:
        assert no == NO
        store = MemoryKeyStore()
        if made is not None:
            made.append(store)
        return store

    return NewLogKey(find=lambda _no: held, make=make)


def taken(held: KeyStore | None, chain: NetworkChain = CHAIN) -> bytes:
    return enrol(wish(held), chain, NO, SeededIds("nova").random_bytes).public_key


def code_of(held: KeyStore, chain: NetworkChain = CHAIN) -> str:
    with pytest.raises(UserFacingError) as fault:
        taken(held, chain)
    return fault.value.code


def test_a_fresh_key_lies_in_its_store_before_anything_names_it() -> None:
    made: list[KeyStore] = []
    enrolled = enrol(wish(None, made), CHAIN, NO, SeededIds("nova").random_bytes)
    [store] = made
    assert ed25519.public_key(store.get(LOG_KEY)) == enrolled.public_key
    assert enrolled.public_key not in CHAIN.log_keys(NO)
    enrolled.take_back()
    assert not store.has(LOG_KEY)


def test_an_empty_store_that_is_here_is_used() -> None:
    held = MemoryKeyStore({"outra": b"x"})
    assert taken(held) == ed25519.public_key(held.get(LOG_KEY))


def test_a_key_that_was_never_listed_is_taken_and_stays() -> None:
    held = MemoryKeyStore({LOG_KEY: OTHER_SEED})
    enrolled = enrol(wish(held), CHAIN, NO, SeededIds("nova").random_bytes)
    assert enrolled.public_key == ed25519.public_key(OTHER_SEED)
    enrolled.take_back()
    assert held.get(LOG_KEY) == OTHER_SEED


def test_the_listed_key_needs_no_successor() -> None:
    assert code_of(MemoryKeyStore({LOG_KEY: FOUNDING.log_seed})) == "restaurar.chave_confere"


def test_a_key_that_was_replaced_does_not_come_back() -> None:
    entry = NodeEntry(NO, ed25519.public_key(OTHER_SEED).hex())
    raw = make_successor(CHAIN.current, nodes=[entry])
    turned = CHAIN.extend(raw, sign_document(raw, [FOUNDING.root_seed]))
    old = MemoryKeyStore({LOG_KEY: FOUNDING.log_seed})
    assert code_of(old, turned) == "restaurar.chave_antiga"


def test_what_cannot_be_looked_at_is_not_replaced() -> None:
    locked = MemoryKeyStore({LOG_KEY: OTHER_SEED}, password=b"senha")
    assert code_of(locked) == "chaves.trancadas"
    with pytest.raises(IntegrityFault, match=r"chaves\.nao_conferem"):
        taken(MemoryKeyStore({LOG_KEY: b"curta"}))
