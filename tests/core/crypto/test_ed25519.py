"""Known answers of RFC 8032 7.1, and every place where verifiers are known to part ways."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from core.crypto import ed25519
from tests.core.crypto import ed25519_reference as reference

MESSAGE = b"civico"
SEED = bytes(range(32))
SCALAR = 0x1234567890ABCDEF1234567890ABCDEF

RFC_8032 = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9"
            "b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f1"
            "1d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984d"
            "c6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
]


def library_accepts(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_rfc_8032_known_answers(seed: str, public: str, message: str, signature: str) -> None:
    raw_seed, raw_message = bytes.fromhex(seed), bytes.fromhex(message)
    assert ed25519.public_key(raw_seed).hex() == public
    assert ed25519.sign(raw_seed, raw_message).hex() == signature
    assert ed25519.verify(bytes.fromhex(public), raw_message, bytes.fromhex(signature))
    assert reference.verify(bytes.fromhex(public), raw_message, bytes.fromhex(signature))
    assert ed25519.is_acceptable_public_key(bytes.fromhex(public))


def test_generate_takes_its_seed_from_the_given_source() -> None:
    assert ed25519.generate(lambda size: SEED[:size]) == SEED
    with pytest.raises(ValueError, match="length"):
        ed25519.generate(lambda _size: b"short")


def test_the_14_refused_encodings_are_all_encodings_of_the_eight_low_order_points() -> None:
    found: set[bytes] = set()
    for point in reference.low_order_points():
        assert reference.multiply(8, point) == reference.IDENTITY
        found |= reference.encodings(point)
    assert found == ed25519.LOW_ORDER_ENCODINGS
    assert len(found) == 14


@pytest.mark.parametrize("a", sorted(ed25519.LOW_ORDER_ENCODINGS), ids=bytes.hex)
def test_low_order_key_is_refused_at_enrolment_and_in_verification(a: bytes) -> None:
    """S = 0 with R of low order: some key and R of these pairs satisfy the plain equation."""
    assert not ed25519.is_acceptable_public_key(a)
    for r in ed25519.LOW_ORDER_ENCODINGS:
        for number in range(8):
            assert not ed25519.verify(a, MESSAGE + bytes([number]), r + bytes(32))


def test_the_library_alone_would_accept_a_forgery_by_a_low_order_key() -> None:
    """Without this the list above would be ballast: the same bytes sign any message."""
    identity = reference.encode(reference.IDENTITY)
    forged = identity + bytes(32)
    assert library_accepts(identity, b"any message", forged)
    assert not ed25519.verify(identity, b"any message", forged)


@pytest.mark.parametrize("r", sorted(ed25519.LOW_ORDER_ENCODINGS), ids=bytes.hex)
def test_low_order_r_by_an_honest_key_is_refused(r: bytes) -> None:
    """The signer knows its scalar and picks nonce 0: R is the identity, or a torsion point."""
    a = reference.encode(reference.multiply(SCALAR, reference.BASE))
    k = reference.challenge(r, a, MESSAGE)
    signature = r + (k * SCALAR % reference.L).to_bytes(32, "little")
    assert not ed25519.verify(a, MESSAGE, signature)
    if r == reference.encode(reference.IDENTITY):
        assert library_accepts(a, MESSAGE, signature)


def test_mixed_order_points_are_judged_as_the_plain_equation_says() -> None:
    """Key and R with a torsion component: no list can name them; both judges must agree."""
    verdicts: set[bool] = set()
    torsion = reference.low_order_points()
    for t_a in torsion:
        for t_r in torsion[:3]:
            a = reference.encode(reference.add(reference.multiply(SCALAR, reference.BASE), t_a))
            r = reference.encode(reference.add(reference.multiply(77, reference.BASE), t_r))
            s = (77 + reference.challenge(r, a, MESSAGE) * SCALAR) % reference.L
            signature = r + s.to_bytes(32, "little")
            verdict = ed25519.verify(a, MESSAGE, signature)
            assert verdict == reference.verify(a, MESSAGE, signature)
            verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize("times", [1, 2, 7])
def test_s_plus_a_multiple_of_the_group_order_is_refused(times: int) -> None:
    signature = ed25519.sign(SEED, MESSAGE)
    s = int.from_bytes(signature[32:], "little") + times * reference.L
    assert s < 2**256
    altered = signature[:32] + s.to_bytes(32, "little")
    assert not ed25519.verify(ed25519.public_key(SEED), MESSAGE, altered)


def test_s_exactly_the_group_order_is_refused() -> None:
    identity = reference.encode(reference.IDENTITY)
    altered = identity + reference.L.to_bytes(32, "little")
    assert not ed25519.verify(ed25519.public_key(SEED), MESSAGE, altered)


@pytest.mark.parametrize("offset", range(19))
@pytest.mark.parametrize("sign", [0, 1])
def test_keys_with_y_beyond_the_field_prime_are_not_enrolled(offset: int, sign: int) -> None:
    raw = (reference.P + offset | sign << 255).to_bytes(32, "little")
    assert not ed25519.is_acceptable_public_key(raw)


def test_enrolment_asks_for_a_point_on_the_curve() -> None:
    verdicts = []
    for y in range(2, 200):
        raw = y.to_bytes(32, "little")
        is_on_curve = reference.decode(raw) is not None
        assert ed25519.is_acceptable_public_key(raw) == is_on_curve
        verdicts.append(is_on_curve)
    assert set(verdicts) == {True, False}


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_wrong_lengths_are_refused_without_an_exception(size: int) -> None:
    signature = ed25519.sign(SEED, MESSAGE)
    assert not ed25519.is_acceptable_public_key(bytes(size))
    assert not ed25519.verify(bytes(size), MESSAGE, signature)
    assert not ed25519.verify(
        ed25519.public_key(SEED), MESSAGE, bytes(size) if size != 64 else signature + b"x"
    )


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=64), st.integers(0, 95))
def test_any_changed_byte_of_key_or_signature_is_refused(
    seed: bytes, message: bytes, place: int
) -> None:
    public, signature = ed25519.public_key(seed), ed25519.sign(seed, message)
    assert ed25519.verify(public, message, signature)
    both = bytearray(public + signature)
    both[place] ^= 1
    assert not ed25519.verify(bytes(both[:32]), message, bytes(both[32:]))
    assert not ed25519.verify(public, message + b"\0", signature)


@settings(max_examples=25, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=32))
def test_agrees_with_the_second_implementation(seed: bytes, message: bytes) -> None:
    public, signature = ed25519.public_key(seed), ed25519.sign(seed, message)
    assert reference.verify(public, message, signature)
    assert ed25519.is_acceptable_public_key(public)
