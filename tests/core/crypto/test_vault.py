"""A vault opens with its password and with nothing else, and says what is wrong."""

from __future__ import annotations

import hashlib
import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.crypto import vault
from core.crypto.vault import VaultParams

CHEAP = VaultParams(memory_kib=8, iterations=1, lanes=1)
PASSWORD = "senha de papel é longa".encode()
SECRETS = {"log": bytes(range(32)), "raiz.velha": b"\x00", "vazio": b""}


def sealed(secrets: dict[str, bytes] | None = None) -> bytes:
    return vault.seal_vault(SECRETS if secrets is None else secrets, PASSWORD, CHEAP, os.urandom)


def with_closing_hash(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def test_opens_with_its_password() -> None:
    assert vault.open_vault(sealed(), PASSWORD) == SECRETS
    assert vault.open_vault(sealed({}), PASSWORD) == {}


def test_default_cost_is_the_second_recommended_setting_of_rfc_9106() -> None:
    assert VaultParams() == VaultParams(memory_kib=65536, iterations=3, lanes=4)


def test_names_are_readable_without_the_password_and_values_are_not() -> None:
    raw = sealed()
    assert vault.vault_names(raw) == ("log", "raiz.velha", "vazio")
    assert SECRETS["log"] not in raw
    assert SECRETS["log"].hex().encode() not in raw


def test_each_sealing_uses_a_new_salt_and_nonce() -> None:
    asked: list[int] = []

    def entropy(size: int) -> bytes:
        asked.append(size)
        return os.urandom(size)

    first = vault.seal_vault(SECRETS, PASSWORD, CHEAP, entropy)
    second = vault.seal_vault(SECRETS, PASSWORD, CHEAP, entropy)
    assert asked == [16, 12, 16, 12]
    assert first != second


@pytest.mark.parametrize("password", [b"", b"senha", PASSWORD + b"\n", PASSWORD[:-1]])
def test_another_password_is_told_from_damage(password: bytes) -> None:
    with pytest.raises(vault.WrongPasswordError):
        vault.open_vault(sealed(), password)


def test_every_flipped_byte_and_every_cut_is_damage() -> None:
    raw = sealed()
    for place in range(len(raw)):
        flipped = bytearray(raw)
        flipped[place] ^= 0x10
        with pytest.raises(vault.VaultDamagedError):
            vault.open_vault(bytes(flipped), PASSWORD)
        with pytest.raises(vault.VaultDamagedError):
            vault.open_vault(raw[:place], PASSWORD)
    with pytest.raises(vault.VaultDamagedError):
        vault.open_vault(raw + b"\n", PASSWORD)


def header_and_rest(raw: bytes) -> tuple[dict[str, object], bytes]:
    line, _, rest = raw[len(vault.SEALED_MAGIC) : -32].partition(b"\n")
    return json.loads(line), rest


def rebuilt(header: dict[str, object], rest: bytes) -> bytes:
    line = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    return with_closing_hash(vault.SEALED_MAGIC + line + b"\n" + rest)


def test_the_header_is_bound_to_the_content() -> None:
    """Someone who rewrites the names and mends the closing hash gets nowhere."""
    header, rest = header_and_rest(sealed())
    header["nomes"] = ["log"]
    with pytest.raises(vault.WrongPasswordError):
        vault.open_vault(rebuilt(header, rest), PASSWORD)


@pytest.mark.parametrize(
    "cost",
    [
        {"memoria_kib": 4 * 1024 * 1024, "iteracoes": 1, "faixas": 1},
        {"memoria_kib": 8, "iteracoes": 10**9, "faixas": 1},
        {"memoria_kib": 8, "iteracoes": 1, "faixas": 17},
        {"memoria_kib": 7, "iteracoes": 1, "faixas": 1},
        {"memoria_kib": "8", "iteracoes": 1, "faixas": 1},
        {"memoria_kib": 8, "iteracoes": 1},
    ],
)
def test_a_file_cannot_ask_for_absurd_work(cost: dict[str, object]) -> None:
    header, rest = header_and_rest(sealed())
    header["argon2id"] = cost
    with pytest.raises(vault.VaultDamagedError):
        vault.open_vault(rebuilt(header, rest), PASSWORD)


def test_a_header_spelled_otherwise_is_damage() -> None:
    raw = sealed()
    content = raw[:-32].replace(b'"argon2id":', b'"argon2id": ', 1)
    with pytest.raises(vault.VaultDamagedError):
        vault.open_vault(with_closing_hash(content), PASSWORD)


@pytest.mark.parametrize("header", [b"[]", b"{}", b"[" * 20000, b"\xff", b'{"argon2id":1}'])
def test_a_header_that_is_not_one_is_damage(header: bytes) -> None:
    raw = with_closing_hash(vault.SEALED_MAGIC + header + b"\nxxxxxxxxxxxxxxxxxxxx")
    with pytest.raises(vault.VaultDamagedError):
        vault.open_vault(raw, PASSWORD)


def test_a_later_version_is_told_from_damage() -> None:
    later = with_closing_hash(b"civico/cofre/v2\nsomething else altogether")
    with pytest.raises(vault.VaultVersionError):
        vault.open_vault(later, PASSWORD)
    with pytest.raises(vault.VaultVersionError):
        vault.read_open_container(with_closing_hash(b"civico/chaves-abertas/v2\n{}\n"))


def test_open_container_holds_the_same_secrets_readable() -> None:
    raw = vault.make_open_container(SECRETS)
    assert vault.is_open_container(raw)
    assert not vault.is_open_container(sealed())
    assert vault.read_open_container(raw) == SECRETS
    assert vault.vault_names(raw) == ("log", "raiz.velha", "vazio")
    assert SECRETS["log"].hex().encode() in raw


def test_every_flipped_byte_of_an_open_container_is_damage() -> None:
    raw = vault.make_open_container(SECRETS)
    for place in range(len(raw)):
        flipped = bytearray(raw)
        flipped[place] ^= 0x01
        with pytest.raises(vault.VaultDamagedError):
            vault.read_open_container(bytes(flipped))


@pytest.mark.parametrize(
    "content", [b'{"log":"0"}\n', b'{"log":1}\n', b'{"log":"AA"}\n', b"{}", b'{"log" :"aa"}\n']
)
def test_open_container_is_read_in_one_spelling_only(content: bytes) -> None:
    with pytest.raises(vault.VaultDamagedError):
        vault.read_open_container(with_closing_hash(vault.OPEN_MAGIC + content))


@pytest.mark.parametrize("name", ["", "Log", "a b", "é", "a" * 65, "log\n"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        vault.seal_vault({name: b"x"}, PASSWORD, CHEAP, os.urandom)
    with pytest.raises(ValueError, match="name"):
        vault.make_open_container({name: b"x"})


def test_an_empty_password_never_seals() -> None:
    with pytest.raises(ValueError, match="password"):
        vault.seal_vault(SECRETS, b"", CHEAP, os.urandom)


def test_more_than_a_vault_holds_is_refused_when_written_not_when_read() -> None:
    with pytest.raises(ValueError, match="too much"):
        vault.make_open_container({"log": bytes(vault.MAX_VAULT_BYTES)})


@settings(max_examples=40, deadline=None)
@given(
    st.dictionaries(
        st.from_regex(r"[a-z][a-z0-9_.-]{0,10}", fullmatch=True), st.binary(max_size=80)
    ),
    st.binary(min_size=1, max_size=40),
)
def test_whatever_is_sealed_comes_back(secrets: dict[str, bytes], password: bytes) -> None:
    raw = vault.seal_vault(secrets, password, CHEAP, os.urandom)
    assert vault.open_vault(raw, password) == secrets
    assert vault.read_open_container(vault.make_open_container(secrets)) == secrets


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_at_all_end_in_a_vault_error(raw: bytes) -> None:
    for read in (vault.read_open_container, vault.vault_names):
        with pytest.raises(vault.VaultError):
            read(raw)
    with pytest.raises(vault.VaultError):
        vault.open_vault(with_closing_hash(vault.SEALED_MAGIC + raw), PASSWORD)
