"""Encryption to an office by its age recipient (age-encryption.org/v1), through pyrage.

age does not say who wrote a file: what is encrypted is signed inside. Decryption goes to a
temporary place and counts only when it came to its end (sync.md section 1, age).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

import pyrage  # type: ignore[import-untyped] # the library ships no types


class AgeError(ValueError):
    """A key that is none, or bytes that this identity does not open."""


def new_identity() -> bytes:
    """A fresh private identity, for the key store; its randomness is the operating system's."""
    return str(pyrage.x25519.Identity.generate()).encode("ascii")


def recipient_of(identity: bytes) -> str:
    """The public recipient, ``age1…``.

    Raises:
        AgeError: not an identity.
    """
    return str(_identity(identity).to_public())


def encrypt(source: BinaryIO, target: BinaryIO, recipients: Sequence[str]) -> None:
    """Encrypt all of ``source`` to every recipient.

    Raises:
        AgeError: a recipient that is none.
        OSError: the disk.
    """
    try:
        keys = [pyrage.x25519.Recipient.from_str(text) for text in recipients]
    except pyrage.RecipientError:
        raise AgeError("not a recipient") from None
    pyrage.encrypt_io(source, target, keys)


def decrypt(source: BinaryIO, target: BinaryIO, identity: bytes) -> None:
    """Decrypt all of ``source``; what was written before an error must be thrown away.

    Raises:
        AgeError: for another recipient, cut short or changed.
        OSError: the disk.
    """
    try:
        pyrage.decrypt_io(source, target, [_identity(identity)])
    except pyrage.DecryptError:
        raise AgeError("does not open") from None
    except OSError as error:
        if error.errno is not None:  # the disk's, not the library's
            raise
        raise AgeError("cut short or changed") from None


def _identity(identity: bytes) -> pyrage.x25519.Identity:
    try:
        return pyrage.x25519.Identity.from_str(identity.decode("ascii"))
    except (pyrage.IdentityError, UnicodeDecodeError):
        raise AgeError("not an identity") from None
