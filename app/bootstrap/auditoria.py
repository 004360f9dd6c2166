"""The auditor's services, over an open office or over a copy that has no office behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.pacotes import identidade_age
from app.services.auditoria import AuditoriaService
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.historia_sorteio import HistoriaService
from app.services.leitura import Leitura
from app.services.mensagens import Mensagens
from app.services.registro_sorteios import RegistroDeSorteiosService
from core.contracts.catalogo import MODELS
from core.kernel.clock import SystemClock
from core.kernel.registry import Registry
from core.kernel.store import schema
from core.kernel.store.sqlite import SqliteReader, sqlite_fault


class LeitorDeCopia:
    """Lends a cursor on a copy, which is a SQLite file under any name. See ``Leitor``.

    Args:
        path: the file; it is opened for each read and never written to.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def ler(self) -> Iterator[Leitura]:
        """See ``Leitor.ler``.

        Raises:
            UserFacingError: ``banco.esquema_antigo``.
            EnvironmentFault: ``banco.nao_existe``, ``banco.esquema_mais_novo`` …
            IntegrityFault: no office's file, or damaged.
        """
        where = str(self._path)
        reader = SqliteReader(self._path)
        try:
            schema.require_current(schema.version_of(reader.cursor, reader.dialect), where)
            yield Leitura(reader.cursor, reader.dialect)
        except Exception as error:
            known = sqlite_fault(error, where)
            if known is None:
                raise
            raise known from error
        finally:
            reader.close()


def servico_auditoria(app: Aplicacao) -> AuditoriaService:
    """Over an open office."""
    return AuditoriaService(app.leitor)


def servico_da_copia(path: Path) -> AuditoriaService:
    """Over a copy."""
    return AuditoriaService(LeitorDeCopia(path))


def servico_historias(app: Aplicacao) -> HistoriaService:
    """The stories of an open office's draws."""
    return HistoriaService(app.leitor, app.mensagens)


def servico_registro_sorteios(app: Aplicacao) -> RegistroDeSorteiosService:
    """The draws of an open office, as its log has them."""
    return RegistroDeSorteiosService(app.leitor, app.tempo)


def servico_pacotes_do_escritorio(app: Aplicacao) -> AuditoriaDePacotes:
    """Opens bundles in an open office, whose key may open what was encrypted to it."""
    return AuditoriaDePacotes(
        app.mensagens, app.clock.now_ms, app.registry, partial(identidade_age, app)
    )


def servico_de_pacotes(mensagens: Mensagens) -> tuple[AuditoriaDePacotes, Callable[[], int]]:
    """Opens bundles where there is no office; and the machine's clock."""
    now_ms = SystemClock().now_ms
    return AuditoriaDePacotes(mensagens, now_ms, Registry(MODELS)), now_ms
