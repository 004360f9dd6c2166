"""The request file: read as it was signed, by a node of the network, or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.errors import IntegrityFault
from core.kernel.identity.network import NetworkChain
from core.sync.request import HeldFeed, Request, make_request, read_request, request_name
from tests.support.corpus_pacotes.caso import base
from tests.support.pacote_bytes import seed
from tests.support.pacotes import no_of

REDE, A, _B, _ = base()
CHAIN = NetworkChain.load(REDE.documentos)
ASKED = Request(REDE.id, 2, no_of("b"), (HeldFeed(A.no, 0, 3, "ab" * 32),), ("cd" * 32,))
RAW = make_request(ASKED, seed("transporte-b"))


def refused(raw: bytes) -> str:
    with pytest.raises(IntegrityFault) as fault:
        read_request(raw, CHAIN)
    return fault.value.code


def test_it_is_read_as_it_was_signed() -> None:
    assert read_request(RAW, CHAIN) == ASKED
    assert request_name(REDE.id, A.no) == f"civico_{REDE.id[:8]}_{A.no}.pedido"


def test_others_networks_and_signatures_are_refused() -> None:
    assert refused(make_request(ASKED, seed("transporte-a"))) == "pedido.assinatura"
    stranger = replace(ASKED, no=no_of("c"))
    assert refused(make_request(stranger, seed("transporte-c"))) == "pedido.assinatura"
    other = replace(ASKED, rede="ab" * 32)
    assert refused(make_request(other, seed("transporte-b"))) == "pedido.outra_rede"


@pytest.mark.parametrize("place", range(0, len(RAW), 3))
def test_no_byte_is_free(place: int) -> None:
    changed = bytearray(RAW)
    changed[place] ^= 1
    assert refused(bytes(changed)).startswith("pedido.")


def test_what_a_request_may_not_say() -> None:
    held = ASKED.feeds[0]
    for wrong in (
        replace(ASKED, feeds=(held, held)),
        replace(ASKED, feeds=(replace(held, tamanho=-1),)),
        replace(ASKED, feeds=(replace(held, no="x"),)),
        replace(ASKED, anexos=("cd" * 32, "ab" * 32)),
        replace(ASKED, anexos=("x",)),
        replace(ASKED, rede_versao=0),
    ):
        assert refused(make_request(wrong, seed("transporte-b"))) == "pedido.invalido"


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(raw: bytes) -> None:
    assert refused(raw) == "pedido.invalido"
