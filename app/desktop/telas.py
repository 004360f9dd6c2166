"""The screens of the window, in the order of the rail. A screen is one line here."""

from __future__ import annotations

from app.services.composicao import Servicos
from widgets.atendimento import spec as atendimento
from widgets.backlog import spec as backlog
from widgets.conselheiros import spec as conselheiros
from widgets.contas import spec as contas
from widgets.demandas import spec as demandas
from widgets.eventos import spec as eventos
from widgets.gabinete import spec as gabinete
from widgets.mapa import spec as mapa
from widgets.moderacao import spec as moderacao
from widgets.painel import spec as painel
from widgets.parametros import spec as parametros
from widgets.revisao import spec as revisao
from widgets.runtime.screen import ScreenSpec
from widgets.saude import spec as saude
from widgets.sincronizacao import spec as sincronizacao
from widgets.sorteio import spec as sorteio


def screens_of(services: Servicos) -> tuple[ScreenSpec, ...]:
    """All screens; the window leaves out those that the account may not use."""
    return (
        atendimento.spec(services),
        demandas.spec(services),
        revisao.spec(services),
        moderacao.spec(services),
        backlog.spec(services),
        conselheiros.spec(services),
        gabinete.spec(services),
        sorteio.spec(services),
        mapa.spec(services),
        painel.spec(services),
        parametros.spec(services),
        contas.spec(services),
        eventos.spec(services),
        sincronizacao.spec(services),
        saude.spec(services),
    )
