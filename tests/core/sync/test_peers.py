"""How far feeds are here, and what receipts acknowledge, on both databases."""

from __future__ import annotations

from typing import Any

from core.kernel.store.installation import open_feed
from core.sync.peers import FeedHead, acknowledged, feed_heads, said_to_have, signed_events
from tests.support.office import TEST_NO, Office
from tests.support.sorteios import SealedLog

OTHER = "b" * 32
ROOT = "0" * 64


def receipt(*feeds: tuple[str, int, int]) -> dict[str, Any]:
    return {
        "feeds": [
            {"no": no, "epoca": epoca, "tamanho": size, "raiz": ROOT} for no, epoca, size in feeds
        ]
    }


def test_heads_and_the_largest_size_that_was_acknowledged(office: Office) -> None:
    writer = office.database.open_writer(checkpoints=True)
    own = SealedLog(writer)
    own.put("recibo.importacao", receipt((OTHER, 0, 1)))
    own.flush()
    writer.begin()
    open_feed(writer.cursor, writer.dialect, OTHER, 0)
    writer.commit()
    other = SealedLog(writer, OTHER)
    other.put("recibo.importacao", receipt((TEST_NO, 0, 5), (TEST_NO, 1, 2)))
    other.put("recibo.importacao", receipt((TEST_NO, 0, 3)))
    other.put("recibo.importacao", receipt((OTHER, 7, 99)))
    other.flush()
    writer.close()
    reader = office.database.open_reader()
    try:
        heads = feed_heads(reader.cursor, reader.dialect)
        assert {(one.no, one.epoca, one.tamanho) for one in heads if one.tamanho} == {
            (TEST_NO, 0, 1), (OTHER, 0, 3)
        }  # fmt: skip
        assert all(one.timestamp is not None for one in heads if one.tamanho)
        assert said_to_have(reader.cursor, reader.dialect) == {
            TEST_NO: {(OTHER, 0): 1},
            OTHER: {(TEST_NO, 0): 5, (TEST_NO, 1): 2, (OTHER, 7): 99},
        }
        told = acknowledged(reader.cursor, reader.dialect, TEST_NO)
        assert (told[OTHER], told.get(TEST_NO, 0)) == (7, 0)
        assert acknowledged(reader.cursor, reader.dialect, "c" * 32) == {TEST_NO: 0, OTHER: 0}
        assert signed_events(reader.cursor, reader.dialect, TEST_NO) == 0
    finally:
        reader.close()


def test_an_empty_feed_has_no_moment() -> None:
    assert FeedHead(OTHER, 0, 0, None).timestamp is None
