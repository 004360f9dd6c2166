"""Which key store an installation has, and which one a new installation gets (design.md 6, Keys).

Order of an existing one: ``chaves.cofre``, ``chaves.aberta``, the operating system's store.
"""

from __future__ import annotations

import enum
from pathlib import Path

from core.crypto.vault import VaultParams
from core.kernel.errors import EnvironmentFault, UserFacingError
from core.kernel.identity.keystore import (
    LOG_KEY,
    Entropy,
    KeyStore,
    PlainKeyStore,
    VaultKeyStore,
)
from core.kernel.identity.os_keyring import OsKeyStore, SecretBackend


class KeyMode(enum.Enum):
    """How a new installation keeps its keys."""

    SENHA = "senha"
    CHAVEIRO = "chaveiro"
    SEM_SENHA = "sem_senha"


def key_service(no: str) -> str:
    """Name of a node's secrets in the operating system's store."""
    return f"formigueiro/{no[:8]}"


def existing_key_store(
    folder: Path, entropy: Entropy, service: str, backend: SecretBackend | None
) -> KeyStore | None:
    """The store in which this installation's keys are, or None where they are in none.

    Args:
        folder: the settings folder.
        entropy: size in bytes -> random bytes.
        service: name of this installation in the operating system's store.
        backend: from ``os_keyring.find_backend``; None where there is no such store.

    Raises:
        EnvironmentFault: a store that exists could not be asked.
    """
    sealed, plain = VaultKeyStore(folder, entropy), PlainKeyStore(folder)
    if sealed.path.exists():
        return sealed
    if plain.path.exists():
        return plain
    if backend is not None:
        system = OsKeyStore(service, backend)
        if system.has(LOG_KEY):
            return system
    return None


def require_backend(backend: SecretBackend | None) -> SecretBackend:
    """What ``os_keyring.find_backend`` found.

    Raises:
        EnvironmentFault: ``chaves.sem_chaveiro``: it found nothing.
    """
    if backend is None:
        raise EnvironmentFault("chaves.sem_chaveiro")
    return backend


def new_key_store(
    folder: Path,
    entropy: Entropy,
    mode: KeyMode,
    *,
    password: bytes | None = None,
    service: str = "",
    backend: SecretBackend | None = None,
    params: VaultParams | None = None,
) -> KeyStore:
    """An empty, unlocked store of the kind that was asked for, and no other.

    Raises:
        UserFacingError: ``chaves.ja_existem``, ``chaves.senha_necessaria``, ``chaves.senha_vazia``.
        EnvironmentFault: ``chaves.sem_chaveiro``: the system has no store that keeps a secret;
            ``chaves.nao_gravadas``.
    """
    held = existing_key_store(folder, entropy, service, backend)
    if held is not None:
        raise UserFacingError("chaves.ja_existem", arquivo=str(folder))
    if mode is KeyMode.SEM_SENHA:
        return PlainKeyStore(folder)
    if mode is KeyMode.CHAVEIRO:
        return OsKeyStore(service, require_backend(backend))
    if password is None:
        raise UserFacingError("chaves.senha_necessaria")
    sealed = VaultKeyStore(folder, entropy, params)
    sealed.create(password)
    return sealed
