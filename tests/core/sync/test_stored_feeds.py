"""Feeds are read whole, in order, from what is stored, in any piece size."""

from __future__ import annotations

import pytest

from core.kernel.merkle import root
from core.kernel.parts import commitment
from core.sync import stored_feeds as module
from core.sync.part_lines import parse_part_line
from core.sync.stored_feeds import event_lines, leaf_hashes, part_lines, parts, stored_feeds
from tests.support.vivo import Vivo


@pytest.mark.parametrize("chunk", [1_000, 7])
def test_what_is_read_is_what_was_signed(
    vivo: Vivo, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK", chunk)
    reader = vivo.app.database.open_reader()
    (feed,) = stored_feeds(reader)
    hashes = leaf_hashes(reader, feed)
    assert (len(hashes), root(hashes)) == (feed.tamanho, feed.raiz)
    lines = b"".join(event_lines(reader, feed, 40)).split(b"\n")
    assert (len(lines), lines[-1]) == (feed.tamanho - 40 + 1, b"")
    seen = list(parts(reader, feed, 40))
    assert {line.event_hash for line in seen} <= set(hashes[40:])
    assert [hashes.index(line.event_hash) for line in seen] == sorted(
        hashes.index(line.event_hash) for line in seen
    )
    public = b"".join(part_lines(reader, feed, 40, restricted=False)).split(b"\n")[:-1]
    assert [parse_part_line(raw) for raw in public] == [
        line for line in seen if line.nome.startswith("publica.")
    ]
    line = next(line for line in seen if line.nome.startswith("restrita."))
    assert commitment(line.salt, line.content)
    reader.close()
