"""The next epoch: numbered above all that is known, sealed, refused in a joined network."""

from __future__ import annotations

import pytest

from core.crypto import ed25519
from core.kernel.backup.epoch import Restart, open_next_epoch
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.identity.names import node_id
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import make_successor, sign_document
from core.kernel.identity.node_entry import NodeEntry
from core.kernel.identity.root_key import read_root_key
from core.kernel.store.installation import Installation
from tests.support.founded import Founded
from tests.support.office import entrou


def opened(
    office: Founded,
    *,
    last_epoch: int,
    chain: NetworkChain | None = None,
    newer: list[tuple[bytes, bytes]] | None = None,
) -> tuple[Installation, Event]:
    present = office.open()
    base = chain or present.rede
    root = read_root_key(office.office.root_key_file, None, base.current.raizes)
    writer = office.database.open_writer(checkpoints=True)
    try:
        writer.begin()
        done = open_next_epoch(
            writer.cursor,
            writer.dialect,
            present.installation,
            Restart(base, newer or [], last_epoch, None, root.seed),
            office.registry,
            office.clock,
            office.ids,
        )
        writer.commit()
    finally:
        writer.close()
    return done


def test_the_next_epoch_is_above_all_that_is_known(founded: Founded) -> None:
    founded.append(entrou(1), entrou(2))
    installation, event = opened(founded, last_epoch=4)
    assert installation.epoca == 5
    assert (event.epoca, event.seq, event.payload["tamanho_restaurado"]) == (5, 0, 2)
    assert event.payload.get("tamanho_guarda") is None
    chain = founded.open().rede
    assert [(seal.epoca, seal.tamanho) for seal in chain.current.selos] == [
        (0, 2), (1, 0), (2, 0), (3, 0), (4, 0),
    ]  # fmt: skip
    root = bytes.fromhex(chain.current.raizes[0])
    seal = bytes.fromhex(event.payload["selo"])
    assert ed25519.verify(root, chain.current.raw, seal)
    founded.guard.adopt(founded.open().cabeca)
    assert founded.verify().achados == []


def test_an_office_in_a_network_waits_for_recovery_instead(founded: Founded) -> None:
    present = founded.open()
    root = read_root_key(founded.office.root_key_file, None, present.rede.current.raizes)
    key = ed25519.public_key(b"\x09" * 32)
    nodes = [*present.rede.current.nos, NodeEntry(node_id(key), key.hex())]
    raw = make_successor(present.rede.current, nodes=nodes)
    signatures = sign_document(raw, [root.seed])
    with pytest.raises(UserFacingError) as refusal:
        opened(
            founded, last_epoch=0, chain=present.rede.extend(raw, signatures),
            newer=[(raw, signatures)],
        )  # fmt: skip
    assert refusal.value.code == "restaurar.rede_de_varios"
    assert founded.open().installation.epoca == 0
