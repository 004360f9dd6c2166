"""The content-addressed store of attachments: files named by the SHA-256 of their bytes.

A file appears whole or not at all (temporary name, fsync, rename, fsync of the folder), and before
the transaction that refers to it, so that no committed event ever lacks its bytes. What no event
came to refer to is collected later. Source: design.md 6, Attachments.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import Final, Protocol

from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.identity.durable_file import sync_folder

FOLDER: Final = "anexos"
_PARTIAL: Final = ".parcial"
_ASIDE: Final = ".saindo"
PARTIAL_GRACE_MS: Final = 24 * 3_600_000
"""A file that is being written is younger than this; what is older was left by a kill."""
_TRIES: Final = 3


class Attachments(Protocol):
    """What colonies and services may ask of the store."""

    def get(self, sha256: str) -> bytes | None:
        """The bytes, or None where they are not in this office."""

    def has(self, sha256: str) -> bool:
        """Whether the bytes are in this office; they are not read."""

    def put(self, content: bytes) -> str:
        """Store bytes; their SHA-256 in hex."""


class NoAttachments:
    """An office without a store: nothing is there, nothing can be put."""

    def get(self, sha256: str) -> bytes | None:
        """Always None."""
        return None

    def has(self, sha256: str) -> bool:
        """Never."""
        return False

    def put(self, content: bytes) -> str:
        """Refused.

        Raises:
            EnvironmentFault: ``anexo.sem_lugar``.
        """
        raise EnvironmentFault("anexo.sem_lugar")


class AttachmentStore:
    """Files under ``folder``, two hex digits a subfolder.

    Args:
        folder: made at the first ``put``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, sha256: str) -> Path:
        """Where the file of a hash lies or would lie.

        Raises:
            ValueError: not 64 lower-case hex digits.
        """
        if len(sha256) != 64 or set(sha256) - set("0123456789abcdef"):
            raise ValueError("not a SHA-256 in hex")
        return self._folder / sha256[:2] / sha256

    def get(self, sha256: str) -> bytes | None:
        """The bytes of a hash, checked against it; None where the file is not here.

        Raises:
            IntegrityFault: ``anexo.danificado``: the file is not what its name says.
            EnvironmentFault: ``anexo.nao_lido``.
        """
        try:
            content = self.path(sha256).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise EnvironmentFault("anexo.nao_lido", anexo=sha256[:12]) from error
        if hashlib.sha256(content).hexdigest() != sha256:
            raise IntegrityFault("anexo.danificado", anexo=sha256[:12])
        return content

    def has(self, sha256: str) -> bool:
        """Whether a file of this hash is here; its bytes are not looked at."""
        return self.path(sha256).is_file()

    def put(self, content: bytes) -> str:
        """Store bytes; the same bytes twice are one file.

        Raises:
            EnvironmentFault: ``anexo.nao_gravado``: nothing was left behind.
        """
        sha256 = hashlib.sha256(content).hexdigest()
        path = self.path(sha256)
        if _touched(path):
            return sha256
        partial = path.with_name(f"{sha256}.{os.getpid()}.{get_ident()}{_PARTIAL}")
        try:
            for left in reversed(range(_TRIES)):
                _write(partial, content)
                try:
                    partial.replace(path)
                    break
                except FileNotFoundError:
                    # Collected while this machine slept over it: another clock, a long suspension.
                    if not left:
                        raise
            sync_folder(path.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise EnvironmentFault("anexo.nao_gravado", anexo=sha256[:12]) from error
        return sha256

    def remove(self, sha256: str) -> bool:
        """Delete the file of a hash; False where there was none.

        Raises:
            EnvironmentFault: ``anexo.nao_apagado``.
        """
        path = self.path(sha256)
        try:
            path.unlink()
            sync_folder(path.parent)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise EnvironmentFault("anexo.nao_apagado", anexo=sha256[:12]) from error
        return True

    def remove_if_older(self, sha256: str, than_ms: int) -> bool:
        """Delete a file that nobody put since ``than_ms`` (Unix ms); True where it went.

        A ``put`` of the same bytes in between wins: it either renews the file's time, and the file
        stays, or finds it gone, and writes it anew.
        """
        path = self.path(sha256)
        aside = path.with_name(f"{sha256}.{os.getpid()}{_ASIDE}")
        try:
            if _modified_ms(path) >= than_ms:
                return False
            path.rename(aside)
            if _modified_ms(aside) >= than_ms:
                if not path.exists():
                    aside.rename(path)
                    return False
                aside.unlink()
                return False
            aside.unlink()
            sync_folder(path.parent)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise EnvironmentFault("anexo.nao_apagado", anexo=sha256[:12]) from error
        return True

    def all(self) -> Iterator[str]:
        """The hashes that are here, sorted."""
        if self._folder.is_dir():
            for path in sorted(self._folder.glob("??/*")):
                if len(path.name) == 64:
                    yield path.name

    def clear_partial(self, agora_ms: int) -> int:
        """Remove what a killed ``put`` left; how many. What a killed removal left comes back.

        Another process may be writing beside this one: what it writes is younger than the grace
        period, and stays.

        Args:
            agora_ms: the office clock, Unix milliseconds.
        """
        for aside in self._folder.glob(f"??/*{_ASIDE}"):
            whole = aside.with_name(aside.name[:64])
            # Another process's removal may end it meanwhile.
            with contextlib.suppress(FileNotFoundError):
                if whole.exists():
                    aside.unlink()
                else:
                    aside.rename(whole)
        before, gone = agora_ms - PARTIAL_GRACE_MS, 0
        for path in self._folder.glob(f"??/*{_PARTIAL}"):
            with contextlib.suppress(FileNotFoundError):
                if _modified_ms(path) < before:
                    path.unlink()
                    gone += 1
        return gone


def _write(partial: Path, content: bytes) -> None:
    partial.parent.mkdir(parents=True, exist_ok=True)
    with partial.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _touched(path: Path) -> bool:
    """The file is there, and from now on counts as just put."""
    try:
        os.utime(path)
    except FileNotFoundError:
        return False
    except OSError:
        # Read-only, or another's: it is there all the same.
        return path.exists()
    return True


def _modified_ms(path: Path) -> int:
    return path.stat().st_mtime_ns // 1_000_000
