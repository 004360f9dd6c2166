"""The map over an open office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.territorio import outlines, territorio_service
from app.bootstrap.transparencia import situacoes
from app.services.mapa import MapaService
from core.colonies.d7_transparencia.rules.prazos import Agora


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
