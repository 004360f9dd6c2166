"""Exchange keys: made once, listed by the root key, and only used where they are listed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.bootstrap.abertura import Aplicacao
from core.crypto import age, ed25519
from core.kernel.errors import UserFacingError
from core.kernel.identity.keystore import MemoryKeyStore
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node import found_network
from core.kernel.ids import SeededIds
from core.kernel.store import installation as facts
from core.sync.exchange_keys import (
    AGE_IDENTITY,
    TRANSPORT_KEY,
    held_exchange_keys,
    list_exchange_keys,
    store_versions,
    transport_seed,
)
from tests.support.vivo import Vivo

ENTROPY = SeededIds("troca").random_bytes
FOUNDED = found_network(SeededIds("rede").random_bytes)
CHAIN = NetworkChain.start(FOUNDED.genesis, FOUNDED.signatures)
NO = FOUNDED.identity.no


def code(call: object, *args: object) -> str:
    with pytest.raises(UserFacingError) as fault:
        call(*args)  # type: ignore[operator] # a function of the module
    return fault.value.code


def test_keys_are_made_once_and_stay() -> None:
    store = MemoryKeyStore()
    keys = held_exchange_keys(store, ENTROPY)
    assert held_exchange_keys(store, ENTROPY) == keys
    assert ed25519.public_key(store.get(TRANSPORT_KEY)) == keys.transport
    assert age.recipient_of(store.get(AGE_IDENTITY)) == keys.recipient


def test_the_root_key_lists_them_with_all_custody_once() -> None:
    store = MemoryKeyStore()
    keys = held_exchange_keys(store, ENTROPY)
    longer, signatures = list_exchange_keys(CHAIN, NO, keys, "Centro", FOUNDED.root_seed)
    entry = longer.current.node(NO)
    assert entry is not None
    assert (entry.nome, entry.custodia, entry.destinatario_age) == (
        "Centro",
        ("*",),
        keys.recipient,
    )
    assert longer.extend(longer.current.raw, signatures) is longer
    assert transport_seed(store, entry) == store.get(TRANSPORT_KEY)
    assert code(list_exchange_keys, longer, NO, keys, None, FOUNDED.root_seed) == "rede.ja_troca"
    assert code(list_exchange_keys, CHAIN, "0" * 32, keys, None, b"") == "rede.de_varios"


def test_a_key_that_is_not_the_listed_one_signs_nothing() -> None:
    store = MemoryKeyStore()
    keys = held_exchange_keys(store, ENTROPY)
    longer, _ = list_exchange_keys(CHAIN, NO, keys, None, FOUNDED.root_seed)
    entry = longer.current.node(NO)
    assert entry is not None
    assert code(transport_seed, store, CHAIN.current.node(NO)) == "rede.sem_troca"
    assert code(transport_seed, store, None) == "rede.sem_troca"
    assert code(transport_seed, None, entry) == "rede.sem_chaves"
    other = replace(entry, chave_transporte=ed25519.public_key(b"\x05" * 32).hex())
    assert code(transport_seed, store, other) == "rede.chave_de_troca_divergente"


def _stored(app: Aplicacao) -> int:
    reader = app.database.open_reader()
    try:
        return len(facts.network_versions(reader.cursor, reader.dialect))
    finally:
        reader.close()


def test_a_version_is_stored_unless_the_network_moved_on(vivo: Vivo) -> None:
    app = vivo.app
    before = _stored(app)
    held = app.aberto.rede
    added = [(b"{}", b"[]"), (b"{ }", b"[]")]
    other = replace_newest(held)
    assert code(lambda: store_versions(app.database, other, added)) == "rede.mudou"
    assert _stored(app) == before
    store_versions(app.database, held, added)
    assert _stored(app) == before + 2


def replace_newest(chain: NetworkChain) -> NetworkChain:
    """As if another process had written one version more."""
    newest = replace(chain.current, versao=chain.current.versao + 1)
    return NetworkChain((*chain.documents, newest))
