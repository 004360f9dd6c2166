"""Councillors and draws of an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de
from app.services.conselheiros import ConselheirosService
from app.services.sorteio import SorteioService


def servico_conselheiros(app: Aplicacao, *, escreve: bool = True) -> ConselheirosService:
    """Councillors of an open office."""
    return ConselheirosService(app.leitor, escrita_de(app, escreve=escreve))


def servico_sorteio(app: Aplicacao) -> SorteioService:
    """Draws of an open office."""
    return SorteioService(app.leitor)
