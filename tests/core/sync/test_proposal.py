"""A proposed version counts when both thresholds signed its bytes, and not a signature before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import decode_canonical, encode_canonical
from core.kernel.errors import IntegrityFault
from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal, make_successor
from core.kernel.merkle import EMPTY_ROOT
from core.sync.proposal import propose, read_proposal
from tests.support.office import unidade
from tests.support.pacote_bytes import public, seed
from tests.support.pacotes import Rede

REDE = Rede.de("a", "b")
CHAIN = NetworkChain.load(REDE.documentos)
ROOT, SECOND, STRANGER = seed("raiz"), seed("raiz-b"), seed("raiz-x")
BOTH = sorted(public(name).hex() for name in ("raiz", "raiz-b"))
NEXT = make_successor(CHAIN.current, root_public_keys=BOTH, threshold=2)
FIRST = propose(CHAIN, NEXT, ROOT)
RAW = FIRST.written()


def refused(raw: bytes, chain: NetworkChain = CHAIN) -> str:
    with pytest.raises(IntegrityFault) as fault:
        read_proposal(raw, chain)
    return fault.value.code


def changed(**change: Any) -> bytes:
    return encode_canonical({**decode_canonical(RAW[:-1], 1 << 20), **change}) + b"\n"


def test_it_counts_with_the_last_signature_and_the_chain_takes_it() -> None:
    read = read_proposal(RAW, CHAIN)
    assert read == FIRST
    assert read.missing == 1
    with pytest.raises(IntegrityFault, match=r"rede\.assinatura_insuficiente"):
        CHAIN.extend(NEXT, read.signature_file)
    assert read.signed(ROOT).missing == 1, "the same hand twice is one signature"
    whole = read_proposal(read.signed(SECOND).written(), CHAIN)
    assert whole.missing == 0
    assert CHAIN.extend(NEXT, whole.signature_file).current.limiar == 2


def test_later_versions_need_both_and_either_may_begin() -> None:
    chain = CHAIN.extend(NEXT, FIRST.signed(SECOND).signature_file)
    lower = make_successor(chain.current, threshold=1)
    begun = propose(chain, lower, SECOND)
    assert begun.missing == 1
    assert begun.signed(ROOT).missing == 0
    nobody = propose(chain, lower, STRANGER)
    assert nobody.missing == 2
    assert refused(nobody.written(), chain) == "versao.assinatura"


def test_what_does_not_follow_or_is_of_another_network_is_refused() -> None:
    other = NetworkChain.load(Rede.de("c", "d").documentos)
    assert refused(RAW, other) == "versao.outra_rede"
    longer = CHAIN.extend(NEXT, FIRST.signed(SECOND).signature_file)
    assert refused(RAW, longer) == "rede.versao_saltada"
    assert refused(changed(assinaturas=FIRST.signed(STRANGER).signature_file.decode())) == (
        "versao.assinatura"
    )
    another = make_successor(CHAIN.current, root_public_keys=BOTH, threshold=1)
    assert refused(changed(documento=another.decode())) == "versao.assinatura"


@pytest.mark.parametrize("change", [{"v": 2}, {"v": True}, {"tipo": "x"}, {"a": 1}, {"rede": 1}])
def test_only_one_form_is_read(change: dict[str, Any]) -> None:
    assert refused(changed(**change)) == "versao.invalida"


@given(st.integers(0, len(RAW) - 1), st.integers(0, 7))
def test_no_bit_is_free(place: int, bit: int) -> None:
    raw = bytearray(RAW)
    raw[place] ^= 1 << bit
    assert refused(bytes(raw)).partition(".")[0] in ("versao", "rede")


@given(st.integers(0, len(RAW) - 1))
def test_a_cut_file_is_refused(length: int) -> None:
    assert refused(RAW[:length]) == "versao.invalida"


def test_what_gives_custody_or_seals_is_told_apart_from_who_signs() -> None:
    """A node that must not decide yet may still sign a version that decides nothing."""
    assert not FIRST.decides
    entry = CHAIN.current.nos[0]
    gives = replace(entry, custodia=(*entry.custodia, unidade(77)))
    others = CHAIN.current.nos[1:]
    assert propose(CHAIN, make_successor(CHAIN.current, nodes=[gives, *others]), ROOT).decides
    sealed = make_successor(CHAIN.current, seals=[Seal(entry.no, 0, 0, EMPTY_ROOT.hex())])
    assert propose(CHAIN, sealed, ROOT).decides
