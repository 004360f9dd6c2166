"""Moderation over an open office: the services, what a removal erases, where pictures lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from app.bootstrap.abertura import Aplicacao
from app.bootstrap.captura import escrita_de, servico_cidadaos
from app.services.denylist import DenylistService
from app.services.leitura_anotada import LeituraAnotada
from app.services.moderacao import ModeracaoService
from app.services.moderacao_vistas import PedidoDeRemocao
from core.base.midia.formatos import MAX_POR_DEMANDA
from core.colonies.d1c_anexos.queries import Copia, copias_do_anexo
from core.colonies.d1c_anexos.rules import anexo_id_de
from core.colonies.d1d_moderacao.queries import ItemModeracao
from core.colonies.d1d_moderacao.rules import REMOVIDO
from core.kernel.clock import format_timestamp
from core.kernel.colony import Context, Decisao
from core.kernel.engine.commands import Command
from core.kernel.engine.engine import Engine
from core.kernel.event import Event
from core.kernel.header import PartEntry
from core.kernel.store.attachments import FOLDER, Attachments, AttachmentStore
from core.kernel.store.statement import Cursor, Dialect
from core.kernel.subject_rights import Redacao, SubjectRights

BASE_LEGAL: Final = "remoção por moderação"
ANEXO: Final = "anexo:"
_QUOTING: Final = frozenset({"demanda.recebida", "demanda.corrigida", "demanda.normalizada"})
_TEXT: Final = "texto"
NOMES: Final = "restrita.midia.remetente"
"""Part with the names of the files that an event brought."""
TRAZEM: Final = frozenset({"demanda.recebida", "conselheiro.atualização_registrada"})
"""Events that bring files, with names of their own."""


class RemocaoDoMotor:
    """See ``app.services.moderacao.Remocao``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def remover(
        self, pedido: PedidoDeRemocao, decide: Callable[[Context], Decisao]
    ) -> tuple[Any, int, tuple[str, ...]]:
        """Decide and erase in one transaction; a file itself is D-1c's to delete."""
        item = pedido.item
        copies: list[Copia] = []

        def subjects(cursor: Cursor, dialect: Dialect) -> set[str]:
            if item.tipo == "anexo":
                copies[:] = copias_do_anexo(cursor, dialect, item.referencia_id)
            return {item.demanda_id, *(one.demanda_id for one in copies)}

        def goes(event: Event, part: PartEntry) -> bool:
            about = event.payload.get("demanda_id")
            if pedido.leva_texto and about == item.demanda_id and _quotes(event, part):
                return True
            own = [one for one in copies if one.demanda_id == about]
            return any(_shows(event, part, one) or _names(event, part, one) for one in own)

        receipt, erased = SubjectRights(self._engine).decidir_e_redigir(
            Command("D-1d", decide, chaves=frozenset({item.demanda_id})),
            Redacao(_is_removal, subjects, goes),
            BASE_LEGAL,
            pedido.motivo,
            pedido.ator,
            pedido.segunda_conta,
        )
        if erased is None:
            return receipt.resposta, 0, ()
        return receipt.resposta, erased.partes, erased.copias


def _is_removal(decision: Decisao) -> bool:
    """Also where a removal stands already: what one of an older version left undone is done now."""
    return bool(decision.resposta["decisao"]["decisao"] == REMOVIDO)


def _quotes(event: Event, part: PartEntry) -> bool:
    """Whether a part quotes the demand's text: as it came, as it was cleaned, as it was released."""
    if part.nome.split(".")[1] != _TEXT:
        return False
    if event.tipo == "moderacao.decidida":
        # The reason of the removal itself stays.
        return event.payload.get("tipo") == _TEXT and event.payload.get("decisao") != REMOVIDO
    return event.tipo in _QUOTING


def _names(event: Event, part: PartEntry, copia: Copia) -> bool:
    """Whether a part holds the name that a file came with: it may say what the file showed.

    The names of the files that came together are one part, and labels only: those of the others go
    along. The header's commitments, and with them every hash, stay.
    """
    if event.tipo in TRAZEM:
        return part.nome == NOMES and _brought(event, copia)
    # Written there by earlier builds, beside what the header's commitment tells all the same.
    is_named = event.tipo == "anexo.processado" and bool(event.payload.get("nome_arquivo"))
    is_its_own = event.payload.get("anexo_id") == copia.anexo_id
    return is_named and is_its_own and part.nome == "restrita.midia"


def _brought(event: Event, copia: Copia) -> bool:
    """Whether a file came with this event."""
    return copia.anexo_id in {
        anexo_id_de(event.event_hash, place) for place in range(MAX_POR_DEMANDA)
    }


def _shows(event: Event, part: PartEntry, copia: Copia) -> bool:
    """Whether a part tells what is seen or heard in a file: descriptions, reasons, never hashes.

    The descriptions of a demand's files are one part: those of its other files go along.
    """
    group = part.nome.split(".")[1]
    if event.tipo == "demanda.normalizada":
        told = event.payload.get("midias_descritas") or ()
        place = copia.na_captura
        return (
            group == "midia" and place is not None and place in {one.get("indice") for one in told}
        )
    if group != _TEXT:
        return False
    if event.tipo == "anexo.processado":
        return event.payload.get("anexo_id") == copia.anexo_id
    return (
        event.tipo == "moderacao.decidida"
        and event.payload.get("referencia_id") == copia.anexo_id
        and event.payload.get("decisao") != REMOVIDO
    )


class ImagensGuardadas:
    """See ``app.services.moderacao_item.ImagensDaModeracao``."""

    def __init__(self, anexos: Attachments) -> None:
        self._anexos = anexos

    def ler(self, item: ItemModeracao) -> bytes | None:
        """The picture that an item is about."""
        address = item.url_acesso or ""
        is_picture = (item.tipo_mime or "").startswith("image/")
        is_here = item.status != REMOVIDO and address.startswith(ANEXO)
        if item.tipo != "anexo" or not is_picture or not is_here:
            return None
        return self._anexos.get(address.removeprefix(ANEXO))


class _SemRemocao:
    def remover(
        self, pedido: PedidoDeRemocao, decide: Callable[[Context], Decisao]
    ) -> tuple[Any, int, tuple[str, ...]]:
        raise RuntimeError("opened for reading only")


def servico_moderacao(app: Aplicacao, *, escreve: bool = True) -> ModeracaoService:
    """The moderation of an open office."""
    return ModeracaoService(
        app.leitor,
        escrita_de(app, escreve=escreve),
        RemocaoDoMotor(app.engine) if escreve else _SemRemocao(),
        ImagensGuardadas(AttachmentStore(app.lugar.dados / FOLDER)),
        lambda: format_timestamp(app.clock.now_ms()),
        LeituraAnotada(app.leitor, servico_cidadaos(app).anotar_acesso) if escreve else None,
    )


def servico_denylist(app: Aplicacao, *, escreve: bool = True) -> DenylistService:
    """The denylist of an open office."""
    return DenylistService(app.leitor, escrita_de(app, escreve=escreve), app.aberto.installation.no)
