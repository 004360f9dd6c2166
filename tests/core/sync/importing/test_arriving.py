"""A feed comes leaf by leaf with its parts, and the newest seal counts."""

from __future__ import annotations

from core.kernel.identity.network import NetworkChain
from core.kernel.identity.network_document import Seal
from core.sync.importing.arriving import FeedStream
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.pacotes import Pacote, Rede, cadeia


def streams(*, seal: int | None = None) -> FeedStream:
    rede = Rede.de("norte", "sul")
    feed = cadeia("norte", rede, 4)
    verdict = verify_bundle(BytesSource(Pacote.de(rede, "norte", feed).bytes()))
    assert verdict.bundle is not None
    if seal is not None:
        rede = rede.mais(seals=[Seal(feed.no, 0, seal, "ab" * 32)])
    chain = NetworkChain.load(rede.documentos)
    return FeedStream(verdict.bundle.container, verdict.bundle.feeds[0], chain)


def test_leaves_come_in_order_each_with_its_public_parts() -> None:
    stream = streams()
    seen = []
    while stream.next is not None:
        leaf, parts = stream.next
        seen.append((leaf.seq, leaf.fault, sorted(parts)))
        stream.advance()
    assert seen == [(seq, None, ["publica.nucleo"]) for seq in range(4)]
    stream.advance()
    assert stream.next is None


def test_a_seal_that_the_bundle_did_not_know_counts() -> None:
    stream = streams(seal=2)
    faults = []
    while stream.next is not None:
        faults.append(stream.next.leaf.fault)
        stream.advance()
    assert faults == [None, None, "folha.alem_do_selo", "folha.alem_do_selo"]
