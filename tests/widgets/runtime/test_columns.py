"""A column copies what it was told to, on one line."""

from __future__ import annotations

from widgets.runtime.columns import Column


def test_copying_prefers_the_full_value() -> None:
    short = Column("a", "A", text=lambda row: row[:3], copied=lambda row: row)
    assert short.copy_text("12345678") == "12345678"
    assert Column("a", "A", text=str).copy_text("duas\nlinhas\te tab") == "duas linhas e tab"


def test_a_sign_that_acts_unseen_is_neither_shown_nor_copied() -> None:
    said = Column("x", "X", lambda row: f"a\u202e{row}", tooltip=lambda row: f"b\u200b{row}")
    assert (said.shown("z"), said.tip("z"), said.copy_text("z")) == ("az", "bz", "az")


def test_words_read_from_the_right_stand_apart_in_a_cell_and_not_in_a_copy() -> None:
    name = "\u05e9\u05dc\u05d5\u05dd"
    said = Column("x", "X", text=str, tooltip=str)
    assert said.shown(name) == said.tip(name) == f"\u2068{name}\u2069"
    assert said.copy_text(said.shown(name)) == name
