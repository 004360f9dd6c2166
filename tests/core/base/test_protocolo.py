"""Protocol numbers: check digits by hand, forgiving reading, no two epochs alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.protocolo import (
    ALPHABET,
    MAX_NUMBER,
    Protocolo,
    beginning_of,
    check_digits,
    looks_like_protocol,
    prefix_of,
    read_protocol,
)
from core.kernel.errors import UserFacingError

NUMBERS = st.builds(
    Protocolo,
    st.text(ALPHABET, min_size=4, max_size=4),
    st.integers(1, MAX_NUMBER),
)


def test_the_check_digits_are_those_of_iso_7064() -> None:
    # ISO 7064:2003, MOD 97-10: the string 794 has the check digits 44.
    assert check_digits("794") == "44"


def test_a_number_is_written_in_one_way() -> None:
    written = Protocolo("ABCD", 123).texto
    assert written == f"ABCD-000123-{check_digits('ABCD000123')}"
    assert Protocolo("ABCD", 1_234_567).texto.startswith("ABCD-1234567-")


@given(NUMBERS)
def test_what_is_written_is_read(number: Protocolo) -> None:
    assert read_protocol(number.texto) == number
    assert read_protocol(number.texto.replace("-", "").lower()) == number
    assert read_protocol(f"  {number.texto.replace('-', ' . ')}\n") == number
    body = number.texto[4:].replace("0", "o").replace("1", "l")
    assert read_protocol(number.texto[:4] + body) == number


@given(NUMBERS, st.data())
def test_one_wrong_character_is_found(number: Protocolo, data: st.DataObject) -> None:
    text = number.texto.replace("-", "")
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(
        st.sampled_from(ALPHABET if place < 4 else "0123456789").filter(lambda c: c != text[place])
    )
    assert not looks_like_protocol(text[:place] + other + text[place + 1 :])


@given(NUMBERS, st.data())
def test_two_swapped_digits_are_found(number: Protocolo, data: st.DataObject) -> None:
    text = number.texto.replace("-", "")
    place = data.draw(st.integers(4, len(text) - 2))
    swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    assert swapped == text or not looks_like_protocol(swapped)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "protocolo.formato"),
        ("ABCD", "protocolo.formato"),
        ("ABCD-123-45", "protocolo.formato"),
        ("OBCD-000001-00", "protocolo.formato"),
        ("ABCD-000000-" + check_digits("ABCD000000"), "protocolo.formato"),
        ("ABCD-000001-00", "protocolo.digitos"),
        ("ABCD-०००००१-00", "protocolo.formato"),
    ],
)
def test_what_is_no_number_is_refused(text: str, code: str) -> None:
    with pytest.raises(UserFacingError) as refusal:
        read_protocol(text)
    assert refusal.value.code == code


def test_every_epoch_has_its_own_prefix() -> None:
    prefixes = {prefix_of("cd" * 16, epoca) for epoca in range(50)}
    assert len(prefixes) == 50
    assert all(len(prefix) == 4 and set(prefix) <= set(ALPHABET) for prefix in prefixes)
    # Fixed for ever: printed receipts carry it.
    assert prefix_of("cd" * 16, 0) == "KZ89"


@pytest.mark.parametrize(
    ("typed", "beginning"),
    [
        ("12", "MJW5-000012-"),
        ("000012", "MJW5-000012-"),
        ("abcd-12", "ABCD-000012-"),
        ("abcd 0000", "ABCD-0000"),
        ("ABCD-00oO12", "ABCD-000012"),
        ("abcd-oool23", "ABCD-000123"),
        ("abcd-000123-4", "ABCD-000123"),
        ("abcd-000123-00", "ABCD-000123-"),
        ("abcd", None),
        ("buraco", None),
        ("0", None),
        ("1234567", None),
        ("abcd-12x", None),
        ("", None),
    ],
)
def test_a_part_of_a_number_says_how_it_begins(typed: str, beginning: str | None) -> None:
    assert beginning_of(typed, "MJW5") == beginning
