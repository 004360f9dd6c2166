"""The public reads over an open office."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.revisao import servico_linha_do_tempo
from app.services.situacoes import Situacoes
from app.services.transparencia import TransparenciaService
from core.base.taxonomia.taxonomy import carregar_responsaveis
from core.colonies.d7_transparencia.rules.prazos import Agora


def situacoes(app: Aplicacao) -> Situacoes:
    """The states in words."""
    return Situacoes(app.recursos.states_toml())


def servico_transparencia(app: Aplicacao) -> TransparenciaService:
    """What everybody may see of an open office."""
    return TransparenciaService(
        app.leitor,
        lambda: app.modelos().taxonomy,
        lambda: carregar_responsaveis(app.recursos.bodies_file(), app.modelos().taxonomy),
        situacoes(app),
        servico_linha_do_tempo(app),
        lambda: Agora(app.tempo.agora_ms(), ZoneInfo(app.tempo.zona)),
    )
