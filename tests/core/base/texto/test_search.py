from __future__ import annotations

import sqlite3

from core.base.texto.search import MAX_SEARCHED, searched


def test_what_is_searched_is_cut_only_where_nothing_stored_is_as_long() -> None:
    assert searched("rua das flores") == "rua das flores"
    assert len(searched("x" * 100_000)) == MAX_SEARCHED


def test_the_longest_pattern_is_within_what_like_takes() -> None:
    pattern = f"%{searched(chr(0x1F600) * 100_000)}%"
    assert sqlite3.connect(":memory:").execute("SELECT 'a' LIKE ?", (pattern,)).fetchone() == (0,)
