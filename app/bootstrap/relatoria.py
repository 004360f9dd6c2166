"""The service around a councillor's work over an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de
from app.services.relatoria import RelatoriaService
from core.kernel.clock import format_timestamp


def servico_relatoria(app: Aplicacao, *, escreve: bool = True) -> RelatoriaService:
    """Reports on demands of an open office."""
    return RelatoriaService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        lambda: format_timestamp(app.clock.now_ms()),
        no=app.aberto.installation.no,
    )
