"""The review of categories, and of units that stay: the queue, one item with all that is known of it, and the acts.

Texts and reasons are restricted: whoever builds this service decides who may see it.
Source: Apêndice B D-3 (revisão manual); peers.md 5 and 8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.categorias import Modelos
from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.leitura_anotada import LeituraAnotada
from app.services.limites import exigir_demanda_de_outro
from app.services.permissoes import Ato, exigir
from core.base.taxonomia.classifier import Termo
from core.colonies.d2_georreferenciamento import api as unidades
from core.colonies.d3_categorizacao import api, queries
from core.colonies.d3_categorizacao.queries import (
    Contestacao,
    ItemDaFila,
    Ponto,
    Reserva,
    VersaoLida,
)
from core.kernel.errors import UserFacingError

COLONY: Final = "D-3"
UNITS: Final = "D-2"
PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Pagina:
    """A page of the queue.

    Args:
        itens: in order: contested first, then the lowest confidence.
        depois: to be given back for the next page; None on the last.
        por_motivo: how many items in the whole queue.
        em_espera: how many demands lack what, and so are in no queue yet.
    """

    itens: tuple[ItemDaFila, ...]
    depois: str | None
    por_motivo: Mapping[str, int]
    em_espera: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Item:
    """One item with everything a decision needs.

    Args:
        fila: None where nobody needs to look at the demand.
        termos: words of the text that led to what the classifier said.
        is_mesma_versao: the words are from the model that decided; else from the one in use now.
        historico: all versions, oldest first.
        reserva: who holds it; None where nobody does.
    """

    fila: ItemDaFila | None
    termos: tuple[Termo, ...]
    is_mesma_versao: bool
    historico: tuple[VersaoLida, ...]
    contestacoes: tuple[Contestacao, ...]
    reserva: Reserva | None


class RevisoesService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        modelos: taxonomy and models.
        agora: the office clock, UTC.
        leituras: writes down who looks at what; None where nobody looks.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        modelos: Modelos,
        agora: Callable[[], str],
        leituras: LeituraAnotada | None = None,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._modelos = modelos
        self._agora = agora
        self._leituras = leituras

    def listar(self, limite: int = PAGE, depois: str | None = None) -> Pagina:
        """A page of the queue, from its head or from where one ended.

        Raises:
            UserFacingError: ``revisao.pagina_invalida``.
        """
        point = None if depois is None else _point(depois)
        with self._leitor.ler() as (cursor, dialect):
            items = queries.read_queue(cursor, dialect, limite, point)
            counts = queries.count_queue(cursor, dialect)
            waiting = queries.count_waiting(cursor, dialect)
        last = items[-1] if items and len(items) == limite else None
        return Pagina(
            tuple(items),
            None if last is None else f"{last.prioridade}/{last.confianca!r}/{last.demanda_id}",
            counts,
            waiting,
        )

    def abrir(self, demanda_id: str) -> Item:
        """Everything about one demand's category."""
        with self._leitor.ler() as (cursor, dialect):
            queued = queries.read_item(cursor, dialect, demanda_id)
            history = queries.read_history(cursor, dialect, demanda_id)
            text, language = queries.read_text(cursor, dialect, demanda_id)
            contests = queries.read_contests(cursor, dialect, demanda_id)
            lease = queries.read_lease(cursor, dialect, demanda_id, self._agora())
        said = queued.versao_classificador if queued is not None else None
        if said is None and history:
            said = history[-1].dita.versao_classificador
        terms, is_same = self._terms(text, language, said)
        return Item(queued, terms, is_same, tuple(history), tuple(contests), lease)

    def _terms(
        self, text: str | None, language: str | None, version: str | None
    ) -> tuple[tuple[Termo, ...], bool]:
        """The words behind an answer, found again: the same model says the same."""
        if not text:
            return (), version is not None
        deciding = None if version is None else self._modelos.de_versao(version)
        files = deciding or self._modelos()
        return files.classifier.classificar(text, language).termos, deciding is not None

    def em_espera(self, limite: int = PAGE, inicio: int = 0) -> Sequence[queries.Espera]:
        """Demands that cannot be categorised yet, the longest waiting first."""
        with self._leitor.ler() as (cursor, dialect):
            return queries.read_waiting(cursor, dialect, limite, inicio)

    def decidir(
        self, escolha: api.Escolha, ator: Ator, comando_id: str | None = None
    ) -> Mapping[str, Any]:
        """Give an item its category; see ``core.colonies.d3_categorizacao.api``."""
        exigir(ator, Ato.REVISAR)
        exigir_demanda_de_outro(self._leitor, escolha.demanda_id, ator)
        decide = api.decidir_revisao(escolha, self._modelos, ator)
        return self._done(decide, comando_id)

    def desfazer(
        self, demanda_id: str, event_id: str, ator: Ator, motivo: str | None = None
    ) -> Mapping[str, Any]:
        """Take a decision back; see the colony's ``api``."""
        exigir(ator, Ato.REVISAR)
        return self._done(api.desfazer_decisao(demanda_id, event_id, motivo=motivo, ator=ator))

    def manter_unidade(
        self, demanda_id: str, vista: tuple[str, str | None], ator: Ator, motivo: str | None = None
    ) -> None:
        """Let a demand stay in its unit; see ``core.colonies.d2_georreferenciamento.api``."""
        exigir(ator, Ato.REVISAR)
        exigir_demanda_de_outro(self._leitor, demanda_id, ator)
        decide = unidades.manter_unidade(demanda_id, vista, motivo=motivo, ator=ator)
        self._escrita.executar(UNITS, decide).result()

    def desfazer_mantida(self, demanda_id: str, event_id: str, ator: Ator) -> None:
        """Take that back; see the colony's ``api``."""
        exigir(ator, Ato.REVISAR)
        decide = unidades.desfazer_mantida(demanda_id, event_id, ator=ator)
        self._escrita.executar(UNITS, decide).result()

    def contestar(
        self,
        demanda_id: str,
        ator: Ator,
        *,
        categoria_sugerida: str | None = None,
        motivo: str | None = None,
        comando_id: str | None = None,
    ) -> Mapping[str, Any]:
        """Say that a category is wrong; see the colony's ``api``."""
        exigir(ator, Ato.CONTESTAR)
        decide = api.contestar(
            demanda_id,
            self._modelos,
            categoria_sugerida=categoria_sugerida,
            motivo=motivo,
            ator=ator,
        )
        return self._done(decide, comando_id)

    def reservar(self, demanda_id: str, conta_id: str, nome: str) -> Reserva:
        """Hold an item for ten minutes, or learn who does; that its words are read is written down."""
        if self._leituras is not None:
            self._leituras.abriu(demanda_id, conta_id)
        now = self._agora()
        return self._escrita.local(
            lambda cursor, dialect: api.reservar(cursor, dialect, demanda_id, conta_id, nome, now)
        )

    def soltar(self, demanda_id: str, conta_id: str) -> None:
        """Let go of an item."""
        self._escrita.local(
            lambda cursor, dialect: api.soltar(cursor, dialect, demanda_id, conta_id)
        )

    def _done(self, decide: api.Decide, comando_id: str | None = None) -> Mapping[str, Any]:
        receipt = self._escrita.executar(COLONY, decide, comando_id=comando_id).result()
        answer: Mapping[str, Any] = receipt.resposta
        return answer


def _point(text: str) -> Ponto:
    try:
        priority, confidence, demanda_id = text.split("/")
        return Ponto(int(priority), float(confidence), demanda_id)
    except ValueError:
        raise UserFacingError("revisao.pagina_invalida") from None
