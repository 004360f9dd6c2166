"""Backups from the window: make one now, and say where it is.

The work itself (online copy, reopened, whole chain verified before success) is the kernel's; this
service is its face for screens. Source: design.md 6; issue "Ground floor", Backup and restore.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.services.progresso import Progress, ignore_progress


@dataclass(frozen=True, slots=True)
class CopiaFeita:
    """A backup that was reopened and verified."""

    arquivo: Path
    eventos: int
    tamanho_bytes: int


class Copiador(Protocol):
    """Makes backups; implemented by the composition root over the kernel."""

    @property
    def pasta(self) -> Path:
        """Where backups go unless another folder is chosen."""

    def criar(self, pasta: Path, progress: Progress, /) -> CopiaFeita:
        """Copy, reopen, verify; leaves nothing behind on failure or cancel.

        Raises:
            EnvironmentFault: disk full, folder not writable.
            IntegrityFault: the copy, or the log itself, does not verify.
            Cancelled: the person stopped it.
        """


class CopiaService:
    """The operator's backup button."""

    def __init__(self, copiador: Copiador) -> None:
        self._copiador = copiador

    @property
    def default_folder(self) -> Path:
        """Where backups go unless another folder is chosen."""
        return self._copiador.pasta

    def create(
        self, folder: Path | None = None, progress: Progress = ignore_progress
    ) -> CopiaFeita:
        """Make and verify a backup now; faults as ``Copiador.criar``."""
        return self._copiador.criar(folder or self._copiador.pasta, progress)
