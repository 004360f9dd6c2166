"""Private keys in the operating system's own store, where there is one (sync.md 2.13).

A headless Linux has no such store: ``find_backend`` answers None and the caller falls back to the
vault file. The library is imported only when asked for.
"""

from __future__ import annotations

import base64
import binascii
import logging
from typing import Protocol

from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError

_LOG = logging.getLogger(__name__)

# Backends below this only pretend (keyring.backends.fail is 0, null is -1).
_MIN_PRIORITY = 1


class SecretBackend(Protocol):
    """The three calls of the ``keyring`` library that are used here."""

    def get_password(self, service: str, username: str) -> str | None:
        """The stored text or None."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a text."""

    def delete_password(self, service: str, username: str) -> None:
        """Forget a text."""


def find_backend() -> SecretBackend | None:
    """The system's store, or None where there is none that really keeps a secret."""
    try:
        import keyring  # noqa: PLC0415  # slow to import and needed once, if at all
    except ImportError:
        return None
    try:
        backend = keyring.get_keyring()
        priority = float(backend.priority)
    except Exception as error:  # noqa: BLE001  # whatever a desktop service raises means "none"
        _LOG.info("os keyring not usable: %s", type(error).__name__)
        return None
    return backend if priority >= _MIN_PRIORITY and _keeps_a_secret(backend) else None


def _keeps_a_secret(backend: SecretBackend) -> bool:
    """Write, read back and delete a harmless value: some backends exist and do not answer."""
    service, name, value = "formigueiro-teste", "teste", "1"
    try:
        backend.set_password(service, name, value)
        is_kept = backend.get_password(service, name) == value
        backend.delete_password(service, name)
    except Exception as error:  # noqa: BLE001  # see find_backend
        _LOG.info("os keyring does not answer: %s", type(error).__name__)
        return False
    return is_kept


class OsKeyStore:
    """Secrets in the operating system's store; unlocked with the person's session.

    Args:
        service: name under which they are kept; one per installation.
        backend: from ``find_backend``.
    """

    def __init__(self, service: str, backend: SecretBackend) -> None:
        self._service = service
        self._backend = backend

    @property
    def is_locked(self) -> bool:
        """See ``KeyStore``. The system asks the person by itself."""
        return False

    @property
    def warnings(self) -> tuple[str, ...]:
        """See ``KeyStore``."""
        return ()

    def has(self, name: str) -> bool:
        """See ``KeyStore``."""
        return self._read(name) is not None

    def get(self, name: str) -> bytes:
        """See ``KeyStore``.

        Raises:
            IntegrityFault: ``chaves.chaveiro_danificado``, what is kept is not ours.
        """
        text = self._read(name)
        if text is None:
            raise UserFacingError("chaves.ausente", chave=name)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise IntegrityFault("chaves.chaveiro_danificado", chave=name) from error

    def put(self, name: str, secret: bytes) -> None:
        """See ``KeyStore``. Read back before it counts."""
        text = base64.b64encode(secret).decode("ascii")
        try:
            self._backend.set_password(self._service, name, text)
        except Exception as error:
            raise _unavailable(error) from error
        if self._read(name) != text:
            raise EnvironmentFault("chaves.chaveiro_indisponivel", motivo="")

    def forget(self, name: str) -> None:
        """See ``KeyStore``."""
        if self._read(name) is None:
            return
        try:
            self._backend.delete_password(self._service, name)
        except Exception as error:
            raise _unavailable(error) from error

    def unlock(self, password: bytes) -> None:
        """See ``KeyStore``."""

    def lock(self) -> None:
        """See ``KeyStore``."""

    def _read(self, name: str) -> str | None:
        try:
            return self._backend.get_password(self._service, name)
        except Exception as error:
            raise _unavailable(error) from error


def _unavailable(error: Exception) -> EnvironmentFault:
    """Backends raise what they like (D-Bus, COM, their own): all of it is the environment."""
    return EnvironmentFault("chaves.chaveiro_indisponivel", motivo=type(error).__name__)
