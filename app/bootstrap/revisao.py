"""The services around categories over an open office."""

from __future__ import annotations

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de, servico_cidadaos, servico_demandas
from app.services.categorias import CategoriasService
from app.services.fila_revisao import FilaDeRevisaoService
from app.services.frases import Frases
from app.services.leitura_anotada import LeituraAnotada
from app.services.limites import exigir_revisao
from app.services.linha_do_tempo import LinhaDoTempoService
from app.services.revisoes import RevisoesService
from core.kernel.clock import format_timestamp
from core.kernel.store.attachments import FOLDER, AttachmentStore


def servico_categorias(app: Aplicacao) -> CategoriasService:
    """The classifier of an open office."""
    return CategoriasService(app.modelos, app.leitor)


def servico_revisoes(app: Aplicacao, *, escreve: bool = True) -> RevisoesService:
    """The review queue of an open office."""
    return RevisoesService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        app.modelos,
        lambda: format_timestamp(app.clock.now_ms()),
        LeituraAnotada(app.leitor, servico_cidadaos(app).anotar_acesso) if escreve else None,
    )


def servico_fila_revisao(app: Aplicacao) -> FilaDeRevisaoService:
    """The one queue of everything that a person has to look at."""
    return FilaDeRevisaoService(
        app.leitor,
        servico_revisoes(app),
        servico_demandas(app),
        app.modelos,
        AttachmentStore(app.lugar.dados / FOLDER),
        regra=exigir_revisao,
    )


def servico_linha_do_tempo(app: Aplicacao) -> LinhaDoTempoService:
    """The public timelines of an open office."""
    return LinhaDoTempoService(
        app.leitor, Frases(app.recursos.timeline_toml()), lambda: app.modelos().taxonomy
    )
