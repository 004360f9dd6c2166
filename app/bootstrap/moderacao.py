"""Moderation over an open office: the services, what a removal erases, where pictures lie."""

from __future__ import annotations

from typing import Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de
from app.services.denylist import DenylistService
from app.services.escrita import Ator
from app.services.moderacao import ModeracaoService
from core.colonies.d1d_moderacao.queries import ItemModeracao
from core.kernel.clock import format_timestamp
from core.kernel.engine.engine import Engine
from core.kernel.errors import UserFacingError
from core.kernel.event import Event
from core.kernel.header import PartEntry
from core.kernel.store.attachments import FOLDER, Attachments, AttachmentStore
from core.kernel.subject_rights import SubjectRights

BASE_LEGAL: Final = "remoção por moderação"
ANEXO: Final = "anexo:"
_QUOTING: Final = frozenset({"demanda.recebida", "demanda.corrigida", "demanda.normalizada"})
_TEXT: Final = "texto"


class RemocaoDoMotor:
    """See ``app.services.moderacao.Remocao``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def remover(
        self, item: ItemModeracao, motivo: str, ator: Ator, segunda_conta: str
    ) -> tuple[int, tuple[str, ...]]:
        """The words of a demand in all its events; a file is D-1c's to delete."""
        if item.tipo != "texto":
            return 0, ()
        rights = SubjectRights(self._engine)
        try:
            done = rights.redigir(item.demanda_id, _quotes, BASE_LEGAL, motivo, ator, segunda_conta)
        except UserFacingError as refusal:
            if refusal.code == "direitos.nada_encontrado":
                return 0, ()
            raise
        return done.partes, done.copias


def _quotes(event: Event, part: PartEntry) -> bool:
    """Whether a part quotes the demand's text: as it came, as it was cleaned, as it was released."""
    if part.nome.split(".")[1] != _TEXT:
        return False
    if event.tipo == "moderacao.decidida":
        # The reason of the removal itself stays.
        return event.payload.get("tipo") == _TEXT and event.payload.get("decisao") != "removido"
    return event.tipo in _QUOTING


class ImagensGuardadas:
    """See ``app.services.moderacao_item.ImagensDaModeracao``."""

    def __init__(self, anexos: Attachments) -> None:
        self._anexos = anexos

    def ler(self, item: ItemModeracao) -> bytes | None:
        """The picture that an item is about."""
        address = item.url_acesso or ""
        is_picture = (item.tipo_mime or "").startswith("image/")
        if item.tipo != "anexo" or not is_picture or not address.startswith(ANEXO):
            return None
        return self._anexos.get(address.removeprefix(ANEXO))


class _SemRemocao:
    def remover(
        self, item: ItemModeracao, motivo: str, ator: Ator, segunda_conta: str
    ) -> tuple[int, tuple[str, ...]]:
        raise RuntimeError("opened for reading only")


def servico_moderacao(app: Aplicacao, *, escreve: bool = True) -> ModeracaoService:
    """The moderation of an open office."""
    return ModeracaoService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        RemocaoDoMotor(app.engine) if escreve else _SemRemocao(),
        ImagensGuardadas(AttachmentStore(app.lugar.dados / FOLDER)),
        lambda: format_timestamp(app.clock.now_ms()),
    )


def servico_denylist(app: Aplicacao, *, escreve: bool = True) -> DenylistService:
    """The denylist of an open office."""
    return DenylistService(app.leitor, escrita_de(app, escreve=escreve), app.aberto.installation.no)
