"""Where an office's keys are on this computer, and where new ones go."""

from __future__ import annotations

from app.settings.lugares import Lugar
from core.kernel.backup.enrolment import NewLogKey
from core.kernel.identity.keystore import KeyStore
from core.kernel.identity.keystore_choice import (
    KeyMode,
    existing_key_store,
    key_service,
    new_key_store,
    require_backend,
)
from core.kernel.identity.os_keyring import find_backend
from core.kernel.ids import Ids


def exigir_chaveiro() -> None:
    """Make sure that the operating system has a store that keeps a secret.

    Raises:
        EnvironmentFault: ``chaves.sem_chaveiro``.
    """
    require_backend(find_backend())


def held_keys(lugar: Lugar, no: str, ids: Ids, senha: bytes | None) -> KeyStore | None:
    """The key store of this installation, unlocked where the password was given.

    Raises:
        UserFacingError: ``chaves.senha_errada``.
    """
    folder, service = lugar.configuracao, key_service(no)
    keys = existing_key_store(folder, ids.random_bytes, service, None)
    if keys is None:
        # Asked only where no file is found: the question itself may wake the system's store.
        keys = existing_key_store(folder, ids.random_bytes, service, find_backend())
    if keys is not None and keys.is_locked and senha is not None:
        keys.unlock(senha)
    return keys


def empty_keys(lugar: Lugar, no: str, ids: Ids, modo: KeyMode, senha: bytes | None) -> KeyStore:
    """A new, unlocked store of the kind that the person chose; faults as ``new_key_store``."""
    return new_key_store(
        lugar.configuracao,
        ids.random_bytes,
        modo,
        password=senha,
        service=key_service(no),
        backend=find_backend() if modo is KeyMode.CHAVEIRO else None,
    )


def new_log_key(lugar: Lugar, ids: Ids, modo: KeyMode, senha: bytes | None) -> NewLogKey:
    """The wish for a new log key, kept as ``modo`` says, or in the store that is here."""
    return NewLogKey(
        find=lambda no: held_keys(lugar, no, ids, senha),
        make=lambda no: empty_keys(lugar, no, ids, modo, senha),
    )
