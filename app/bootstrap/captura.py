"""The engine behind the services' port for writing, and the counter's services built on it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from app.bootstrap.abertura import Aplicacao
from app.services.cidadaos import CidadaosService
from app.services.coleta_anexos import ColetaDeAnexos
from app.services.demandas import DemandasService
from app.services.escrita import Escrita, SemEscrita
from app.services.fio import FioDaJanela
from app.services.importacao import ImportacaoService
from app.services.midias import MidiasService
from app.services.ruas import RuasService
from core.kernel.clock import format_timestamp
from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.engine.engine import Engine
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.statement import Cursor, Dialect

T = TypeVar("T")


class EscritaDoMotor:
    """See ``app.services.escrita.Escrita``."""

    def __init__(self, engine: Engine, fio: FioDaJanela | None = None) -> None:
        self._engine = engine
        self._fio = fio or FioDaJanela()

    def executar(
        self,
        colonia: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
        paciente: bool = False,
    ) -> Future[Recibo]:
        """See ``Escrita.executar``."""
        self._fio.exigir_fora()
        return self._engine.executar(
            colonia, decide, comando_id=comando_id, chaves=chaves, paciente=paciente
        )

    def local(self, work: Callable[[Cursor, Dialect], T], /) -> T:
        """See ``Escrita.local``."""
        self._fio.exigir_fora()
        engine = self._engine

        def run() -> T:
            engine.cycle.begin()
            result = work(engine.writer.cursor, engine.writer.dialect)
            engine.cycle.commit()
            return result

        found: Future[T] = engine.call(run)
        return found.result()


def escrita_de(app: Aplicacao, *, escreve: bool) -> Escrita:
    """The port of an open office."""
    return EscritaDoMotor(app.engine, app.fio) if escreve else SemEscrita()


def servico_cidadaos(app: Aplicacao, *, escreve: bool = True) -> CidadaosService:
    """Citizens of an open office."""
    return CidadaosService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        app.ids,
        lambda: format_timestamp(app.clock.now_ms()),
    )


def servico_demandas(app: Aplicacao, *, escreve: bool = True) -> DemandasService:
    """Demands of an open office."""
    installation = app.aberto.installation
    return DemandasService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        app.ids,
        lambda: format_timestamp(app.clock.now_ms()),
        no=installation.no,
        epoca=installation.epoca,
    )


def servico_midias(app: Aplicacao) -> MidiasService:
    """Files of an open office."""
    store = AttachmentStore(app.lugar.dados / FOLDER)
    return MidiasService(
        app.leitor, store, coleta=ColetaDeAnexos(app.leitor, store, app.clock.now_ms)
    )


def servico_ruas(app: Aplicacao) -> RuasService:
    """Streets of an open office."""
    return RuasService(app.leitor, escrita_de(app, escreve=True))


def servico_importacao(app: Aplicacao) -> ImportacaoService:
    """Bulk import into an open office."""
    return ImportacaoService(
        servico_demandas(app),
        escrita_de(app, escreve=True),
        app.mensagens,
        AttachmentStore(app.lugar.dados / FOLDER),
    )
