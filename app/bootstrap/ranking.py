"""The services around the ranking over an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de
from app.services.parametros import ParametrosService
from app.services.ranking import RankingService


def servico_ranking(app: Aplicacao) -> RankingService:
    """The rankings of an open office."""
    return RankingService(app.leitor)


def servico_parametros(app: Aplicacao, *, escreve: bool = True) -> ParametrosService:
    """The parameters of an open office."""
    return ParametrosService(app.leitor, escrita_de(app, escreve=escreve))
