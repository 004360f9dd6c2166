"""Taking a local model into an open office."""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.abertura import Aplicacao
from app.ia.importacao import importar
from app.ia.modelos import NOMES, PASTA, ModelosDoEscritorio
from app.ia.prova import prover
from app.services.modelos_ia import ModeloImportado, ModelosService
from app.services.progresso import Progress


class ImportadorDaPasta:
    """See ``app.services.modelos_ia.ImportadorDeModelos``.

    The trial runs in a process of its own, not in the one that answers the office's trabalhos: a
    model that kills its process takes no description with it.

    Args:
        dados: the office's data folder.
    """

    def __init__(self, dados: Path) -> None:
        self._dados = dados

    def importar(
        self, pasta: Path, nome: str | None, licenca: str | None, progress: Progress, /
    ) -> ModeloImportado:
        """Copy, sum, try, put in place."""
        models = ModelosDoEscritorio(self._dados)
        try:
            made = importar(
                pasta,
                self._dados / PASTA,
                nome=nome,
                licenca=licenca,
                provar=prover(models),
                progresso=progress,
            )
        finally:
            models.fechar()
        return ModeloImportado(
            NOMES[made.tarefa], made.modelo, made.licenca, made.total_bytes, models.instalado
        )


def servico_modelos(app: Aplicacao) -> ModelosService:
    """Of an open office."""
    return ModelosService(ImportadorDaPasta(app.lugar.dados))
