"""The exchange keys leave and come back, to whom the network lists with them and nobody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from core.kernel.errors import IntegrityFault, UserFacingError
from core.kernel.identity.keystore import LOG_KEY, MemoryKeyStore
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.identity.root_key import RootKey, write_root_key
from core.kernel.ids import SeededIds
from core.sync.exchange_key_file import (
    ExchangeSecrets,
    bring_exchange_keys,
    needs_password,
    read_exchange_keys,
    write_exchange_keys,
)
from core.sync.exchange_keys import AGE_IDENTITY, TRANSPORT_KEY, held_exchange_keys
from tests.support.entradas import sozinho

ENTROPY = SeededIds("troca").random_bytes
NO = "ab" * 16


def office() -> tuple[MemoryKeyStore, NodeEntry]:
    """A store with keys, and what the network says of it."""
    store = MemoryKeyStore()
    store.put(LOG_KEY, b"l" * 32)
    keys = held_exchange_keys(store, ENTROPY)
    listed = replace(
        sozinho("Norte").chain.current.nos[0],
        no=NO,
        chave_transporte=keys.transport.hex(),
        destinatario_age=keys.recipient,
    )
    return store, listed


def taken(store: MemoryKeyStore, tmp_path: Path) -> ExchangeSecrets:
    """Out of the store and read again."""
    path = tmp_path / "chave-troca.cofre"
    write_exchange_keys(path, store, NO, None, ENTROPY)
    assert not needs_password(path)
    return read_exchange_keys(path, None)


def test_they_come_back_as_they_were_and_the_log_key_stays_where_it_is(tmp_path: Path) -> None:
    store, listed = office()
    secrets = taken(store, tmp_path)
    assert store.get(LOG_KEY) not in (tmp_path / "chave-troca.cofre").read_bytes()
    assert "transport" not in repr(secrets)
    other = MemoryKeyStore()
    bring_exchange_keys(other, secrets, listed)
    for name in (TRANSPORT_KEY, AGE_IDENTITY):
        assert other.get(name) == store.get(name)
    assert not other.has(LOG_KEY)


def test_what_the_network_does_not_list_with_them_takes_them_not(tmp_path: Path) -> None:
    store, listed = office()
    secrets = taken(store, tmp_path)
    _, stranger = office()
    cases = (
        (None, "chave_troca.de_outro"),
        (replace(listed, no="cd" * 16), "chave_troca.de_outro"),
        (replace(listed, chave_transporte=None, destinatario_age=None), "rede.sem_troca"),
        (replace(listed, chave_transporte=stranger.chave_transporte), "chave_troca.divergente"),
        (replace(listed, destinatario_age=stranger.destinatario_age), "chave_troca.divergente"),
    )
    for entry, code in cases:
        empty = MemoryKeyStore()
        with pytest.raises(UserFacingError) as fault:
            bring_exchange_keys(empty, secrets, entry)
        assert fault.value.code == code
        assert not empty.has(TRANSPORT_KEY)


def test_an_office_that_does_not_exchange_has_none_to_take(tmp_path: Path) -> None:
    with pytest.raises(UserFacingError, match=r"rede\.sem_troca"):
        write_exchange_keys(tmp_path / "x", MemoryKeyStore(), NO, None, ENTROPY)
    assert not (tmp_path / "x").exists()


def test_another_file_of_keys_is_told_apart_and_a_damaged_one(tmp_path: Path) -> None:
    store, _ = office()
    root = tmp_path / "chave-raiz.cofre"
    sozinho_root(root)
    with pytest.raises(UserFacingError, match=r"chave_troca\.outro_arquivo"):
        read_exchange_keys(root, None)
    store.put(AGE_IDENTITY, b"AGE-SECRET-KEY-1NADA")
    write_exchange_keys(tmp_path / "torto", store, NO, None, ENTROPY)
    with pytest.raises(IntegrityFault, match=r"chaves\.cofre_danificado"):
        read_exchange_keys(tmp_path / "torto", None)
    with pytest.raises(UserFacingError, match=r"chave_troca\.ausente"):
        read_exchange_keys(tmp_path / "nada", None)


def sozinho_root(path: Path) -> None:
    """A root key's file in the place of ours."""
    write_root_key(path, RootKey(b"r" * 32, "0" * 64), None, ENTROPY)
