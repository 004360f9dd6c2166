"""The services of agendas, backlogs and panels over an open office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.transparencia import servico_transparencia, situacoes
from app.services.agenda import AgendaService
from app.services.backlog import BacklogService
from app.services.painel import PainelService
from app.services.unidades import UnidadesService
from core.colonies.d7_transparencia.rules.prazos import Agora


def servico_agenda(app: Aplicacao) -> AgendaService:
    """The agendas of an open office; units are found as everywhere."""
    return AgendaService(app.leitor, servico_transparencia(app).unidade)


def servico_backlog(app: Aplicacao) -> BacklogService:
    """The backlogs of an open office."""
    return BacklogService(app.leitor, lambda: app.modelos().taxonomy, situacoes(app))


def servico_painel(app: Aplicacao) -> PainelService:
    """The panels of an open office."""
    return PainelService(
        app.leitor,
        lambda: app.modelos().taxonomy,
        situacoes(app),
        lambda: Agora(app.tempo.agora_ms(), ZoneInfo(app.tempo.zona)),
    )


def servico_unidades(app: Aplicacao) -> UnidadesService:
    """Units for pickers."""
    return UnidadesService(app.leitor, app.aberto.installation.no)
