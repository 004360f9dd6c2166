"""Erasing persons over an open office."""

from __future__ import annotations

from collections.abc import Sequence

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.contas import servico_contas
from app.services.escrita import Ator
from app.services.titulares import Eliminada, TitularesService
from core.kernel.engine.engine import Engine
from core.kernel.subject_rights import SubjectRights


class DireitosDoMotor:
    """See ``app.services.titulares.Direitos``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def eliminar(
        self, ids: Sequence[str], base_legal: str, motivo: str, ator: Ator, segunda_conta: str
    ) -> Eliminada:
        """See ``Direitos.eliminar``."""
        done = SubjectRights(self._engine).eliminar(
            ids[0], base_legal, motivo, ator, segunda_conta, ids[1:]
        )
        return Eliminada(done.eventos, done.partes, done.copias, done.is_limpo)


def servico_titulares(app: Aplicacao) -> TitularesService:
    """Of an office opened for writing."""
    return TitularesService(app.leitor, DireitosDoMotor(app.engine), servico_contas(app))
