"""The agenda's service over an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.transparencia import servico_transparencia
from app.services.agenda import AgendaService


def servico_agenda(app: Aplicacao) -> AgendaService:
    """The agendas of an open office; units are found as everywhere."""
    return AgendaService(app.leitor, servico_transparencia(app).unidade)
