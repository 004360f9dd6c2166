"""The services behind the screen of demands and the search of the window."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import servico_cidadaos, servico_demandas
from app.bootstrap.conselheiros import servico_sorteio
from app.bootstrap.relatoria import servico_relatoria
from app.bootstrap.revisao import servico_linha_do_tempo, servico_revisoes
from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.services.busca import BuscaService
from app.services.demanda_atos import DemandaAtosService
from app.services.demanda_detalhe import DemandaDetalheService
from app.services.demanda_lista import DemandaListaService
from core.colonies.d7_transparencia.rules.prazos import Agora


def agora_de(app: Aplicacao) -> Agora:
    """The moment and zone of a question."""
    return Agora(app.tempo.agora_ms(), ZoneInfo(app.tempo.zona))


def servico_demanda_lista(app: Aplicacao) -> DemandaListaService:
    """All demands of an open office."""
    return DemandaListaService(
        app.leitor, lambda: app.modelos().taxonomy, situacoes(app), lambda: agora_de(app)
    )


def servico_demanda_detalhe(app: Aplicacao) -> DemandaDetalheService:
    """One demand of an open office."""
    return DemandaDetalheService(
        app.leitor,
        servico_transparencia(app),
        servico_linha_do_tempo(app),
        servico_revisoes(app),
        servico_sorteio(app),
        servico_relatoria(app),
        lambda: app.modelos().taxonomy,
        lambda: agora_de(app),
    )


def servico_demanda_atos(app: Aplicacao) -> DemandaAtosService:
    """What is done to a demand of an office opened for writing."""
    return DemandaAtosService(
        app.leitor,
        servico_demandas(app),
        servico_revisoes(app),
        servico_cidadaos(app).anotar_acesso,
    )


def servico_busca(app: Aplicacao) -> BuscaService:
    """The search over an open office."""
    installation = app.aberto.installation
    return BuscaService(
        app.leitor,
        app.eventos,
        lambda: app.modelos().taxonomy,
        situacoes(app),
        no=installation.no,
        epoca=installation.epoca,
    )
