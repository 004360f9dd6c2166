"""Bundles of which something waits: kept whole, verified anew each time they are tried.

Gaps and missing causes close when another bundle comes, by whatever hand and in whatever order.
Rows in ``kernel_pendencias`` say what waits; a file without one is nobody's. Source: sync.md 2.10.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

from core.kernel.errors import UserFacingError
from core.kernel.identity.durable_file import sync_folder
from core.kernel.store.database import Database
from core.kernel.store.online_copy import disk_fault
from core.sync.importing.bookkeeping import Waiting, waiting

FOLDER: Final = "pendentes"
MAX_BYTES: Final = 1_073_741_824


class KeptBundles:
    """The folder of what waits.

    Args:
        database: the office's.
        data: its data folder.
    """

    def __init__(self, database: Database, data: Path) -> None:
        self._database = database
        self._folder = data / FOLDER

    def path(self, sha256: str) -> Path:
        """Where a kept bundle lies."""
        return self._folder / f"{sha256}.zip"

    def waiting(self) -> list[Waiting]:
        """What waits, the oldest first."""
        reader = self._database.open_reader()
        try:
            return waiting(reader.cursor, reader.dialect)
        finally:
            reader.close()

    def hashes(self) -> list[str]:
        """The kept bundles, each once."""
        return list(dict.fromkeys(item.sha256 for item in self.waiting()))

    def keep(self, staged: Path, sha256: str) -> None:
        """Keep a bundle, durable before its row is.

        Raises:
            UserFacingError: ``pacote.pendencias_demais``: what waits would pass its limit.
            EnvironmentFault: the disk.
        """
        target = self.path(sha256)
        if target.exists():
            return
        partial = target.with_name(f"{sha256}.parcial")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            held = sum(one.stat().st_size for one in self._folder.iterdir())
            if held + staged.stat().st_size > MAX_BYTES:
                raise UserFacingError("pacote.pendencias_demais")
            shutil.copyfile(staged, partial)
            partial.chmod(0o600)
            with partial.open("rb+") as file:
                os.fsync(file.fileno())
            partial.replace(target)
            sync_folder(self._folder)
        except OSError as error:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise disk_fault(error, target) from error

    def remove(self, sha256: str) -> None:
        """Let go of a bundle that waits for nothing any more."""
        with contextlib.suppress(OSError):
            self.path(sha256).unlink(missing_ok=True)

    def clear_orphans(self) -> int:
        """Remove files that no row speaks of: of an import that died before its commit."""
        known = {self.path(sha256) for sha256 in self.hashes()}
        count = 0
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                if path not in known:
                    path.unlink(missing_ok=True)
                    count += 1
        return count
