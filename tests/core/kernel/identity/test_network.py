"""Only the next version, signed by the thresholds of both; never an older one, never a fork."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from core.crypto import ed25519
from core.kernel.errors import IntegrityFault
from core.kernel.identity import network_document as nd
from core.kernel.identity.names import node_id
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal
from core.kernel.identity.node_entry import FormerNetwork, NodeEntry

ROOT_SEEDS = [bytes([n]) * 32 for n in range(1, 5)]
ROOTS = [ed25519.public_key(seed) for seed in ROOT_SEEDS]
LOGS = [ed25519.public_key(bytes([n]) * 32) for n in range(11, 14)]
NO = node_id(LOGS[0])
NO_2 = node_id(LOGS[1])
NONCE = bytes(32)
GENESIS = nd.make_genesis(ROOTS[:1], LOGS[:1], NONCE)
SEAL = Seal(NO, 0, 3, "ab" * 32)


def signed(raw: bytes, *seeds: int) -> tuple[bytes, bytes]:
    return raw, nd.sign_document(raw, [ROOT_SEEDS[index] for index in seeds])


def founded() -> NetworkChain:
    return NetworkChain.start(*signed(GENESIS, 0))


def hexes(keys: Sequence[bytes]) -> list[str]:
    return [key.hex() for key in keys]


def two_of_three(chain: NetworkChain) -> bytes:
    return nd.make_successor(chain.current, root_public_keys=hexes(ROOTS[:3]), threshold=2)


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(IntegrityFault) as fault:
        call()
    return fault.value.code


def test_a_network_of_one() -> None:
    chain = founded()
    assert chain.rede == nd.parse_document(GENESIS).sha256
    assert chain.current.versao == 1
    assert chain.log_key(NO) == LOGS[0]
    assert chain.log_key(NO_2) is None


def test_genesis_of_another_network_is_refused() -> None:
    chain = founded()
    other = nd.make_genesis(ROOTS[:1], LOGS[:1], b"\x01" * 32)
    assert code_of(lambda: NetworkChain.start(*signed(other, 0), chain.rede)) == "rede.outra_rede"
    assert code_of(lambda: chain.extend(*signed(other, 0))) == "rede.outra_rede"


def test_genesis_must_be_signed_by_its_own_root() -> None:
    for seeds in ((1,), (1, 2)):
        raw, signatures = signed(GENESIS, *seeds)
        with pytest.raises(IntegrityFault) as fault:
            NetworkChain.start(raw, signatures)
        assert fault.value.code == "rede.assinatura_insuficiente"
        assert fault.value.params == {"versao": 1, "validas": 0, "limiar": 1}


def test_a_later_version_founds_nothing() -> None:
    second = nd.make_successor(founded().current)
    assert code_of(lambda: NetworkChain.start(*signed(second, 0))) == "rede.documento_invalido"


def test_raising_the_threshold_needs_both_thresholds() -> None:
    chain = founded()
    raw = two_of_three(chain)
    for seeds in ((0,), (1, 2), (1,), (3,)):
        assert code_of(partial(chain.extend, *signed(raw, *seeds))) == (
            "rede.assinatura_insuficiente"
        )
    raised = chain.extend(*signed(raw, 0, 1))
    assert raised.current.limiar == 2
    third = nd.make_successor(raised.current, seals=[SEAL])
    assert code_of(lambda: raised.extend(*signed(third, 0))) == "rede.assinatura_insuficiente"
    assert code_of(lambda: raised.extend(*signed(third, 0, 3))) == "rede.assinatura_insuficiente"
    assert raised.extend(*signed(third, 1, 2)).current.seal(NO, 0) == SEAL


def test_a_signature_of_another_document_does_not_count() -> None:
    chain = founded()
    second = nd.make_successor(chain.current, seals=[SEAL])
    _, signatures = signed(GENESIS, 0)
    assert code_of(lambda: chain.extend(second, signatures)) == "rede.assinatura_insuficiente"


def test_the_same_version_again_changes_nothing() -> None:
    chain = founded().extend(*signed(nd.make_successor(founded().current), 0))
    assert chain.extend(*signed(GENESIS, 0)) is chain
    assert chain.extend(chain.current.raw, b"whatever") is chain


def test_a_skipped_version_is_refused() -> None:
    chain = founded()
    second = nd.make_successor(chain.current, seals=[SEAL])
    third = nd.make_successor(nd.parse_document(second))
    with pytest.raises(IntegrityFault) as fault:
        chain.extend(*signed(third, 0))
    assert fault.value.code == "rede.versao_saltada"
    assert fault.value.params == {"tem": 1, "veio": 3}


def test_a_version_that_follows_another_is_refused() -> None:
    other = nd.parse_document(nd.make_genesis(ROOTS[:1], LOGS[:1], b"\x01" * 32))
    second = nd.make_successor(other)
    assert code_of(lambda: founded().extend(*signed(second, 0))) == "rede.anterior_diferente"


def test_two_well_signed_documents_of_one_version_stop_everything() -> None:
    chain = founded().extend(*signed(nd.make_successor(founded().current, seals=[SEAL]), 0))
    rival = nd.make_successor(founded().current)
    assert code_of(lambda: chain.extend(*signed(rival, 0))) == "rede.bifurcada"
    assert code_of(lambda: chain.extend(*signed(rival, 1))) == "rede.assinatura_insuficiente"


def test_seals_are_never_changed_or_taken_back() -> None:
    chain = founded().extend(*signed(nd.make_successor(founded().current, seals=[SEAL]), 0))
    base = chain.current
    for selos in ((), (Seal(NO, 0, 4, "ab" * 32),)):
        stripped = nd.NetworkDocument(
            base.raw,
            base.versao,
            base.anterior,
            base.limiar,
            base.raizes,
            base.nos,
            base.nonce,
            selos,
        )
        raw = nd.make_successor(stripped)
        assert code_of(partial(chain.extend, *signed(raw, 0))) == "rede.recuo"


def test_a_seal_of_a_stranger_is_refused() -> None:
    raw = nd.make_successor(founded().current, seals=[Seal("0" * 32, 0, 3, "ab" * 32)])
    assert code_of(lambda: founded().extend(*signed(raw, 0))) == "rede.documento_invalido"


def test_a_new_node_must_bear_its_keys_name_and_an_old_one_keeps_its_own() -> None:
    chain = founded()
    current = chain.current.nos
    false = nd.make_successor(chain.current, nodes=[*current, NodeEntry("0" * 32, LOGS[1].hex())])
    assert code_of(lambda: chain.extend(*signed(false, 0))) == "rede.documento_invalido"
    joined = chain.extend(
        *signed(
            nd.make_successor(chain.current, nodes=[*current, NodeEntry(NO_2, LOGS[1].hex())]), 0
        )
    )
    rotated = [NodeEntry(NO, LOGS[2].hex()), NodeEntry(NO_2, LOGS[1].hex())]
    turned = joined.extend(*signed(nd.make_successor(joined.current, nodes=rotated), 0))
    assert turned.log_key(NO) == LOGS[2]
    assert turned.log_keys(NO) == (LOGS[0], LOGS[2])
    assert turned.log_keys(NO_2) == (LOGS[1],)
    assert turned.log_keys("0" * 32) == ()


def test_a_lost_key_signs_nothing_of_the_epoch_that_began_with_its_successor() -> None:
    chain = founded()
    first = chain.extend(*signed(nd.make_successor(chain.current, seals=[SEAL]), 0))
    assert first.log_keys(NO, 1) == (LOGS[0],)
    lost = nd.make_successor(
        first.current,
        seals=[Seal(NO, 1, 0, "cd" * 32)],
        nodes=[NodeEntry(NO, LOGS[2].hex())],
    )
    turned = first.extend(*signed(lost, 0))
    assert turned.log_keys(NO, 0) == (LOGS[0], LOGS[2])
    assert turned.log_keys(NO, 1) == (LOGS[0], LOGS[2])
    assert turned.log_keys(NO, 2) == (LOGS[2],)


def test_a_stored_chain_is_verified_anew() -> None:
    second = signed(nd.make_successor(founded().current, seals=[SEAL]), 0)
    stored = [signed(GENESIS, 0), second]
    chain = NetworkChain.load(stored, founded().rede)
    assert chain.current.versao == 2
    assert code_of(lambda: NetworkChain.load([])) == "rede.ausente"
    assert code_of(lambda: NetworkChain.load([second])) == "rede.documento_invalido"
    broken = [stored[0], (second[0].replace(b"ab" * 32, b"ac" * 32), second[1])]
    assert code_of(lambda: NetworkChain.load(broken)) == "rede.assinatura_insuficiente"


def test_where_a_node_comes_from_is_said_when_it_comes_or_never() -> None:
    """Not later, not otherwise, not after it left and came again: events would change network."""
    own, other = NodeEntry(NO, LOGS[0].hex()), NodeEntry(NO_2, LOGS[1].hex())
    former = FormerNetwork(2, "ab" * 32)
    moved = NodeEntry(NO_2, LOGS[1].hex(), antes=former)

    def then(chain: NetworkChain, *nodes: NodeEntry) -> NetworkChain:
        in_order = sorted(nodes, key=lambda node: node.no)
        return chain.extend(*signed(nd.make_successor(chain.current, nodes=in_order), 0))

    chain = founded()
    first = NodeEntry(NO, LOGS[0].hex(), antes=former)
    assert code_of(partial(then, chain, first)) == "rede.recuo"
    plain, came = then(chain, own, other), then(chain, own, moved)
    assert code_of(partial(then, plain, own, moved)) == "rede.recuo"
    assert code_of(partial(then, came, own, other)) == "rede.recuo"
    left = then(came, own)
    for again in (other, NodeEntry(NO_2, LOGS[1].hex(), antes=FormerNetwork(3, "ab" * 32))):
        assert code_of(partial(then, left, own, again)) == "rede.recuo"
    assert then(left, own, moved).current.node(NO_2) == moved
