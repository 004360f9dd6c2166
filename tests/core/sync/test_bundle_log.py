"""A bundle read as a log: order, parts, what has no effect, and whether it is whole."""

from __future__ import annotations

import pytest

from core.contracts.catalogo import MODELS
from core.kernel.header import encode_header
from core.kernel.identity.network_document import Seal
from core.kernel.merkle import root
from core.kernel.registry import Registry
from core.sync.bundle_log import BundleLog, FeedEnd
from core.sync.examination import VerifiedBundle
from core.sync.source import BytesSource
from core.sync.verification import verify_bundle
from tests.support.pacotes import Feed, Pacote, Rede, alterado, cadeia, no_of
from tests.support.toy_contracts import TOY_MODELS

REGISTRY = Registry((*MODELS, *TOY_MODELS))


def opened(raw: bytes) -> VerifiedBundle:
    bundle = verify_bundle(BytesSource(raw)).bundle
    assert bundle is not None
    return bundle


def test_public_parts_come_in_the_order_of_the_feed_and_nothing_restricted() -> None:
    rede = Rede.de("a")
    log = BundleLog(opened(Pacote.de(rede, "a", cadeia("a", rede, 5)).bytes()), REGISTRY)
    found = list(log.events(("teste.fato",)))
    assert [one.payload for one in found] == [
        {"numero": n, "texto": f"fato {n} de a"} for n in range(5)
    ]
    assert [(one.sequence_number, one.seq, one.altura) for one in found] == [
        (n + 1, n, n + 1) for n in range(5)
    ]
    assert found[0].ausentes == ("restrita.texto",)
    assert (log.upto, log.is_whole, log.authors) == (5, True, frozenset({no_of("a")}))
    assert log.ends == (FeedEnd(no_of("a"), 0, found[-1].timestamp),)
    assert list(log.events(("outro.tipo",))) == []


def test_a_cause_comes_before_what_follows_from_it_whichever_feed_stands_first() -> None:
    rede = Rede.de("a", "b")
    first, second = sorted(("a", "b"), key=no_of)
    # The feed that the bundle names first waits for the other one.
    origin = cadeia(second, rede, 4)
    follower = Feed(first, rede.id)
    follower.mais({"numero": 0}, causa=origin.hashes()[3].hex())
    log = BundleLog(opened(Pacote.de(rede, "a", origin, follower).bytes()), REGISTRY)
    found = list(log.events(("teste.fato",)))
    assert [one.no for one in found] == [no_of(second)] * 4 + [no_of(first)]
    assert [one.altura for one in found] == [1, 2, 3, 4, 5]
    assert log.event_id_behind(found[0].event_hash) == found[0].event_id
    assert log.event_id_behind("0" * 64) is None


def test_a_receipt_stands_on_the_heads_that_it_acknowledges() -> None:
    rede = Rede.de("a", "b")
    first, second = sorted(("a", "b"), key=no_of)
    origin = cadeia(second, rede, 4)
    head = {"no": origin.no, "epoca": 0, "tamanho": 4, "raiz": "0" * 64}
    absent = {**head, "no": "f" * 32}
    reader = Feed(first, rede.id)
    reader.mais({"feeds": [absent, head]}, tipo="recibo.importacao")
    reader.mais({"feeds": "nada disto"}, tipo="recibo.importacao")
    reader.mais({"numero": 9})
    log = BundleLog(opened(Pacote.de(rede, "a", origin, reader).bytes()), REGISTRY)
    found = list(log.events(("teste.fato", "recibo.importacao")))
    assert [(one.no, one.altura) for one in found] == [
        *((origin.no, n) for n in range(1, 5)),
        *((reader.no, n) for n in range(5, 8)),
    ]


@pytest.mark.parametrize("is_sealed", [False, True])
def test_an_epoch_stands_on_the_end_of_the_one_before(is_sealed: bool) -> None:
    """By the root's seal, else by the word of the event that opens it."""
    rede = Rede.de("a")
    before, after = cadeia("a", rede, 4), Feed("a", rede.id, 1)
    opening = {"epoca_anterior": 0, "tamanho_restaurado": 3}
    after.mais(opening, tipo="epoca.aberta").mais({"numero": 9})
    if is_sealed:
        end = Seal(before.no, 0, 2, root(before.hashes()[:2]).hex())
        rede = rede.mais(seals=[end])
    log = BundleLog(opened(Pacote.de(rede, "a", before, after).bytes()), REGISTRY)
    found = [(one.epoca, one.seq, one.altura) for one in log.events(("teste.fato",))]
    if is_sealed:
        assert found == [(0, 0, 1), (0, 1, 2), (1, 1, 4)]
        assert log.upto == 4
    else:
        assert sorted(found) == [(0, 0, 1), (0, 1, 2), (0, 2, 3), (0, 3, 4), (1, 1, 5)]


def test_a_leaf_twice_is_one_event() -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 3)
    feed.folha(feed.folhas[1])
    log = BundleLog(opened(Pacote.de(rede, "a", feed).bytes()), REGISTRY)
    assert [one.payload["numero"] for one in log.events(("teste.fato",))] == [0, 1, 2]
    assert log.upto == 3


def test_feeds_that_know_nothing_of_each_other_stand_by_height_then_hash() -> None:
    rede = Rede.de("a", "b")
    log = BundleLog(
        opened(Pacote.de(rede, "a", cadeia("a", rede, 3), cadeia("b", rede, 3)).bytes()), REGISTRY
    )
    found = [(one.altura, one.event_hash) for one in log.events(("teste.fato",))]
    assert found == sorted(found)
    assert len(found) == 6


def test_what_has_no_effect_is_not_read_and_later_events_are() -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 3)
    feed.folha(alterado(encode_header(feed.cabecalho()), lambda value: value.update(seq=99)))
    feed.mais({"numero": 4})
    log = BundleLog(opened(Pacote.de(rede, "a", feed).bytes()), REGISTRY)
    assert [one.payload["numero"] for one in log.events(("teste.fato",))] == [0, 1, 2, 4]


def test_a_part_that_is_not_what_was_sealed_is_left_out() -> None:
    rede = Rede.de("a")
    feed = cadeia("a", rede, 2)
    pacote = Pacote.de(rede, "a", feed)
    nome = f"partes/{feed.no}-e0.jsonl"
    log = BundleLog(
        opened(pacote.com(nome, lambda raw: raw.replace(b"fato 0", b"fake 0")).bytes()), REGISTRY
    )
    assert [one.payload.get("numero") for one in log.events(("teste.fato",))] == [None, 1]


def test_a_range_and_a_refused_feed_are_not_the_whole_log() -> None:
    rede = Rede.de("a", "b")
    feed = cadeia("a", rede, 6)
    part = BundleLog(opened(Pacote.de(rede, "a", feed, de={"a": 2}).bytes()), REGISTRY)
    assert (part.is_whole, part.upto) == (False, 4)
    assert [one.seq for one in part.events(("teste.fato",))] == [2, 3, 4, 5]
    other = cadeia("b", rede, 2)
    pacote = Pacote.de(rede, "a", feed, other).com(f"{other.pasta}checkpoint", other.nota(1))
    torn = BundleLog(opened(pacote.bytes()), REGISTRY)
    assert (torn.is_whole, torn.upto) == (False, 6)


def test_reading_can_be_stopped() -> None:
    rede = Rede.de("a")
    log = BundleLog(opened(Pacote.de(rede, "a", cadeia("a", rede, 3)).bytes()), REGISTRY)

    def stop(_done: int, _total: int) -> None:
        raise InterruptedError

    log.watch(stop)
    with pytest.raises(InterruptedError):
        list(log.events(("teste.fato",)))
