"""Where private keys live: never in the database, never in a backup of it (design.md 6, Keys).

One port, ``KeyStore``, and its adapters: in memory (tests), a password vault ``chaves.cofre``, an
open file ``chaves.aberta`` for installations without a password; ``os_keyring.py`` adds the
operating system's own store. Appending to the log needs no key; only checkpoints do.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from core.crypto import vault
from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity import durable_file

VAULT_FILE = "chaves.cofre"
OPEN_FILE = "chaves.aberta"

LOG_KEY = "log"

Entropy = Callable[[int], bytes]


class KeyStore(Protocol):
    """Named secrets of one installation. Every method may raise EnvironmentFault."""

    @property
    def is_locked(self) -> bool:
        """Whether ``get`` and ``put`` need ``unlock`` first."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """Message codes that Saúde shows while this store is in use."""

    def has(self, name: str) -> bool:
        """Whether a secret of that name is held; answered while locked too."""

    def get(self, name: str) -> bytes:
        """The secret.

        Raises:
            UserFacingError: ``chaves.trancadas`` while locked, ``chaves.ausente`` when not held.
        """

    def put(self, name: str, secret: bytes) -> None:
        """Hold the secret durably, in place of an older one of that name.

        Raises:
            UserFacingError: ``chaves.trancadas`` while locked.
        """

    def forget(self, name: str) -> None:
        """Take back a secret that was held for what then did not come about; others stay.

        Raises:
            UserFacingError: ``chaves.trancadas`` while locked.
        """

    def unlock(self, password: bytes) -> None:
        """Open the store; nothing to do where there is no password.

        Raises:
            UserFacingError: ``chaves.senha_errada``, ``chaves.ausentes`` when there is no file.
            IntegrityFault: ``chaves.cofre_danificado``.
        """

    def lock(self) -> None:
        """Forget what was opened; nothing to do where there is no password."""


def encode_password(text: str) -> bytes:
    """A typed password as bytes: NFC, UTF-8, without the line end of a password file.

    Raises:
        UserFacingError: ``chaves.senha_vazia``.
    """
    password = unicodedata.normalize("NFC", text.rstrip("\r\n")).encode("utf-8", "surrogatepass")
    if not password:
        raise UserFacingError("chaves.senha_vazia")
    return password


class MemoryKeyStore:
    """Secrets that go with the process. For tests; may be locked and unlocked like a vault.

    Args:
        secrets: what it holds at first.
        password: None for a store that is never locked; otherwise it starts locked.
    """

    def __init__(
        self, secrets: Mapping[str, bytes] | None = None, password: bytes | None = None
    ) -> None:
        self._secrets = dict(secrets or {})
        self._password = password
        self._is_locked = password is not None

    @property
    def is_locked(self) -> bool:
        """See ``KeyStore``."""
        return self._is_locked

    @property
    def warnings(self) -> tuple[str, ...]:
        """See ``KeyStore``."""
        return ()

    def has(self, name: str) -> bool:
        """See ``KeyStore``."""
        return name in self._secrets

    def get(self, name: str) -> bytes:
        """See ``KeyStore``."""
        return _held(None if self._is_locked else self._secrets, name)

    def put(self, name: str, secret: bytes) -> None:
        """See ``KeyStore``."""
        if self._is_locked:
            raise UserFacingError("chaves.trancadas")
        self._secrets[name] = secret

    def forget(self, name: str) -> None:
        """See ``KeyStore``."""
        if self._is_locked:
            raise UserFacingError("chaves.trancadas")
        self._secrets.pop(name, None)

    def unlock(self, password: bytes) -> None:
        """See ``KeyStore``."""
        if self._password is not None and password != self._password:
            raise UserFacingError("chaves.senha_errada")
        self._is_locked = False

    def lock(self) -> None:
        """See ``KeyStore``."""
        self._is_locked = self._password is not None


class VaultKeyStore:
    """Secrets in ``chaves.cofre``, sealed under a password; starts locked.

    While unlocked it keeps the password in memory, because every change seals anew.

    Args:
        folder: the settings folder, not the data folder.
        entropy: size in bytes -> random bytes.
        params: cost of one attempt, for what is written from now on.
    """

    def __init__(self, folder: Path, entropy: Entropy, params: VaultParams | None = None) -> None:
        self.path = folder / VAULT_FILE
        self._entropy = entropy
        self._params = params or VaultParams()
        self._secrets: dict[str, bytes] | None = None
        self._password = b""

    @property
    def is_locked(self) -> bool:
        """See ``KeyStore``."""
        return self._secrets is None

    @property
    def warnings(self) -> tuple[str, ...]:
        """See ``KeyStore``."""
        return _file_warnings(self.path)

    def create(self, password: bytes) -> None:
        """Write an empty vault and leave it unlocked.

        Raises:
            UserFacingError: ``chaves.ja_existem`` (never written over), ``chaves.senha_vazia``.
        """
        if self.path.exists():
            raise UserFacingError("chaves.ja_existem", arquivo=str(self.path))
        self._write({}, password)

    def change_password(self, new_password: bytes) -> None:
        """Seal the same secrets under another password.

        Raises:
            UserFacingError: ``chaves.trancadas``, ``chaves.senha_vazia``.
        """
        if self._secrets is None:
            raise UserFacingError("chaves.trancadas")
        self._write(self._secrets, new_password)

    def has(self, name: str) -> bool:
        """See ``KeyStore``."""
        if self._secrets is not None:
            return name in self._secrets
        raw = _read_container(self.path)
        return raw is not None and name in container_names(raw, self.path)

    def get(self, name: str) -> bytes:
        """See ``KeyStore``."""
        return _held(self._secrets, name)

    def put(self, name: str, secret: bytes) -> None:
        """See ``KeyStore``."""
        if self._secrets is None:
            raise UserFacingError("chaves.trancadas")
        self._write({**self._secrets, name: secret}, self._password)

    def forget(self, name: str) -> None:
        """See ``KeyStore``. The last one takes the file with it."""
        if self._secrets is None:
            raise UserFacingError("chaves.trancadas")
        if name not in self._secrets:
            return
        rest = {held: secret for held, secret in self._secrets.items() if held != name}
        if rest:
            self._write(rest, self._password)
        else:
            durable_file.remove(self.path, code="chaves.nao_gravadas")
            self._secrets = rest

    def unlock(self, password: bytes) -> None:
        """See ``KeyStore``."""
        raw = _read_container(self.path)
        if raw is None:
            raise UserFacingError("chaves.ausentes", arquivo=str(self.path))
        self._secrets = open_sealed(raw, password, self.path)
        self._password = password

    def lock(self) -> None:
        """See ``KeyStore``."""
        self._secrets = None
        self._password = b""

    def _write(self, secrets: dict[str, bytes], password: bytes) -> None:
        raw = seal(secrets, password, self._params, self._entropy)
        durable_file.write_private(self.path, raw, code="chaves.nao_gravadas")
        self._secrets = secrets
        self._password = password


class PlainKeyStore:
    """Secrets in ``chaves.aberta``, readable by whoever reads the file (``--sem-senha``).

    Args:
        folder: the settings folder, not the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / OPEN_FILE

    @property
    def is_locked(self) -> bool:
        """See ``KeyStore``."""
        return False

    @property
    def warnings(self) -> tuple[str, ...]:
        """See ``KeyStore``."""
        return ("chaves.sem_senha", *_file_warnings(self.path))

    def has(self, name: str) -> bool:
        """See ``KeyStore``."""
        return name in self._read()

    def get(self, name: str) -> bytes:
        """See ``KeyStore``."""
        return _held(self._read(), name)

    def put(self, name: str, secret: bytes) -> None:
        """See ``KeyStore``."""
        raw = vault.make_open_container({**self._read(), name: secret})
        durable_file.write_private(self.path, raw, code="chaves.nao_gravadas")

    def forget(self, name: str) -> None:
        """See ``KeyStore``. The last one takes the file with it."""
        secrets = self._read()
        if secrets.pop(name, None) is None:
            return
        if secrets:
            raw = vault.make_open_container(secrets)
            durable_file.write_private(self.path, raw, code="chaves.nao_gravadas")
        else:
            durable_file.remove(self.path, code="chaves.nao_gravadas")

    def unlock(self, password: bytes) -> None:
        """See ``KeyStore``."""

    def lock(self) -> None:
        """See ``KeyStore``."""

    def _read(self) -> dict[str, bytes]:
        raw = _read_container(self.path)
        return {} if raw is None else open_plain(raw, self.path)


def seal(
    secrets: Mapping[str, bytes], password: bytes, params: VaultParams, entropy: Entropy
) -> bytes:
    """Vault bytes.

    Raises:
        UserFacingError: ``chaves.senha_vazia``.
        EnvironmentFault: ``chaves.sem_memoria``.
    """
    if not password:
        raise UserFacingError("chaves.senha_vazia")
    try:
        return vault.seal_vault(secrets, password, params, entropy)
    except MemoryError as error:
        raise EnvironmentFault("chaves.sem_memoria") from error


def open_sealed(raw: bytes, password: bytes, path: Path) -> dict[str, bytes]:
    """Secrets of vault bytes; ``path`` is for the sentence only.

    Raises:
        UserFacingError: ``chaves.senha_errada``, ``chaves.cofre_versao_nova``.
        IntegrityFault: ``chaves.cofre_danificado``.
        EnvironmentFault: ``chaves.sem_memoria``.
    """
    try:
        return vault.open_vault(raw, password)
    except MemoryError as error:
        raise EnvironmentFault("chaves.sem_memoria") from error
    except vault.VaultError as error:
        raise _translated(error, path) from error


def open_plain(raw: bytes, path: Path) -> dict[str, bytes]:
    """Secrets of an open container; faults as ``open_sealed``."""
    try:
        return vault.read_open_container(raw)
    except vault.VaultError as error:
        raise _translated(error, path) from error


def container_names(raw: bytes, path: Path) -> tuple[str, ...]:
    """Names in a sealed or open container, no password needed; faults as ``open_sealed``."""
    try:
        return vault.vault_names(raw)
    except vault.VaultError as error:
        raise _translated(error, path) from error


def _translated(error: vault.VaultError, path: Path) -> UserFacingError:
    if isinstance(error, vault.WrongPasswordError):
        return UserFacingError("chaves.senha_errada")
    if isinstance(error, vault.VaultVersionError):
        return UserFacingError("chaves.cofre_versao_nova", arquivo=str(path))
    return IntegrityFault("chaves.cofre_danificado", arquivo=str(path))


def _read_container(path: Path) -> bytes | None:
    return durable_file.read_private(path, vault.MAX_VAULT_BYTES, code="chaves.nao_lidas")


def _file_warnings(path: Path) -> tuple[str, ...]:
    return ("chaves.arquivo_exposto",) if durable_file.is_open_to_others(path) else ()


def _held(secrets: Mapping[str, bytes] | None, name: str) -> bytes:
    if secrets is None:
        raise UserFacingError("chaves.trancadas")
    secret = secrets.get(name)
    if secret is None:
        raise UserFacingError("chaves.ausente", chave=name)
    return secret
