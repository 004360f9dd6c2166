"""Councillors, draws, the desk that tells of them and the councillor's workspace, of an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de, servico_cidadaos
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.transparencia import servico_transparencia
from app.services.cadastro_conselheiro import CadastroDeConselheiro
from app.services.conselheiros import ConselheirosService
from app.services.designacoes import DesignacoesService
from app.services.gabinete import GabineteService
from app.services.sessao import Sessao
from app.services.sorteio import SorteioService


def servico_conselheiros(app: Aplicacao, *, escreve: bool = True) -> ConselheirosService:
    """Councillors of an open office."""
    return ConselheirosService(app.leitor, escrita_de(app, escreve=escreve))


def servico_sorteio(app: Aplicacao) -> SorteioService:
    """Draws of an open office."""
    return SorteioService(app.leitor)


def servico_cadastro(app: Aplicacao) -> CadastroDeConselheiro:
    """Registration of councillors at the counter."""
    return CadastroDeConselheiro(
        servico_cidadaos(app), servico_conselheiros(app), servico_transparencia(app), app.ids
    )


def servico_designacoes(app: Aplicacao) -> DesignacoesService:
    """The desk's side of draws."""
    return DesignacoesService(
        app.leitor,
        escrita_de(app, escreve=True),
        servico_cidadaos(app),
        servico_transparencia(app),
        lambda: app.modelos().taxonomy,
        app.tempo,
        app.escritorio.nome,
    )


def servico_gabinete(app: Aplicacao, sessao: Sessao) -> GabineteService:
    """The workspace of whoever sits at a window."""
    return GabineteService(
        app.leitor,
        escrita_de(app, escreve=True),
        sessao,
        app.ids,
        app.tempo,
        servico_conselheiros(app),
        servico_relatoria(app),
        servico_transparencia(app),
    )
