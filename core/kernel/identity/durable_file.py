"""Small private files that are either the old bytes or the new bytes, whatever happens between.

Temp + fsync + rename + fsync of the folder, mode 0600 from the first byte (design.md 6, Keys).
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from core.kernel.errors import EnvironmentFault
from core.kernel.system_reason import system_reason

PRIVATE_MODE = 0o600


def write_private(path: Path, data: bytes, *, code: str) -> None:
    """Replace ``path`` by ``data``, durably and readable by its owner alone.

    A failure leaves the old file as it was and no temporary behind.

    Args:
        path: the file; its folder must exist.
        data: all of its new bytes.
        code: message code of the fault; its sentence may use ``{arquivo}`` and ``{motivo}``.

    Raises:
        EnvironmentFault: the system refused (disk full, read-only folder).
    """
    temporary = path.with_name(f".{path.name}.parcial")
    try:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()
        _write_new(temporary, data)
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise environment_fault(code, path, error) from error


def read_private(path: Path, limit_bytes: int, *, code: str) -> bytes | None:
    """The file's bytes, at most ``limit_bytes`` + 1 of them; None where there is no file.

    Raises:
        EnvironmentFault: the system refused.
    """
    try:
        with path.open("rb") as file:
            return file.read(limit_bytes + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise environment_fault(code, path, error) from error


def remove(path: Path, *, code: str) -> None:
    """Remove a file; one that is not there is no fault.

    Raises:
        EnvironmentFault: the system refused.
    """
    try:
        path.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise environment_fault(code, path, error) from error


def is_open_to_others(path: Path) -> bool:
    """Whether accounts other than the owner may read the file (always False on Windows)."""
    if os.name == "nt":
        return False
    try:
        return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False


def sync_folder(folder: Path) -> None:
    """Make a rename in ``folder`` durable, where the system has a way to ask for it."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def environment_fault(code: str, path: Path, error: OSError) -> EnvironmentFault:
    """The fault that names the file and the system's own reason."""
    return EnvironmentFault(code, arquivo=str(path), motivo=system_reason(error))


def _write_new(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE)
    with os.fdopen(descriptor, "wb") as file:
        if os.name != "nt":
            os.fchmod(file.fileno(), PRIVATE_MODE)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
