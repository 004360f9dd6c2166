from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.texto.cleaning import clean, without_controls


@pytest.mark.parametrize(
    ("raw", "seen", "steps"),
    [
        ("Falta água na rua.", "Falta água na rua.", ()),
        ("Ã¡gua nÃ£o chega", "água não chega", ("codificacao",)),
        ("iluminaÃ§Ã£o â€œboaâ€\x9d", "iluminação “boa”", ("codificacao",)),
        ("IRMÃ e AÇÃO ficam", "IRMÃ e AÇÃO ficam", ()),
        ("a < b e <b>c</b>", "a < b e c", ("html",)),
        ("<p>um</p><p>dois</p>", "um\n\ndois", ("html", "espacos")),
        ("<script>alert(1)</script>oi", "oi", ("html", "espacos")),
        ("água &amp; esgoto &lt;3", "água & esgoto <3", ("html",)),
        ("boa\u202e\u200b rua\x00", "boa rua", ("controles",)),
        ("a\r\n\r\n\r\n\r\nb   c", "a\n\nb c", ("controles", "espacos")),
        ("agua\u0301", "aguá", ("controles",)),
        ("👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f", ()),
        ("=CMD|'/c calc'!A1", "=CMD|'/c calc'!A1", ()),
        ("'; DROP TABLE demandas; --", "'; DROP TABLE demandas; --", ()),
    ],
)
def test_what_people_read(raw: str, seen: str, steps: tuple[str, ...]) -> None:
    found = clean(raw)
    assert (found.texto, found.passos) == (seen, steps)


@pytest.mark.parametrize("run", [" ", "  ", "\t", "\u00a0", " \t", "\t ", "\u2003\u2003 "])
def test_a_run_of_blanks_is_one(run: str) -> None:
    assert clean(f"rua{run}escura").texto == "rua escura"


def test_twice_broken_encoding_is_mended() -> None:
    broken = "não há iluminação".encode().decode("latin-1").encode().decode("latin-1")
    assert clean(broken).texto == "não há iluminação"


def test_one_broken_word_among_sound_ones_is_mended() -> None:
    assert clean("café ok, iluminaÃ§Ã£o 😡").texto == "café ok, iluminação 😡"


def test_nested_mark_up_leaves_no_tag() -> None:
    assert "<script" not in clean("&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;").texto
    assert "<b" not in clean("<<b>b>x</b>" * 50).texto


@given(st.text(max_size=300))
def test_clean_text_stays_as_it_is(raw: str) -> None:
    once = clean(raw).texto
    assert clean(once).texto == once


@given(st.text(max_size=60))
def test_exactly_what_cannot_be_seen_is_taken_out(text: str) -> None:
    for line_break in ("\r\n", "\r", "\u2028", "\u2029", "\u0085"):
        text = text.replace(line_break, "\n")
    unseen = {"Cc", "Cf", "Cs", "Co", "Cn"}
    kept = (c for c in text if c in "\n\t\u200d\ufe0f" or unicodedata.category(c) not in unseen)
    assert without_controls(text) == unicodedata.normalize("NFC", "".join(kept))


@given(st.text(alphabet="<>&;/ampltgb scrip!-ÃÂ£\u200b\x07 \n", max_size=200))
def test_hostile_mark_up_stays_clean(raw: str) -> None:
    once = clean(raw).texto
    assert clean(once).texto == once
    assert unicodedata.is_normalized("NFC", once)
    assert not any(unicodedata.category(char) in {"Cc", "Cs"} and char != "\n" for char in once)


@pytest.mark.parametrize("unit", ["<", "<a ", "&amp;", "<!--", "Ã£", "<script>", "a\u0301", "&lt;"])
def test_a_hundred_thousand_signs_are_bounded(unit: str) -> None:
    raw = unit * (100_000 // len(unit))
    assert len(clean(raw).texto) <= len(raw)
