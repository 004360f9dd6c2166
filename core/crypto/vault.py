r"""A sealed file of named secrets: argon2id for the password, ChaCha20-Poly1305 for the content.

Bytes of a vault (all of them or none are accepted)::

    civico/cofre/v1 LF
    {"argon2id":{"faixas":n,"iteracoes":n,"memoria_kib":n},"nomes":[..],"nonce":hex,"sal":hex} LF
    ciphertext and tag
    SHA-256 of everything before (32 bytes)

Everything before the ciphertext is bound as associated data. The closing hash is no protection:
it tells a damaged file from a wrong password. An *open* container holds the same secrets readable,
under another first line, for installations without a password (design.md 6, Keys)::

    civico/chaves-abertas/v1 LF  {"nome":hex,..} LF  SHA-256 (32 bytes)

This module must not touch files, and takes its randomness from the caller.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

SEALED_MAGIC = b"civico/cofre/v1\n"
OPEN_MAGIC = b"civico/chaves-abertas/v1\n"
MAX_VAULT_BYTES = 65536

_FAMILIES = (b"civico/cofre/", b"civico/chaves-abertas/")
_DIGEST_BYTES = 32
_SALT_BYTES = 16
_NONCE_BYTES = 12
_KEY_BYTES = 32
_NAME = re.compile(r"[a-z][a-z0-9_.-]{0,63}\Z")

# What a file may ask this machine to spend before its password is even checked.
_MAX_MEMORY_KIB = 1024 * 1024
_MAX_ITERATIONS = 64
_MAX_LANES = 16


class VaultError(Exception):
    """Base of what can be wrong with vault bytes."""


class WrongPasswordError(VaultError):
    """The bytes are whole, and the password does not open them."""


class VaultDamagedError(VaultError):
    """The bytes are not those that were written."""


class VaultVersionError(VaultError):
    """A vault of a later version of the program."""


@dataclass(frozen=True, slots=True)
class VaultParams:
    """Cost of one password attempt. The default is RFC 9106's second recommended setting.

    Args:
        memory_kib: memory in KiB, at least 8 per lane.
        iterations: passes.
        lanes: degree of parallelism.
    """

    memory_kib: int = 65536
    iterations: int = 3
    lanes: int = 4

    def __post_init__(self) -> None:
        """Refuse costs that argon2 does not define or that no honest file asks for."""
        is_fit = (
            1 <= self.lanes <= _MAX_LANES
            and 1 <= self.iterations <= _MAX_ITERATIONS
            and 8 * self.lanes <= self.memory_kib <= _MAX_MEMORY_KIB
        )
        if not is_fit:
            raise ValueError(f"argon2id parameters out of range: {self}")


@dataclass(frozen=True, slots=True)
class _Header:
    params: VaultParams
    names: tuple[str, ...]
    salt: bytes
    nonce: bytes


def seal_vault(
    secrets: Mapping[str, bytes],
    password: bytes,
    params: VaultParams,
    entropy: Callable[[int], bytes],
) -> bytes:
    """Seal named secrets under a password.

    Args:
        secrets: name (lower-case ASCII, at most 64 characters) -> bytes.
        password: not empty; the caller fixes its encoding.
        params: cost of deriving the key.
        entropy: size in bytes -> that many random bytes; asked for a new salt and nonce each time.

    Raises:
        ValueError: empty password, a bad name, or too much to hold.
    """
    if not password:
        raise ValueError("empty password")
    header = _Header(params, _checked_names(secrets), entropy(_SALT_BYTES), entropy(_NONCE_BYTES))
    bound = SEALED_MAGIC + _encode_header(header)
    key = _derive(password, header)
    sealed = ChaCha20Poly1305(key).encrypt(header.nonce, _encode_secrets(secrets), bound)
    return _closed(bound + sealed)


def open_vault(raw: bytes, password: bytes) -> dict[str, bytes]:
    """Open a sealed vault.

    Raises:
        WrongPasswordError: the file is whole, the password is another.
        VaultDamagedError: the file is not what was written.
        VaultVersionError: the file is of a later version.
    """
    header, bound, sealed = _split_sealed(raw)
    key = _derive(password, header)
    try:
        plain = ChaCha20Poly1305(key).decrypt(header.nonce, sealed, bound)
    except InvalidTag as error:
        raise WrongPasswordError("wrong password") from error
    secrets = _decode_secrets(plain)
    if tuple(sorted(secrets)) != header.names:
        raise VaultDamagedError("names do not match the header")
    return secrets


def vault_names(raw: bytes) -> tuple[str, ...]:
    """Names held by a sealed or open container, without a password; sorted.

    Raises:
        VaultDamagedError: the file is not what was written.
        VaultVersionError: the file is of a later version.
    """
    if is_open_container(raw):
        return tuple(sorted(read_open_container(raw)))
    return _split_sealed(raw)[0].names


def make_open_container(secrets: Mapping[str, bytes]) -> bytes:
    """The same secrets, readable by anyone who has the file.

    Raises:
        ValueError: a bad name, or too much to hold.
    """
    _checked_names(secrets)
    return _closed(OPEN_MAGIC + _encode_secrets(secrets) + b"\n")


def read_open_container(raw: bytes) -> dict[str, bytes]:
    """Read an open container.

    Raises:
        VaultDamagedError: the file is not what was written.
        VaultVersionError: the file is of a later version.
    """
    content = _content(raw, OPEN_MAGIC)
    if not content.endswith(b"\n"):
        raise VaultDamagedError("no final line feed")
    return _decode_secrets(content[:-1])


def is_open_container(raw: bytes) -> bool:
    """Whether the bytes say of themselves that they are not protected by a password."""
    return raw.startswith(_FAMILIES[1])


def _checked_names(secrets: Mapping[str, bytes]) -> tuple[str, ...]:
    for name in secrets:
        if _NAME.match(name) is None:
            raise ValueError(f"bad secret name: {name!r}")
    return tuple(sorted(secrets))


def _closed(content: bytes) -> bytes:
    raw = content + hashlib.sha256(content).digest()
    if len(raw) > MAX_VAULT_BYTES:
        raise ValueError("too much for one vault")
    return raw


def _content(raw: bytes, magic: bytes) -> bytes:
    """What stands between the first line and the closing hash, once the hash holds."""
    if len(raw) > MAX_VAULT_BYTES or len(raw) < len(magic) + _DIGEST_BYTES:
        raise VaultDamagedError("length")
    content, digest = raw[:-_DIGEST_BYTES], raw[-_DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise VaultDamagedError("closing hash")
    if not content.startswith(magic):
        if content.startswith(_FAMILIES):
            raise VaultVersionError("unknown version or kind")
        raise VaultDamagedError("first line")
    return content[len(magic) :]


def _derive(password: bytes, header: _Header) -> bytes:
    return Argon2id(
        salt=header.salt,
        length=_KEY_BYTES,
        iterations=header.params.iterations,
        lanes=header.params.lanes,
        memory_cost=header.params.memory_kib,
    ).derive(password)


def _encode_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def _encode_header(header: _Header) -> bytes:
    cost = {
        "faixas": header.params.lanes,
        "iteracoes": header.params.iterations,
        "memoria_kib": header.params.memory_kib,
    }
    value = {
        "argon2id": cost,
        "nomes": list(header.names),
        "nonce": header.nonce.hex(),
        "sal": header.salt.hex(),
    }
    return _encode_json(value) + b"\n"


def _encode_secrets(secrets: Mapping[str, bytes]) -> bytes:
    return _encode_json({name: secret.hex() for name, secret in secrets.items()})


def _split_sealed(raw: bytes) -> tuple[_Header, bytes, bytes]:
    content = _content(raw, SEALED_MAGIC)
    line, separator, sealed = content.partition(b"\n")
    if not separator:
        raise VaultDamagedError("header line")
    bound = SEALED_MAGIC + line + b"\n"
    header = _decode_header(line)
    if _encode_header(header) != line + b"\n":
        raise VaultDamagedError("header spelling")
    return header, bound, sealed


def _decode_header(line: bytes) -> _Header:
    value = _decode_object(line)
    try:
        cost = value["argon2id"]
        params = VaultParams(cost["memoria_kib"], cost["iteracoes"], cost["faixas"])
        names = tuple(str(name) for name in value["nomes"])
        salt, nonce = bytes.fromhex(value["sal"]), bytes.fromhex(value["nonce"])
    except (KeyError, TypeError, ValueError) as error:
        raise VaultDamagedError("header fields") from error
    if len(salt) != _SALT_BYTES or len(nonce) != _NONCE_BYTES:
        raise VaultDamagedError("salt or nonce length")
    return _Header(params, names, salt, nonce)


def _decode_secrets(plain: bytes) -> dict[str, bytes]:
    value = _decode_object(plain)
    try:
        secrets = {name: bytes.fromhex(text) for name, text in value.items()}
    except (TypeError, ValueError) as error:
        raise VaultDamagedError("secrets") from error
    if _encode_secrets(secrets) != plain:
        raise VaultDamagedError("spelling of the secrets")
    return secrets


def _decode_object(raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw.decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise VaultDamagedError("not JSON") from error
    if not isinstance(value, dict):
        raise VaultDamagedError("not an object")
    return value
