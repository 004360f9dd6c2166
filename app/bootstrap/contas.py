"""The accounts of an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de
from app.services.contas import ContasService
from core.kernel.clock import format_timestamp


def servico_contas(app: Aplicacao, *, escreve: bool = True) -> ContasService:
    """Accounts of an open office."""
    return ContasService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        app.ids,
        lambda: format_timestamp(app.clock.now_ms()),
    )
