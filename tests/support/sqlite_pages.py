"""What every byte of a SQLite file is for: cells, pointers, page headers, or nothing at all.

An independent reading of sqlite.org/fileformat2.html, so that a test can say which flipped bytes a
verification has to notice: all but those that no reader ever looks at. These are, and nothing else
is ``UNUSED``:

- inside a b-tree page, what no cell pointer, cell, freeblock head or page header takes up (section
  1.6): a reader comes to content through the pointers alone, and what is written there next
  overwrites it first;
- in an overflow page, what follows the last byte of the payload, whose length its cell gives (1.7);
- in a free page that is a leaf of the freelist, everything: "free-list leaf pages contain no
  information" (1.5), and in a trunk what follows the last page number that its count gives.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

UNUSED = "vazio"
FREE_TRUNK = "tronco livre"
FREE_LEAF = "folha livre"


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
    _free_pages(found)
    found.kind[:100] = ["cabeçalho do arquivo"] * 100
    return found


def everything_read(path: Path) -> list[tuple[object, ...]]:
    """All rows of all tables as a reader gets them, and the schema without its layout."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = bytes
    found: list[tuple[object, ...]] = []
    schema = connection.execute("SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master")
    for kind, name, owner, root, sql in schema.fetchall():
        found.append((kind, name, owner, root, b" ".join((sql or b"").split())))
        if kind == b"table":
            found += connection.execute(f"SELECT * FROM {name.decode()}").fetchall()
    connection.close()
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
    _freeblocks(pages, base, int.from_bytes(data[at + 1 : at + 3], "big"))
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


def _freeblocks(pages: PageMap, base: int, first: int) -> None:
    """Holes between cells: SQLite follows their heads (next, size), never what is in them."""
    while first:
        _mark(pages, base + first, 4, "cabeça de bloco livre")
        first = int.from_bytes(pages.data[base + first : base + first + 2], "big")


def _free_pages(pages: PageMap) -> None:
    trunk = int.from_bytes(pages.data[32:36], "big")
    while trunk:
        base = (trunk - 1) * pages.page_size
        count = int.from_bytes(pages.data[base + 4 : base + 8], "big")
        _mark(pages, base, 8 + 4 * count, "lista livre")
        pages.owner[trunk] = FREE_TRUNK
        for place in range(base + 8, base + 8 + 4 * count, 4):
            pages.owner[int.from_bytes(pages.data[place : place + 4], "big")] = FREE_LEAF
        trunk = int.from_bytes(pages.data[base : base + 4], "big")


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
