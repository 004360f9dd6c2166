"""Refuse SQLite on a network share: its locks do not hold there and the file corrupts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from core.kernel.errors import EnvironmentFault

NETWORK_TYPES: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "fuse.sshfs", "afs", "ncpfs", "9p",
     "davfs", "fuse.davfs2", "glusterfs", "fuse.glusterfs", "ceph", "fuse.rclone", "afpfs"}
)  # fmt: skip


def filesystem_type(folder: Path, mounts: str) -> str | None:
    """Type of the file system that holds ``folder``, from the text of ``/proc/mounts``.

    The longest mount point that is a parent wins; later lines cover earlier ones.
    """
    best: tuple[int, str] | None = None
    target = str(folder)
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        inside = target == point or target.startswith(point.rstrip("/") + "/")
        if inside and (best is None or len(point) >= best[0]):
            best = (len(point), fields[2])
    return best[1] if best else None


def refuse_network_share(folder: Path) -> None:
    """Raise where ``folder`` lies on a network share.

    Raises:
        EnvironmentFault: ``banco.pasta_de_rede``, with the sentence that tells what to do.
    """
    if sys.platform == "win32":
        if folder.absolute().drive.startswith("\\\\"):
            raise EnvironmentFault("banco.pasta_de_rede", onde=str(folder))
        return
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return
    kind = filesystem_type(folder.resolve(), mounts.read_text("utf-8", "replace"))
    if kind in NETWORK_TYPES:
        raise EnvironmentFault("banco.pasta_de_rede", onde=str(folder))
