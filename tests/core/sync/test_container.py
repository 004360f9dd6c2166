"""The strict reader: never a crash, memory flat, lines whole (FORMATO.md 2)."""

from __future__ import annotations

import tracemalloc
import zlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.sync.container import Container
from core.sync.reasons import CLASSES, Refusal
from core.sync.source import BytesSource
from tests.support.pacote_bytes import zip_de

FIRST = [("manifesto.json", b"{}"), ("manifesto.json.minisig", b"x")]
PARTS = f"partes/{'0' * 32}-e0.jsonl"


def opened(content: bytes) -> Container:
    return Container.open(BytesSource(zip_de([*FIRST, (PARTS, content)])))


def test_entries_come_in_order_with_their_content() -> None:
    container = opened(b"um\ndois\n" * 400)
    assert [entry.nome for entry in container.entries] == [*(n for n, _ in FIRST), PARTS]
    assert [container.read(entry) for entry in container.entries[:2]] == [b"{}", b"x"]
    assert container.read(container.entries[2]) == b"um\ndois\n" * 400
    assert container.get("outra") is None
    assert container.names_in("partes/") == {PARTS}
    assert container.names_in("outra/") == set()


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", [b""]),
        (b"a", [b"a"]),
        (b"a\n", [b"a", b""]),
        (b"\n\n", [b"", b"", b""]),
        (b"abcd\nabcde\nx\n", [b"abcd", None, b"x", b""]),
        (b"abcdefgh", [None]),
        (b"x\n" + b"y" * 200_000 + b"\nz\n", [b"x", None, b"z", b""]),
    ],
)
def test_lines_are_whole_or_named_as_too_long(content: bytes, lines: list[bytes | None]) -> None:
    container = opened(content)
    heard: list[bytes] = []
    assert list(container.lines(container.entries[2], 4, heard.append)) == lines
    assert b"".join(heard) == content


@given(st.binary(max_size=200))
@example(zip_de(FIRST)[:-1])
@example(zip_de(FIRST) + b"\0")
@example(zip_de(FIRST[1:]))
@example(b"PK\x03\x04" + bytes(18) + b"PK\x05\x06" + bytes(18))
def test_any_bytes_are_opened_or_refused(raw: bytes) -> None:
    with pytest.raises(Refusal) as refusal:  # no such short bytes are a bundle
        Container.open(BytesSource(raw))
    assert refusal.value.codigo in CLASSES


@settings(max_examples=300, deadline=None)
@given(place=st.integers(0, 10_000), value=st.integers(0, 255), cut=st.integers(0, 40))
def test_any_changed_byte_is_refused_or_reads_the_same(place: int, value: int, cut: int) -> None:
    content = b"linha de verdade\n" * 40
    sound = zip_de([*FIRST, (PARTS, content)])
    raw = bytearray(sound)
    raw[place % len(raw)] = value
    raw = raw[: len(raw) - cut]
    try:
        container = Container.open(BytesSource(bytes(raw)))
        found = [container.read(entry) for entry in container.entries]
    except Refusal:
        return
    assert found == [b"{}", b"x", content]


def test_memory_stays_flat_while_a_large_entry_is_read() -> None:
    content = b"".join(b"%09d\n" % n for n in range(2_000_000))
    raw = zip_de([*FIRST, (PARTS, content)])
    size = len(content)
    del content
    container = Container.open(BytesSource(raw))
    tracemalloc.start()
    counted = sum(1 for _line in container.lines(container.entries[2], 100))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert counted == 2_000_001
    assert peak < size / 10


def test_a_bomb_is_left_as_soon_as_it_passes_what_it_declares() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(100_000_000)) + packer.flush()
    told = {"method": 8, "size": 100_000, "packed": len(bomb)}
    raw = zip_de(
        [*FIRST, (PARTS, b"x")], onde=PARTS, local=told, central=told, dados=lambda _d: bomb
    )
    container = Container.open(BytesSource(raw))
    tracemalloc.start()
    with pytest.raises(Refusal) as refusal:
        container.read(container.entries[2])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refusal.value.codigo == "pacote.compressao"
    assert peak < 2_000_000
