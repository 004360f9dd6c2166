"""Erasing persons over an open office: the log, and the files whose only reason was the person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.contas import servico_contas
from app.services.coleta_anexos import ColetaDeAnexos
from app.services.escrita import Ator
from app.services.titulares import Eliminada, TitularesService
from core.colonies.d1c_anexos.queries import Anexo, anexos_da_demanda
from core.colonies.d1c_anexos.rules import CAPTURA
from core.kernel.engine.engine import Engine
from core.kernel.erasing import Found
from core.kernel.event import Event
from core.kernel.header import PartEntry
from core.kernel.store.attachments import FOLDER, AttachmentStore
from core.kernel.store.statement import Cursor, Dialect
from core.kernel.subject_rights import Companhia, SubjectRights

MIDIA: Final = "restrita.midia.cidadao"
"""Part of ``demanda.recebida`` with the addresses of what the resident sent."""
ANEXOS: Final = "restrita.anexos"
_OF_A_FILE: Final = frozenset({"midia", "anexos", "texto"})


class DireitosDoMotor:
    """See ``app.services.titulares.Direitos``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def eliminar(
        self,
        ids: Sequence[str],
        base_legal: str,
        motivo: str,
        ator: Ator,
        segunda_conta: str,
        locais: Sequence[str] = (),
    ) -> Eliminada:
        """See ``Direitos.eliminar``."""
        files = ArquivosDaPessoa()
        done = SubjectRights(self._engine).eliminar(
            ids[0],
            base_legal,
            motivo,
            ator,
            segunda_conta,
            ids[1:],
            Companhia(files.assuntos, files.escolhe, locais),
        )
        return Eliminada(
            done.eventos, done.partes, done.copias, done.is_limpo, arquivos=files.objetos
        )


class ArquivosDaPessoa:
    """The files of a person's demands that nobody but the office ever saw.

    A photo that was approved, with consent to be shown, is public matter like the demand's title: it
    stays, and moderation can remove it. What waits, was held back or was never to be shown is
    there because of the person alone. Source: design.md 4.
    """

    def __init__(self) -> None:
        self._files: dict[str, Anexo] = {}
        self._demands: set[str] = set()

    @property
    def objetos(self) -> frozenset[str]:
        """The stored objects of those files."""
        return frozenset(one.hash_sha256 for one in self._files.values() if one.hash_sha256)

    def assuntos(self, found: Sequence[Found], cursor: Cursor, dialect: Dialect) -> Iterable[str]:
        """The demands that the person sent files with, and each file that goes."""
        self._demands = {
            one.event.payload["demanda_id"]
            for one in found
            if one.event.tipo == "demanda.recebida" and MIDIA in one.parts.values()
        }
        self._files = {
            file.anexo_id: file
            for demanda in sorted(self._demands)
            for file in anexos_da_demanda(cursor, dialect, demanda)
            if file.via == CAPTURA and _is_private(file)
        }
        return {*self._demands, *self._files}

    def escolhe(self, event: Event, part: PartEntry) -> bool:
        """Whatever shows, names or judges such a file; of a capture, what it committed to."""
        if event.tipo == "demanda.recebida":
            # What stays public is named by its own events.
            return part.nome == ANEXOS and event.payload["demanda_id"] in self._demands
        about = event.payload.get("anexo_id") or event.payload.get("referencia_id")
        return about in self._files and part.nome.split(".")[1] in _OF_A_FILE


def _is_private(file: Anexo) -> bool:
    is_public = file.situacao == "ativo" and file.publica_imagem
    return not is_public and file.situacao != "removido"


def servico_titulares(app: Aplicacao) -> TitularesService:
    """Of an office opened for writing."""
    coleta = ColetaDeAnexos(app.leitor, AttachmentStore(app.lugar.dados / FOLDER), app.clock.now_ms)
    return TitularesService(app.leitor, DireitosDoMotor(app.engine), servico_contas(app), coleta)
