"""Minisign in one form: known bytes, and nothing else passes."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.sync import minisign
from tests.support.pacote_bytes import assinatura, public, seed

REDE, NO, CONTENT = "ab" * 32, "cd" * 16, b'{"v":1}'
SIGNED = minisign.sign(minisign.BUNDLE, seed("transporte"), REDE, NO, CONTENT)


def verified(raw: bytes, content: bytes = CONTENT, key: str = "transporte") -> bool:
    parsed = minisign.parse(minisign.BUNDLE, raw)
    return parsed is not None and minisign.verify(
        minisign.BUNDLE, parsed, public(key), REDE, NO, content
    )


def test_it_is_what_the_text_says_and_holds() -> None:
    assert assinatura(CONTENT, "transporte", REDE, NO) == SIGNED
    assert verified(SIGNED)
    assert not verified(SIGNED, b'{"v":2}')
    assert not verified(SIGNED, key="outra")


def test_the_public_key_file_has_the_same_id() -> None:
    lines = minisign.public_key_file(public("transporte")).split(b"\n")
    blob = base64.b64decode(lines[1])
    signed = base64.b64decode(SIGNED.split(b"\n")[1])
    assert (blob[:2], blob[2:10], blob[10:]) == (b"Ed", signed[2:10], public("transporte"))


def test_a_request_s_signature_is_not_a_bundle_s() -> None:
    other = minisign.sign(minisign.REQUEST, seed("transporte"), REDE, NO, CONTENT)
    assert minisign.parse(minisign.BUNDLE, other) is None
    assert b" pedido:" in other


@pytest.mark.parametrize("place", range(len(SIGNED)))
def test_no_byte_is_free(place: int) -> None:
    for bit in (1, 32):
        changed = bytearray(SIGNED)
        changed[place] ^= bit
        assert not verified(bytes(changed))


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    assert minisign.parse(minisign.BUNDLE, raw) is None
