"""Local models from the window: one folder taken in, by the operator, with progress and a way back.

Who copies, sums and tries it is behind a port: neither models nor their libraries are known here.
No Qt, no SQL. Source: design.md 10.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.services.escrita import Ator
from app.services.permissoes import Ato, exigir
from app.services.progresso import Progress, ignore_progress
from core.kernel.errors import UserFacingError


@dataclass(frozen=True, slots=True)
class ModeloImportado:
    """A model that was taken in.

    Args:
        tarefa: what it is for, in words.
        modelo: name and version.
        licenca: as its makers state it.
        bytes: size of its files.
        is_provado: it answered a question; False where the extra ``ia`` is missing.
    """

    tarefa: str
    modelo: str
    licenca: str
    bytes: int
    is_provado: bool


class ImportadorDeModelos(Protocol):
    """Copies a folder, writes its manifest, tries it, and puts it in the former one's place."""

    def importar(
        self, pasta: Path, nome: str | None, licenca: str | None, progress: Progress, /
    ) -> ModeloImportado:
        """See ``app.ia.importacao.importar``."""


class ModelosService:
    """Over one office."""

    def __init__(self, importador: ImportadorDeModelos) -> None:
        self._importador = importador

    def importar(
        self,
        pasta: Path | None,
        ator: Ator,
        *,
        nome: str = "",
        licenca: str = "",
        progress: Progress = ignore_progress,
    ) -> ModeloImportado:
        """Take a model in; the one before stays in use until the new one is whole and answered.

        Args:
            pasta: as it was downloaded; None where none was chosen.
            ator: whose act.
            nome: how to call it; empty for the folder's own name.
            licenca: empty where the folder states it.
            progress: (bytes done, of how many), (0, 0) while it is tried; may raise to stop.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``modelos.*``: why it is not taken.
            EnvironmentFault: ``modelos.nao_gravado``, ``modelos.ilegivel``.
        """
        exigir(ator, Ato.MODELOS)
        if pasta is None:
            raise UserFacingError("modelos.sem_escolha")
        return self._importador.importar(
            pasta, nome.strip() or None, licenca.strip() or None, progress
        )
