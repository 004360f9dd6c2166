"""Checkpoints: signed once a head, over recomputed leaves, never against the past."""

from __future__ import annotations

import pytest

from core.crypto import ed25519
from core.kernel.engine.engine import Engine
from core.kernel.engine.notary import Notary
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.identity.keystore import LOG_KEY, MemoryKeyStore
from core.kernel.identity.node import NodeIdentity
from core.kernel.identity.note import verify_note
from core.kernel.ids import SeededIds
from core.kernel.merkle import root
from tests.support.office import TEST_NO, TEST_REDE, Office, entrou, pedido

SEED = ed25519.generate(SeededIds(99).random_bytes)
IDENTITY = NodeIdentity(TEST_REDE, TEST_NO, ed25519.public_key(SEED))


def keys(password: bytes | None = None) -> MemoryKeyStore:
    store = MemoryKeyStore({LOG_KEY: SEED}, password)
    if password is not None:
        store.lock()
    return store


def notary(engine: Engine, store: MemoryKeyStore, guarded: list[int] | None = None) -> Notary:
    calls = guarded if guarded is not None else []
    return Notary(engine.cycle, engine.writer, IDENTITY, store, lambda: calls.append(1))


def test_the_head_is_signed_once_and_verifies(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", entrou(1), pedido(1), pedido(2))
    engine.aguardar_ocioso(trabalhos=True)
    guarded: list[int] = []
    signer = notary(engine, keys(), guarded)
    assert signer.owes()
    assert signer.sign()
    assert not signer.owes()
    assert not signer.sign()
    assert guarded == [1]
    [(size, note)] = office.rows("SELECT tamanho, nota FROM kernel_checkpoints")
    checkpoint = verify_note(bytes(note), IDENTITY.log_public_key, IDENTITY.origin(0))
    events = office.events()
    assert checkpoint.size == size == len(events)
    assert checkpoint.root == root([bytes.fromhex(event.event_hash) for event in events])
    engine.publicar("T-1", pedido(3))
    assert signer.sign()
    assert len(office.rows("SELECT tamanho FROM kernel_checkpoints")) == 2


def test_nothing_to_sign_in_an_empty_office(sqlite_office: Office) -> None:
    assert not notary(sqlite_office.engine(), keys()).sign()
    assert sqlite_office.rows("SELECT * FROM kernel_checkpoints") == []


def test_a_locked_store_leaves_it_owed(sqlite_office: Office) -> None:
    engine = sqlite_office.engine()
    engine.publicar("T-1", entrou(1))
    store = keys(b"segredo")
    signer = notary(engine, store)
    assert not signer.sign()
    assert signer.owes()
    store.unlock(b"segredo")
    assert signer.sign()


def test_a_flipped_bit_is_never_signed(office: Office) -> None:
    engine = office.engine()
    engine.publicar("T-1", *(pedido(n) for n in range(5)))
    engine.writer.begin()
    engine.writer.cursor.execute("SELECT header FROM event_log WHERE sequence_number = 2")
    raw = bytearray(engine.writer.cursor.fetchone()[0])
    raw[10] ^= 1
    mark = "?" if engine.writer.dialect == "sqlite" else "%s"
    engine.writer.cursor.execute(
        f"UPDATE event_log SET header = {mark} WHERE sequence_number = 2", (bytes(raw),)
    )
    engine.writer.commit()
    with pytest.raises(IntegrityFault) as refusal:
        notary(engine, keys()).sign()
    assert refusal.value.code == "ponto.folhas_divergem"
    assert office.rows("SELECT * FROM kernel_checkpoints") == []
    assert engine.publicar("T-1", pedido(9)).sequence_number > 0


def test_a_guard_that_cannot_be_written_forbids_signing(sqlite_office: Office) -> None:
    engine = sqlite_office.engine()
    engine.publicar("T-1", entrou(1))

    def refuse() -> None:
        raise EnvironmentFault("guarda.nao_gravada", arquivo="guarda", motivo="disco cheio")

    signer = Notary(engine.cycle, engine.writer, IDENTITY, keys(), refuse)
    with pytest.raises(EnvironmentFault):
        signer.sign()
    assert sqlite_office.rows("SELECT * FROM kernel_checkpoints") == []
    assert signer.owes()
