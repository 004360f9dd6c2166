"""What every byte of a SQLite file is for: cells, pointers, page headers, or nothing at all.

An independent reading of sqlite.org/fileformat2.html, so that a test can say which flipped bytes a
verification has to notice: all but those that no reader ever looks at.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

UNUSED = "vazio"


@dataclass
class PageMap:
    """``kind[offset]`` says what a byte is; ``owner[page]`` which table or index a page is of."""

    data: bytes
    page_size: int
    kind: list[str]
    owner: dict[int, str] = field(default_factory=dict)

    def owner_of(self, offset: int) -> str:
        """Table or index that the byte belongs to."""
        return self.owner.get(offset // self.page_size + 1, "livre")


def map_file(path: Path) -> PageMap:
    """Read a closed database file without WAL."""
    connection = sqlite3.connect(path)
    roots = [("sqlite_master", 1)]
    rows = connection.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0")
    roots += rows.fetchall()
    connection.close()
    data = path.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    found = PageMap(data, size, [UNUSED] * len(data))
    for name, root in roots:
        for page in _tree(found, root):
            found.owner[page] = name
    found.kind[:100] = ["cabeçalho do arquivo"] * 100
    return found


def _tree(pages: PageMap, root: int) -> Iterator[int]:
    waiting = [root]
    while waiting:
        page = waiting.pop()
        yield page
        children, overflow = _page(pages, page)
        waiting += children
        for first, length in overflow:
            yield from _overflow(pages, first, length)


def _page(pages: PageMap, page: int) -> tuple[list[int], list[tuple[int, int]]]:
    data, base = pages.data, (page - 1) * pages.page_size
    at = base + (100 if page == 1 else 0)
    kind = data[at]
    is_interior = kind in (2, 5)
    head = 12 if is_interior else 8
    count = int.from_bytes(data[at + 3 : at + 5], "big")
    _mark(pages, at, head, "cabeçalho de página")
    _mark(pages, at + head, 2 * count, "ponteiro de célula")
    children: list[int] = []
    overflow: list[tuple[int, int]] = []
    if is_interior:
        children.append(int.from_bytes(data[at + 8 : at + 12], "big"))
    for cell in range(count):
        place = at + head + 2 * cell
        start = base + int.from_bytes(data[place : place + 2], "big")
        cursor = start
        if is_interior:
            children.append(int.from_bytes(data[cursor : cursor + 4], "big"))
            cursor += 4
        if kind == 5:
            _, cursor = _varint(data, cursor)
            _mark(pages, start, cursor - start, "célula")
            continue
        payload, cursor = _varint(data, cursor)
        if kind == 13:
            _, cursor = _varint(data, cursor)
        local = _local(pages.page_size, payload, is_table=kind == 13)
        end = cursor + local
        if local < payload:
            overflow.append((int.from_bytes(data[end : end + 4], "big"), payload - local))
            end += 4
        _mark(pages, start, end - start, "célula")
    return children, overflow


def _overflow(pages: PageMap, page: int, length: int) -> Iterator[int]:
    while length > 0:
        yield page
        base = (page - 1) * pages.page_size
        _mark(pages, base, 4, "ponteiro de transbordo")
        here = min(length, pages.page_size - 4)
        _mark(pages, base + 4, here, "transbordo")
        length -= here
        page = int.from_bytes(pages.data[base : base + 4], "big")


def _local(usable: int, payload: int, *, is_table: bool) -> int:
    """How many bytes of a payload stand in its own page."""
    most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
    if payload <= most:
        return payload
    least = (usable - 12) * 32 // 255 - 23
    wanted = least + (payload - least) % (usable - 4)
    return wanted if wanted <= most else least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for n in range(8):
        byte = data[at + n]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + n + 1
    return value << 8 | data[at + 8], at + 9


def _mark(pages: PageMap, start: int, length: int, kind: str) -> None:
    pages.kind[start : start + length] = [kind] * length
