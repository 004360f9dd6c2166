"""Walks of a feed: what the import reads is what was verified."""

from __future__ import annotations

import pytest

from core.kernel.identity.network import NetworkChain
from core.kernel.merkle import root
from core.sync.container import Container
from core.sync.feed_check import check_feed, read_events, walk_parts, walk_raw
from core.sync.manifest import FeedSpan
from core.sync.reasons import Refusal
from core.sync.source import BytesSource
from tests.support.corpus_pacotes.caso import base
from tests.support.pacotes import Pacote

REDE, A, B, SOUND = base()
CHAIN = NetworkChain.load(REDE.documentos)


def opened(pacote: Pacote) -> Container:
    return Container.open(BytesSource(pacote.bytes()))


def test_leaves_and_parts_come_with_their_places() -> None:
    container = opened(Pacote.de(REDE, "a", A, B, de={"a": 5}))
    feed = check_feed(container, CHAIN, FeedSpan(A.no, 0, 5, 8))
    assert feed.start is not None
    assert feed.start.root() == root(A.hashes()[:5])
    leaves = list(read_events(container, feed))
    assert [leaf.raw for leaf in leaves] == A.folhas[5:]
    assert [raw for _seq, raw in walk_raw(container, feed)] == A.folhas[5:]
    assert feed.places == {digest: 5 + n for n, digest in enumerate(A.hashes()[5:])}
    parts = list(walk_parts(container, feed))
    assert [(part.seq, part.line.nome) for part in parts] == [
        (5, "publica.nucleo"), (6, "publica.nucleo"), (7, "publica.anexos"), (7, "publica.nucleo")
    ]  # fmt: skip
    assert all(part.is_sealed and part.header is not None for part in parts)


def test_a_feed_with_nothing_new_stands_on_its_note() -> None:
    container = opened(Pacote.de(REDE, "a", A, B, de={"a": 8}))
    feed = check_feed(container, CHAIN, FeedSpan(A.no, 0, 8, 8))
    assert (feed.start, list(read_events(container, feed))) == (None, [])


def test_what_follows_a_wrong_root_is_never_said_to_hold() -> None:
    wrong = SOUND.com(f"{A.pasta}eventos.jsonl", lambda raw: raw.replace(b"TST", b"TSX", 1))
    container = opened(wrong)
    feed = check_feed(container, CHAIN, FeedSpan(A.no, 0, 0, 8))
    with pytest.raises(Refusal) as refusal:
        list(read_events(container, feed))
    assert refusal.value.codigo == "feed.raiz"
