"""The counter over an open office."""

from __future__ import annotations

from contextlib import suppress

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import (
    escrita_de,
    servico_cidadaos,
    servico_demandas,
    servico_midias,
)
from app.bootstrap.revisao import servico_linha_do_tempo
from app.bootstrap.territorio import territorio_service
from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.services.atendimento import AtendimentoService, Partes
from app.services.atendimento_consultas import ConsultasService
from app.services.atendimento_lugar import LugarService
from app.services.atendimento_semelhantes import SemelhantesService
from app.services.atendimento_situacao import SituacaoService
from app.services.atendimento_telefones import TelefonesService
from app.services.atendimento_termos import ler_termos
from app.services.demandas import TERMOS_VERSAO, DemandasService
from core.base.taxonomia.taxonomy import carregar_responsaveis
from core.kernel.clock import format_timestamp
from core.kernel.errors import UserFacingError


def servico_lugar(app: Aplicacao, demandas: DemandasService) -> LugarService:
    """Places of an open office."""
    return LugarService(
        app.leitor,
        demandas,
        territorio_service(app, escreve=False),
        app.aberto.installation.no,
    )


def servico_atendimento(app: Aplicacao, *, escreve: bool = True) -> AtendimentoService:
    """The counter of an open office; each call is a window of its own."""
    writing, ids = escrita_de(app, escreve=escreve), app.ids
    demandas, words = servico_demandas(app, escreve=escreve), situacoes(app)

    def agora() -> str:
        return format_timestamp(app.clock.now_ms())

    telefones = TelefonesService(
        app.leitor,
        writing,
        lambda: app.modelos().taxonomy,
        lambda: carregar_responsaveis(app.recursos.bodies_file(), app.modelos().taxonomy),
        agora,
    )
    publico, historia = servico_transparencia(app), servico_linha_do_tempo(app)
    midias = servico_midias(app)
    made = AtendimentoService(
        app.leitor,
        writing,
        demandas=demandas,
        cidadaos=servico_cidadaos(app, escreve=escreve),
        partes=Partes(
            lugar=servico_lugar(app, demandas),
            semelhantes=SemelhantesService(app.leitor, words),
            consultas=ConsultasService(
                app.leitor,
                writing,
                demandas,
                words,
                lambda: app.modelos().taxonomy,
                ids,
                app.clock.now_ms,
                lambda: app.tempo.inicio_do_dia_ms(app.tempo.hoje()),
            ),
            situacao=SituacaoService(
                publico.demanda, historia.ler, telefones, midias.para_imprimir
            ),
            telefones=telefones,
            midias=midias,
            termos=ler_termos(app.recursos.read_text(f"termos/termos-{TERMOS_VERSAO}.md")),
        ),
        ids=ids,
        agora=agora,
        hoje=app.tempo.hoje,
    )
    if escreve:
        app.closing.callback(_let_go, made)
    return made


def _let_go(made: AtendimentoService) -> None:
    """At the end; a lease that cannot be given back runs out by itself."""
    with suppress(UserFacingError):
        made.encerrar()
