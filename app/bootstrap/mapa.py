"""The map over an open office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.territorio import outlines, territorio_service
from app.bootstrap.transparencia import situacoes
from app.services.mapa import MapaService
from app.services.mapa_fundo import FundosDoMapa
from app.services.mapa_pagina import MapaPagina
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.store.foreign_sqlite import open_foreign


def servico_mapa(app: Aplicacao) -> MapaService:
    """What the map shows of an open office."""
    return MapaService(
        app.leitor,
        outlines(app),
        situacoes(app),
        lambda: app.modelos().taxonomy,
        lambda: territorio_service(app, escreve=False).resolvedor(),
        app.aberto.installation.no,
        lambda: Agora(app.tempo.agora_ms(), ZoneInfo(app.tempo.zona)),
    )


def pagina_do_mapa(app: Aplicacao) -> MapaPagina:
    """The map as a window shows it."""
    return MapaPagina(servico_mapa(app), app.recursos, FundosDoMapa(open_foreign))
