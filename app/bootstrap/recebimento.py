"""The import of an open office behind the service's port."""

from __future__ import annotations

from pathlib import Path

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.pacotes import importer_of, quarantine_of
from app.bootstrap.sincronizacao import rede_atual
from app.services.progresso import Progress
from app.services.recebimento import (
    Chegadas,
    Espera,
    Estado,
    FluxoRecebido,
    Marcados,
    NaQuarentena,
    PacoteRecebido,
    Recebido,
)
from core.sync.importing import bookkeeping, codes
from core.sync.importing.outcome import ImportOutcome


class RecebedorDoEscritorio:
    """One office's import. See ``Recebedor``.

    Args:
        app: open for writing.
    """

    def __init__(self, app: Aplicacao) -> None:
        self._app = app

    def receber(self, arquivo: Path, progress: Progress, /, *, ensaio: bool) -> Recebido:
        """See ``Recebedor.receber``."""
        importer = importer_of(self._app)
        return self._told(importer.import_bundle(arquivo, ensaio=ensaio, progress=progress))

    def liberar(self, sha256: str, progress: Progress, /) -> Recebido:
        """See ``Recebedor.liberar``."""
        return self._told(importer_of(self._app).release(sha256, progress=progress))

    def descartar(self, sha256: str, /) -> None:
        """See ``Recebedor.descartar``."""
        quarantine = quarantine_of(self._app)
        quarantine.remove(quarantine.find(sha256).sha256)

    def chegadas(self) -> Chegadas:
        """See ``Recebedor.chegadas``."""
        names = self._names()
        with self._app.leitor.ler() as leitura:
            seen = bookkeeping.history(*leitura)
            waits = bookkeeping.waiting(*leitura)
        return Chegadas(
            recebidos=tuple(
                PacoteRecebido(
                    one.sha256, one.no, names.get(one.no, ""), one.estado, one.eventos,
                    one.vezes, one.primeira_ms, one.ultima_ms,
                )
                for one in seen
            ),
            quarentena=tuple(
                NaQuarentena(
                    one.sha256, one.nome, self._sentence(one.motivo), one.onde or "",
                    one.tamanho, one.guardado, one.desde_ms,
                )
                for one in quarantine_of(self._app).items()
            ),
            esperas=tuple(
                Espera(
                    one.sha256, one.no, names.get(one.no, ""), one.epoca, one.seq, one.ate,
                    self._sentence(one.motivo), one.falta, one.desde_ms,
                )
                for one in waits
            ),
        )  # fmt: skip

    def _told(self, outcome: ImportOutcome) -> Recebido:
        names, states = self._names(), outcome.estados
        state: Estado = outcome.estado  # type: ignore[assignment] # one of the five
        return Recebido(
            sha256=outcome.sha256,
            is_ensaio=outcome.ensaio,
            estado=state,
            frase="" if outcome.motivo is None else self._sentence(outcome.motivo),
            tipos=dict(outcome.tipos),
            com_efeito=states[codes.APPLIED],
            sem_efeito=states[codes.WITHOUT],
            adiados=states[codes.LATER],
            contestados=states[codes.CONTESTED],
            pendentes=states[codes.PENDING],
            criticos=outcome.criticos,
            fluxos=tuple(
                FluxoRecebido(
                    feed.no,
                    names.get(feed.no, ""),
                    feed.epoca,
                    feed.novos,
                    "" if feed.motivo is None else self._sentence(feed.motivo),
                    feed.espera_em,
                    feed.falta or "",
                )
                for feed in outcome.feeds
            ),
            alarmes=tuple(self._sentence(code) for code in sorted(outcome.alarmes)),
            marcados=tuple(
                Marcados(
                    self._sentence(code),
                    count,
                    tuple(one.carimbo for one in outcome.nomeados if one.codigo == code),
                )
                for code, count in sorted(outcome.marcados.items())
            ),
            completados=len(outcome.resolvidos),
        )

    def _names(self) -> dict[str, str]:
        return {one.no: one.nome or "" for one in rede_atual(self._app).current.nos}

    def _sentence(self, code: str) -> str:
        return self._app.mensagens.sentence(f"motivo.{code}")
