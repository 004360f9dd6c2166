"""Moderation: the queue, one item with all that a decision needs, and the acts.

Texts, reasons and moderators are restricted: whoever builds this service decides who may see it.
Nobody decides on a text of their own, and what its author never agreed to publish is released by no
approval. No Qt, no SQL. Source: Apêndice B D-1d; peers.md 5, 7 and 8; design.md 9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from app.services.escrita import NINGUEM, Ator, Escrita
from app.services.leitura import Leitor
from app.services.leitura_anotada import LeituraAnotada
from app.services.limites import exigir_texto_de_outro
from app.services.moderacao_item import (
    ImagensDaModeracao,
    Item,
    abrir_item,
    autores_de,
    e_do_conselheiro,
    nomes_de_contas,
)
from app.services.moderacao_vistas import (
    Linha,
    Pagina,
    PedidoDeRemocao,
    Remocao,
    Resultado,
    Trilha,
)
from app.services.permissoes import Ato, exigir
from core.colonies.d1a_captura.queries import read_demanda
from core.colonies.d1d_moderacao import api, queries
from core.colonies.d1d_moderacao.queries import FiltroFila, ItemModeracao, Ponto, Reserva
from core.colonies.d1d_moderacao.rules import PENDENTE, REMOVIDO, Escolha
from core.colonies.d7_transparencia.queries import nomes
from core.kernel.errors import UserFacingError

COLONY: Final = "D-1d"
PAGE: Final = 100


class ModeracaoService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        remocao: erases.
        imagens: what D-1c keeps, where it is there.
        agora: the office clock, UTC.
        leituras: writes down who looks at what; None where nobody looks.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        remocao: Remocao,
        imagens: ImagensDaModeracao,
        agora: Callable[[], str],
        leituras: LeituraAnotada | None = None,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._remocao = remocao
        self._imagens = imagens
        self._agora = agora
        self._leituras = leituras

    # -- reading ---------------------------------------------------------------------------

    def pagina(
        self,
        filtro: FiltroFila | None = None,
        limite: int = PAGE,
        depois: str | None = None,
    ) -> Pagina:
        """A page of the queue, from its head or from where one ended; what waits, unless told else.

        Raises:
            UserFacingError: ``moderacao.pagina_invalida``.
        """
        with self._leitor.ler() as leitura:
            found = queries.read_queue(*leitura, filtro or FiltroFila(), limite + 1, _point(depois))
            counts = queries.count_queue(*leitura)
            shown = found[:limite]
            known = nomes.protocols(*leitura, {one.demanda_id for one in shown})
        after = shown[-1].ponto if len(found) > limite else None
        return Pagina(
            tuple(Linha(one, known.get(one.demanda_id)) for one in shown),
            None if after is None else f"{after.entrou_em}/{after.item_id}",
            counts,
        )

    @staticmethod
    def filtro(
        status: str | None = PENDENTE,
        tipo: str | None = None,
        demanda_id: str | None = None,
        *,
        opiniao: bool = False,
    ) -> FiltroFila:
        """Which items a page has; None where it does not matter."""
        return FiltroFila(status, tipo, demanda_id, opiniao)

    def abrir(self, item_id: str) -> Item:
        """Everything about one item, as it stands now.

        Raises:
            UserFacingError: ``moderacao.item_desconhecido``.
        """
        with self._leitor.ler() as leitura:
            return abrir_item(leitura, item_id, self._agora())

    def imagem(self, item: ItemModeracao) -> bytes | None:
        """The picture of an item about one, where it is in this office."""
        return self._imagens.ler(item)

    def achar(self, texto: str) -> str:
        """The item whose id begins so.

        Raises:
            UserFacingError: ``moderacao.item_desconhecido``, ``moderacao.item_ambiguo``.
        """
        with self._leitor.ler() as leitura:
            found = queries.find_items(*leitura, texto.strip().lower())
        if len(found) > 1:
            raise UserFacingError("moderacao.item_ambiguo", texto=texto)
        if not found:
            raise UserFacingError("moderacao.item_desconhecido")
        return found[0]

    def trilha(self, conta_id: str, desde: str = "", limite: int = PAGE) -> Trilha:
        """What one moderator decided since then, newest first."""
        with self._leitor.ler() as leitura:
            lines = queries.read_trail(*leitura, conta_id, desde, limite)
            counts = queries.count_trail(*leitura, conta_id, desde)
            demands = {
                one.item_id: item.demanda_id
                for one in lines
                if (item := queries.read_item(*leitura, one.item_id)) is not None
            }
            known = nomes.protocols(*leitura, set(demands.values()))
        protocols = {item: known[demand] for item, demand in demands.items() if demand in known}
        return Trilha(tuple(lines), counts, protocols)

    # -- deciding --------------------------------------------------------------------------

    def decidir(
        self,
        item_id: str,
        decisao: str,
        ator: Ator,
        *,
        versao_vista: str | None = None,
        motivo: str | None = None,
    ) -> Resultado:
        """Approve or block an item.

        Raises:
            UserFacingError: ``conta.*``; what the colony's ``api.decidir`` raises.
        """
        exigir(ator, Ato.MODERAR)
        if decisao == REMOVIDO:
            raise UserFacingError("moderacao.segunda_conta")
        item, libera = self._judged(item_id, ator)
        wanted = Escolha(
            item_id=item_id,
            decisao=decisao,
            versao_vista=versao_vista,
            motivo=motivo,
            libera=libera,
        )
        return self._done(item, api.decidir(wanted, ator))

    def decidir_varios(
        self,
        vistos: Sequence[tuple[str, str]],
        decisao: str,
        ator: Ator,
        *,
        motivo: str | None = None,
    ) -> tuple[int, int]:
        """Approve or block several, each (item, version) as it was seen.

        Returns:
            How many are decided, and how many stay as they are: decided before by somebody else,
            changed, or held.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
            EnvironmentFault: nothing more could be written.
        """
        exigir(ator, Ato.MODERAR)
        mine = 0
        for item_id, seen in vistos:
            try:
                done = self.decidir(item_id, decisao, ator, versao_vista=seen, motivo=motivo)
            except UserFacingError:
                continue
            mine += done.is_minha
        return mine, len(vistos) - mine

    def remover(
        self,
        item_id: str,
        motivo: str,
        segunda_conta: str,
        ator: Ator,
        *,
        versao_vista: str | None = None,
        remover_texto_demanda: bool = False,
    ) -> Resultado:
        """Remove an item for good: the decision and what it takes away, in one transaction.

        Args:
            item_id: which.
            motivo: why; restricted.
            segunda_conta: whoever checked it, already known to be who they say.
            ator: who removes.
            versao_vista: of the item that was looked at.
            remover_texto_demanda: the demand's text goes with its file.

        Raises:
            UserFacingError: ``conta.*``; what the colony's ``api.decidir`` raises.
        """
        exigir(ator, Ato.MODERAR)
        item, _libera = self._judged(item_id, ator)
        wanted = Escolha(
            item_id=item_id,
            decisao=REMOVIDO,
            versao_vista=versao_vista,
            motivo=motivo,
            remover_texto_demanda=remover_texto_demanda,
            segunda_conta=segunda_conta,
        )
        asked = PedidoDeRemocao(
            item, item.tipo == "texto" or remover_texto_demanda, motivo, ator, segunda_conta
        )
        answer, parts, copies = self._remocao.remover(asked, api.decidir(wanted, ator))
        return replace(self._result(item, answer), partes=parts, copias=copies)

    def reverter(
        self,
        item_id: str,
        ator: Ator,
        *,
        versao_vista: str | None = None,
        motivo: str | None = None,
    ) -> Resultado:
        """Take an approval or a block back; the opposite stands.

        Raises:
            UserFacingError: ``conta.*``; what the colony's ``api.reverter`` raises.
        """
        exigir(ator, Ato.MODERAR)
        item, libera = self._judged(item_id, ator)
        decide = api.reverter(
            item_id, ator, versao_vista=versao_vista, motivo=motivo, libera=libera
        )
        return self._done(item, decide)

    def anotar(
        self, item: ItemModeracao, ator: Ator, nome: str, texto: str, *, quer_opiniao: bool = False
    ) -> None:
        """Leave a note for the other moderators, or ask them to decide.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``moderacao.anotacao_vazia``,
                ``moderacao.motivo_longo``.
        """
        exigir(ator, Ato.MODERAR)
        now = self._agora()
        self._escrita.local(
            lambda cursor, dialect: api.anotar(
                cursor,
                dialect,
                (item.item_id, item.demanda_id),
                (ator["conta_id"], nome),
                texto,
                now,
                quer_opiniao=quer_opiniao,
            )
        )

    # -- leases ----------------------------------------------------------------------------

    def reservar(self, item_id: str, conta_id: str, nome: str) -> Reserva:
        """Hold an item for ten minutes, or learn who does; that its words are read is written down."""
        if self._leituras is not None:
            with self._leitor.ler() as leitura:
                item = queries.read_item(*leitura, item_id)
            if item is not None:
                self._leituras.abriu(item.demanda_id, conta_id)
        now = self._agora()
        return self._escrita.local(
            lambda cursor, dialect: api.reservar(cursor, dialect, item_id, conta_id, nome, now)
        )

    def soltar(self, item_id: str, conta_id: str) -> None:
        """Let go of an item."""
        self._escrita.local(lambda cursor, dialect: api.soltar(cursor, dialect, item_id, conta_id))

    # -- inside ----------------------------------------------------------------------------

    def _judged(self, item_id: str, ator: Ator) -> tuple[ItemModeracao, bool]:
        """The item, and whether its text may be published; refused where it is the actor's own."""
        with self._leitor.ler() as leitura:
            item = queries.read_item(*leitura, item_id)
            if item is None:
                raise UserFacingError("moderacao.item_desconhecido")
            received = read_demanda(*leitura, item.demanda_id)
            authors = autores_de(leitura, item)
        if not e_do_conselheiro(item):
            exigir_texto_de_outro(received, ator)
        if ator["conta_id"] != NINGUEM and ator["conta_id"] in authors:
            raise UserFacingError("moderacao.texto_proprio")
        consents: Mapping[str, Any] = {} if received is None else received.consentimentos or {}
        return item, item.tipo != "texto" or bool(consents.get("publicacao_texto"))

    def _done(self, item: ItemModeracao, decide: api.Decide) -> Resultado:
        receipt = self._escrita.executar(
            COLONY, decide, chaves=frozenset({item.demanda_id})
        ).result()
        return self._result(item, receipt.resposta)

    def _result(self, item: ItemModeracao, answer: Mapping[str, Any]) -> Resultado:
        said = answer["decisao"]
        with self._leitor.ler() as leitura:
            names = nomes_de_contas(leitura)
        return Resultado(
            item.item_id,
            item.demanda_id,
            said["decisao"],
            answer["decidida"],
            names.get(said["moderador_id"] or ""),
        )


def _point(depois: str | None) -> Ponto | None:
    if depois is None:
        return None
    moment, _, item = depois.partition("/")
    if not moment or not item:
        raise UserFacingError("moderacao.pagina_invalida")
    return Ponto(moment, item)
