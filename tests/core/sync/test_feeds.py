"""A note is its author's: known network, known key, right origin and size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.identity.network import NetworkChain
from core.kernel.identity.node_entry import FormerNetwork
from core.sync.feeds import check_note, feed_network
from core.sync.reasons import Refusal
from tests.support.corpus_pacotes.caso import base
from tests.support.pacotes import Feed, Rede, cadeia, entry_of, no_of

REDE, A, _B, _ = base()
CHAIN = NetworkChain.load(REDE.documentos)


def code(note: bytes, size: int | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        check_note(note, CHAIN, A.no, 0, size)
    return refusal.value.codigo


def test_the_author_s_note_says_what_it_signed() -> None:
    checkpoint = check_note(A.nota(), CHAIN, A.no, 0, 8)
    assert (checkpoint.size, checkpoint.origin.split("/")[1]) == (8, A.no)
    assert code(A.nota(), 7) == "feed.nota_manifesto"
    assert code(A.nota(key="log-b")) == "feed.nota_chave"
    with pytest.raises(Refusal) as refusal:
        feed_network(CHAIN, no_of("c"), 0)
    assert refusal.value.codigo == "feed.desconhecido"


def test_epochs_from_before_joining_are_of_the_former_network() -> None:
    before = "ab" * 32
    entries = [entry_of("a", 0), entry_of("b", 1, antes=FormerNetwork(1, before))]
    joined = Rede(REDE.documentos[:1]).mais(nodes=sorted(entries, key=lambda entry: entry.no))
    chain = NetworkChain.load(joined.documentos)
    old, new = cadeia("b", REDE, 2), Feed("b", joined.id, 2).mais({"x": 1})
    old.rede = before
    assert check_note(old.nota(), chain, old.no, 0).size == 2
    assert check_note(new.nota(), chain, new.no, 2).size == 1
    with pytest.raises(Refusal):
        check_note(old.nota(), chain, old.no, 2)


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(raw: bytes) -> None:
    assert code(raw) == "feed.nota"
