"""Refuse SQLite on a network share: its locks do not hold there and the file corrupts."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from core.kernel.errors import EnvironmentFault

NETWORK_TYPES: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "fuse.sshfs", "afs", "ncpfs", "9p",
     "davfs", "fuse.davfs2", "glusterfs", "fuse.glusterfs", "ceph", "fuse.rclone", "afpfs"}
)  # fmt: skip


_MOUNTS: Final = Path("/proc/mounts")
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")
_DRIVE_REMOTE: Final = 4  # GetDriveTypeW


def filesystem_type(folder: Path, mounts: str) -> str | None:
    """Type of the file system that holds ``folder``, from the text of ``/proc/mounts``.

    The longest mount point that is a parent wins; later lines cover earlier ones.
    """
    best: tuple[int, str] | None = None
    target = str(folder)
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        # Blanks and backslashes in a mount point are written as octal numbers.
        point = _ESCAPE.sub(lambda found: chr(int(found[1], 8)), fields[1])
        inside = target == point or target.startswith(point.rstrip("/") + "/")
        if inside and (best is None or len(point) >= best[0]):
            best = (len(point), fields[2])
    return best[1] if best else None


def refuse_network_share(folder: Path, mounts: Path = _MOUNTS) -> None:
    """Raise where ``folder`` lies on a network share.

    Args:
        folder: may be missing; then its nearest parent counts.
        mounts: the system's list of mounts; where it cannot be read nothing is refused.

    Raises:
        EnvironmentFault: ``banco.pasta_de_rede``, with the sentence that tells what to do.
    """
    if sys.platform == "win32":
        is_remote = _is_remote_drive(folder.absolute().drive)
    else:
        try:
            text = mounts.read_text("utf-8", "replace")
        except OSError:
            return
        is_remote = filesystem_type(folder.resolve(), text) in NETWORK_TYPES
    if is_remote:
        raise EnvironmentFault("banco.pasta_de_rede", onde=str(folder))


if sys.platform == "win32":
    import ctypes

    def _is_remote_drive(drive: str) -> bool:
        """A share by its own name, or a letter that stands for one."""
        if drive.startswith("\\\\"):
            return True
        return bool(ctypes.windll.kernel32.GetDriveTypeW(drive + "\\") == _DRIVE_REMOTE)
