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
    refuse_slip,
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


def _others_of_its_kind(char: str) -> list[str]:
    return [one for one in ALPHABET + "01" if one != char and one.isdigit() == char.isdigit()]


@given(NUMBERS, st.data())
def test_one_character_replaced_by_another_of_its_kind_is_found(
    number: Protocolo, data: st.DataObject
) -> None:
    text = number.texto.replace("-", "")
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from(_others_of_its_kind(text[place])))
    assert not looks_like_protocol(text[:place] + other + text[place + 1 :])


@given(NUMBERS, st.data())
def test_two_neighbours_of_a_kind_that_changed_places_are_found(
    number: Protocolo, data: st.DataObject
) -> None:
    text = number.texto.replace("-", "")
    alike = [n for n in range(len(text) - 1) if text[n].isdigit() == text[n + 1].isdigit()]
    place = data.draw(st.sampled_from(alike))
    swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
    assert swapped == text or not looks_like_protocol(swapped)


def test_a_letter_for_a_digit_is_not_promised_to_be_found_but_mostly_is() -> None:
    found = missed = 0
    for epoca in range(60):
        text = Protocolo(prefix_of("cd" * 16, epoca), 12).texto.replace("-", "")
        for place, char in enumerate(text[:4]):
            for other in ALPHABET:
                if other.isdigit() != char.isdigit():
                    slip = text[:place] + other + text[place + 1 :]
                    found += not looks_like_protocol(slip)
                    missed += looks_like_protocol(slip)
    # Two check digits let about one in 97 pass, and each of those names another office.
    assert missed > 0
    assert missed / (found + missed) < 0.03


def test_two_neighbours_of_different_kinds_are_found_but_for_m_beside_2_and_x_beside_3() -> None:
    missed = set()
    for letter in (one for one in ALPHABET if one.isalpha()):
        for digit in (one for one in ALPHABET if one.isdigit()):
            text = Protocolo(f"A{letter}{digit}B", 7).texto.replace("-", "")
            if looks_like_protocol(text[0] + text[2] + text[1] + text[3:]):
                missed.add(letter + digit)
    assert missed == {"M2", "X3"}


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


def test_only_a_number_of_the_right_shape_has_a_slip() -> None:
    refuse_slip("buraco")
    refuse_slip(Protocolo("ABCD", 1).texto)
    with pytest.raises(UserFacingError) as refusal:
        refuse_slip("abcd-ooooil-00")
    assert refusal.value.code == "protocolo.digitos"


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
