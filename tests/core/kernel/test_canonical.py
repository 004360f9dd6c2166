from __future__ import annotations

import json
import unicodedata
from collections import OrderedDict
from enum import StrEnum
from typing import Any

import pytest
import rfc8785
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from core.kernel.canonical import (
    MAX_DEPTH,
    MAX_INT,
    CanonicalError,
    decode_canonical,
    encode_canonical,
    encode_jcs,
    is_nfc,
    to_nfc,
)
from tests.vectors import segunda_implementacao as segunda

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)
SAFE_INTS = st.integers(min_value=-MAX_INT, max_value=MAX_INT)
PROFILE_KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,63}", fullmatch=True)
PROFILE = st.recursive(
    st.one_of(st.none(), st.booleans(), SAFE_INTS, st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(PROFILE_KEYS, inner, max_size=4)
    ),
    max_leaves=12,
)
# Everything that JSON can nearly say: what is refused must be refused by both sides.
NEARLY_JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        SAFE_INTS,
        st.integers(),
        st.floats(),
        st.floats(min_value=-1e6, max_value=1e6).map(lambda x: round(x, 4)),
        st.integers(min_value=-(2**60), max_value=2**60).map(float),
        ANY_TEXT,
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.tuples(inner, inner),
        st.dictionaries(ANY_TEXT, inner, max_size=4),
    ),
    max_leaves=12,
)


def nested(depth: int, as_object: bool = False) -> Any:
    value: Any = {} if as_object else []
    for _ in range(depth - 1):
        value = {"a": value} if as_object else [value]
    return value


def of_library(value: Any) -> bytes | None:
    try:
        return rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError):
        return None


def of_product(value: Any) -> bytes | None:
    try:
        return encode_jcs(value)
    except CanonicalError:
        return None


@settings(max_examples=1500)
@given(NEARLY_JSON)
@example({"\ue000": 1, "\U0001f41c": 2})
@example([1e21, 1e20, 1e-6, 1e-7, 1e-5, 9e-6, 123456789.125, -0.0, 0.0, 5e-324, 1.5e300])
@example([float("nan")])
@example([float("-inf")])
@example({"a": float(2**53), "b": float(2**53 - 1), "c": 2**53 - 1})
@example(2**53)
@example({"\ud800": 1})
@example("\udfff")
@example(['\x00\x1f\x7f\x80\u2028/\\"'])
def test_parts_have_the_librarys_bytes_and_refusals(value: Any) -> None:
    assert of_product(value) == of_library(value)


@settings(max_examples=1500)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_decimal_has_the_librarys_text(number: float) -> None:
    assert encode_jcs([number]) == rfc8785.dumps([number])
    assert float(json.loads(encode_jcs([number]))[0]) == number


@settings(max_examples=500)
@given(NEARLY_JSON)
def test_parts_have_the_second_implementations_bytes(value: Any) -> None:
    raw = of_product(value)
    assume(raw is not None)
    listed = json.loads(json.dumps(value))  # tuples become lists
    assert segunda.jcs(listed) == raw


def test_the_fast_path_is_taken_for_ordinary_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def library(_value: Any) -> bytes:
        raise AssertionError("the library was called")

    monkeypatch.setattr(rfc8785, "dumps", library)
    value = {"texto": "Açaí", "score": 12.37, "peso": 1.0, "zero": -0.0, "lista": [{"é": (1,)}]}
    expected = '{"lista":[{"é":[1]}],"peso":1,"score":12.37,"texto":"Açaí","zero":0}'
    assert encode_jcs(value).decode() == expected


class Papel(StrEnum):
    AUDITOR = "auditor"


@pytest.mark.parametrize(
    "value",
    [
        {"papel": Papel.AUDITOR, "z": 1, "a": 1.0},
        OrderedDict(b=1, a=OrderedDict(d=2, c=1)),
        {Papel.AUDITOR: [Papel.AUDITOR]},
    ],
)
def test_other_types_that_are_json_go_to_the_library(value: Any) -> None:
    assert encode_jcs(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"a": float("nan")}, "numero"),
        ([float("inf")], "numero"),
        (MAX_INT + 1, "numero"),
        ({"a": [-MAX_INT - 1]}, "numero"),
        ({"a": "\ud800"}, "texto"),
        ({"\udc00": 1}, "texto"),
        ({"\udc00": 1, "x": 1e30}, "texto"),
        ({"a": "\ud800", "b": 1e30}, "texto"),
        ({1: 2}, "chave"),
        ({None: 2}, "chave"),
        ({"a": b"bytes"}, "tipo"),
        ({"a": {1, 2}}, "tipo"),
        (object(), "tipo"),
        (nested(MAX_DEPTH + 1), "profundidade"),
        (nested(MAX_DEPTH + 1, as_object=True), "profundidade"),
        (nested(1000), "profundidade"),
    ],
)
def test_refusals_of_parts(value: Any, reason: str) -> None:
    with pytest.raises(CanonicalError) as refusal:
        encode_jcs(value)
    assert refusal.value.reason == reason


def test_sixteen_levels_are_allowed_everywhere() -> None:
    for as_object in (False, True):
        deep = nested(MAX_DEPTH, as_object)
        assert encode_jcs(deep) == encode_canonical(deep)
        assert decode_canonical(encode_canonical(deep), 1000) == deep


def test_a_cycle_ends() -> None:
    circle: list[Any] = []
    circle.append(circle)
    for encode in (encode_jcs, encode_canonical):
        with pytest.raises(CanonicalError, match="profundidade"):
            encode(circle)


@given(PROFILE)
def test_profile_is_a_subset_of_rfc_8785_and_returns(value: Any) -> None:
    raw = encode_canonical(value)
    assert raw == rfc8785.dumps(value) == encode_jcs(value) == segunda.perfil(value)
    assert decode_canonical(raw, len(raw)) == value


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (1.0, "numero"),
        ({"a": 1.5}, "numero"),
        (MAX_INT + 1, "numero"),
        ({"A": 1}, "chave"),
        ({"": 1}, "chave"),
        ({"a" * 65: 1}, "chave"),
        ({"a\n": 1}, "chave"),
        ({"é": 1}, "chave"),
        ({1: 1}, "chave"),
        (["\ud800"], "texto"),
        (b"x", "tipo"),
        ({"a": {1}}, "tipo"),
        (nested(17), "profundidade"),
    ],
)
def test_refusals_of_the_profile(value: Any, reason: str) -> None:
    with pytest.raises(CanonicalError) as refusal:
        encode_canonical(value)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"\xef\xbb\xbf{}", "codificacao"),
        ('{"a":1}'.encode("utf-16"), "codificacao"),
        ('{"a":1}'.encode("utf-16-le"), "sintaxe"),
        ('{"a":1}'.encode("utf-32-be"), "sintaxe"),
        (b'"\xff"', "codificacao"),
        (b'"\xed\xa0\x80"', "codificacao"),
        (b"NaN", "numero"),
        (b"Infinity", "numero"),
        (b"1e400", "numero"),
        (b"1.0", "numero"),
        (b"1" * 5000, "numero"),
        (b"-" + b"9" * 16, "numero"),
        (b'{"a":1,"a":1}', "chave_repetida"),
        (b'{"a":{"b":1,"b":2}}', "chave_repetida"),
        (b'{"B":1}', "chave"),
        (b"[" * 100_000, "profundidade"),
        (b'{"a":' * 100_000, "profundidade"),
        (b"[" * 17 + b"]" * 17, "profundidade"),
        (b'"\\ud800"', "texto"),
        (b'"\\u0061"', "nao_canonico"),
        (b"-0", "nao_canonico"),
        (b'{"b":1,"a":1}', "nao_canonico"),
        (b'{"a": 1}', "nao_canonico"),
        (b" 1", "nao_canonico"),
        (b"1\n", "nao_canonico"),
        (b"", "sintaxe"),
        (b"01", "sintaxe"),
        (b"[1,]", "sintaxe"),
        (b'"\n"', "sintaxe"),
        (b"{} {}", "sintaxe"),
    ],
)
def test_received_bytes_are_refused_for_a_reason(raw: bytes, reason: str) -> None:
    with pytest.raises(CanonicalError) as refusal:
        decode_canonical(raw, 1_000_000)
    assert refusal.value.reason == reason


def test_too_many_bytes_are_not_looked_at() -> None:
    with pytest.raises(CanonicalError, match="tamanho"):
        decode_canonical(b"\xff" * 11, 10)


@given(
    st.one_of(
        st.binary(max_size=60),
        st.text('{}[]":,0123456789.eE+-aé\\untrfalse ', max_size=40).map(str.encode),
    )
)
def test_junk_is_refused_or_canonical_and_nothing_else_happens(raw: bytes) -> None:
    try:
        value = decode_canonical(raw, 100)
    except CanonicalError:
        return
    assert encode_canonical(value) == raw


@given(NEARLY_JSON)
def test_nfc_of_the_whole_is_nfc_of_every_text(value: Any) -> None:
    try:
        mended = to_nfc(value)
    except CanonicalError as refusal:
        assert refusal.reason == "chave_repetida"  # noqa: PT017 # both outcomes are right
        return
    raw, mended_raw = of_product(value), of_product(mended)
    if raw is None or mended_raw is None:
        assert raw == mended_raw
        return
    assert mended_raw == of_product(to_nfc(mended))
    if is_nfc(raw):
        assert mended_raw == raw
    if mended_raw == raw and not is_nfc(raw):
        assert "\\" in raw.decode()  # an escape before a mark: the slow way, same bytes


@given(st.text('e\u0301\u0327<=>\u0338\n"\\ą\u1100\u1161', max_size=10))
def test_marks_do_not_hide_behind_quotes_and_escapes(text: str) -> None:
    raw = encode_jcs({"a": text, "b": text})
    if is_nfc(raw):
        assert unicodedata.is_normalized("NFC", text)
    assert json.loads(encode_jcs(to_nfc([text]))) == [unicodedata.normalize("NFC", text)]


def test_nfc_reaches_keys_and_refuses_two_that_become_one() -> None:
    assert to_nfc({"e\u0301": ["a\u0303", 1, None, ("o\u0302",)]}) == {"é": ["ã", 1, None, ["ô"]]}
    with pytest.raises(CanonicalError, match="chave_repetida"):
        to_nfc({"e\u0301": 1, "é": 2})
