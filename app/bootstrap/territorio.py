"""The territory's service over an open office, and the demonstration's territory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.services.escrita import NINGUEM, Ator
from app.services.mapa_contornos import PASTA, ContornosDoMapa
from app.services.territorio import Importacao, TerritorioService
from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.errors import EnvironmentFault
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.foreign_sqlite import open_foreign

OPERADOR: Final = {"conta_id": NINGUEM, "papel": "operador"}
"""Who founds an office, and whoever acts in one without accounts."""
DEMONSTRACAO: Final = "territorio/demonstracao.geojson"


def territorio_service(
    app: Aplicacao,
    *,
    escreve: bool = True,
    ator: Ator = OPERADOR,
    quem: Callable[[], Ator] | None = None,
) -> TerritorioService:
    """The service of an office.

    Args:
        app: the open office.
        escreve: its engine runs; False for an office opened for reading only.
        ator: account and role of whoever acts.
        quem: asked at each act instead.
    """

    def execute(colony_id: str, decide: Callable[[Context], Decisao], /) -> Recibo:
        return app.engine.executar(colony_id, decide).result()

    return TerritorioService(
        app.leitor,
        AttachmentStore(app.lugar.dados / FOLDER),
        app.aberto.installation.no,
        executar=execute if escreve else None,
        abrir_sql=open_foreign,
        ator=ator,
        quem=quem,
        depois=lambda: prepare_outlines(app),
    )


def outlines(app: Aplicacao) -> ContornosDoMapa:
    """What the map draws of the territory."""
    store = AttachmentStore(app.lugar.dados / FOLDER)
    return ContornosDoMapa(app.leitor, store.get, app.lugar.dados / PASTA)


def prepare_outlines(app: Aplicacao) -> None:
    """Make them with the import. A folder that takes no file loses the map's speed, nothing else:
    the window says why when it is shown.
    """
    with contextlib.suppress(EnvironmentFault):
        outlines(app).preparar()


def importar_demonstracao(app: Aplicacao) -> Importacao:
    """Import the shipped fictional territory and let everything follow; again does nothing."""
    done = territorio_service(app).importar_demonstracao(app.recursos.path(DEMONSTRACAO))
    app.engine.aguardar_ocioso()
    return done
