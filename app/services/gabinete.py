"""A councillor's workspace: the one demand in hand, its history, deadlines, likes, and the report.

A councillor opens the own workspace and no other; a clerk any, and acts there in the councillor's
name, which the timeline says. Source: design.md 9; peers.md, "Councillor".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zoneinfo import ZoneInfo

from app.services.conselheiros import ConselheirosService
from app.services.escrita import Ator, Escrita
from app.services.gabinete_prazos import Prazo, prazos_de
from app.services.leitura import Leitor
from app.services.permissoes import Ato, Papel, sem_permissao
from app.services.relatoria import Previa, Proposta, RelatoriaService
from app.services.sessao import Sessao
from app.services.transparencia import TransparenciaService
from app.services.transparencia_vistas import DemandaVista, RelatorioDeDemanda
from app.services.transparencia_vistas import Pedido as Busca
from app.settings.tempo import FormatoTempo
from core.base.midia.limpeza import MidiaGuardada
from core.colonies.d6a_sorteio.queries import Conselheiro, Sorteado
from core.colonies.d6b_relatoria import rascunhos
from core.colonies.d6b_relatoria.api import Pedido
from core.colonies.d6b_relatoria.queries import Acompanhamento, Atualizacao, Pendencia
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.clock import format_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

Rascunho = rascunhos.Rascunho
"""An unfinished report."""

SEMELHANTES: Final = 5
_PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Mesa:
    """A councillor's workspace.

    Args:
        is_proprio: the person at the window is this councillor; else acts are in their name.
        sorteio: the running assignment; None where there is none.
        demanda: the demand with its timeline; None without one, or before D-7 knows it.
        ciclo: None until D-6b has opened it.
        pendencia: residents say it is done, the councillor has not confirmed it.
        atualizacoes: what this and earlier councillors reported, public forms, oldest first.
        prazos: what is due, the nearest first.
    """

    conselheiro: Conselheiro
    is_proprio: bool
    sorteio: Sorteado | None
    demanda: RelatorioDeDemanda | None
    ciclo: Acompanhamento | None
    pendencia: Pendencia | None
    atualizacoes: tuple[Atualizacao, ...]
    prazos: tuple[Prazo, ...]

    @property
    def is_iniciada(self) -> bool:
        """A report was taken: it cannot be refused any more but for a risk."""
        return self.ciclo is not None and self.ciclo.total_atualizacoes > 0


@dataclass(frozen=True, slots=True)
class CasoSemelhante:
    """A concluded demand of the same category, and how it ended.

    Args:
        onde: name of the unit.
        relato_final: public words of the last report; None where none may be shown.
        resumo: of its last cycle.
        atualizacoes: how many reports it took.
    """

    demanda_id: str
    protocolo: str | None
    titulo: str | None
    onde: str | None
    recebida_em: str | None
    concluida_em: str | None
    relato_final: str | None
    resumo: str | None
    atualizacoes: int


class GabineteService:
    """Over one office and one window's session.

    Args:
        leitor: reads.
        escrita: writes.
        sessao: who sits here.
        ids: identifiers of drafts.
        tempo: the office clock and zone.
        conselheiros: registration and refusals.
        relatoria: reports.
        transparencia: the demand as everybody sees it.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        sessao: Sessao,
        ids: Ids,
        tempo: FormatoTempo,
        conselheiros: ConselheirosService,
        relatoria: RelatoriaService,
        transparencia: TransparenciaService,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._sessao = sessao
        self._ids = ids
        self._tempo = tempo
        self._conselheiros = conselheiros
        self._relatoria = relatoria
        self._transparencia = transparencia

    # -- who -------------------------------------------------------------------------------

    @property
    def meu_id(self) -> str | None:
        """The councillor that the account is; None for a clerk."""
        account = self._sessao.conta
        if account is None or Papel.CONSELHEIRO not in account.papeis:
            return None
        return account.conselheiro_id

    @property
    def pode_escolher(self) -> bool:
        """Whether the account opens other workspaces than the own one."""
        return self._sessao.pode(Ato.EM_NOME_DE)

    def ator(self, conselheiro_id: str) -> Ator:
        """Account and role for an act in a workspace: the councillor before the clerk.

        Raises:
            UserFacingError: ``conta.entrada_necessaria``, ``conta.sem_permissao``,
                ``gabinete.de_outro`` for a councillor at somebody else's.
        """
        account = self._sessao.conta
        if account is None:
            raise UserFacingError("conta.entrada_necessaria")
        mine = self.meu_id
        if mine is not None and mine == conselheiro_id:
            return {"conta_id": account.conta_id, "papel": Papel.CONSELHEIRO.value}
        if self.pode_escolher:
            return self._sessao.ator(Ato.EM_NOME_DE)
        if Papel.CONSELHEIRO in account.papeis:
            raise UserFacingError("gabinete.de_outro")
        raise sem_permissao(Ato.TRABALHAR)

    # -- reads -----------------------------------------------------------------------------

    def abrir(self, conselheiro_id: str) -> Mesa:
        """A councillor's workspace.

        Raises:
            UserFacingError: as ``ator``; ``conselheiros.desconhecido``.
        """
        actor = self.ator(conselheiro_id)
        found = self._conselheiros.situacao(conselheiro_id)
        is_own = actor["papel"] == Papel.CONSELHEIRO.value
        draw = found.atribuicao
        if draw is None:
            return Mesa(found.conselheiro, is_own, None, None, None, None, (), ())
        cycles = self._relatoria.abrir(draw.demanda_id)
        cycle = cycles.ativo
        if cycle is not None and cycle.conselheiro_id != conselheiro_id:
            cycle = None
        reports = self._reports(draw.demanda_id)
        return Mesa(
            found.conselheiro,
            is_own,
            draw,
            self._demand(draw.demanda_id),
            cycle,
            cycles.pendencia,
            reports,
            () if cycle is None else self._due(cycle, reports),
        )

    def _demand(self, demanda_id: str) -> RelatorioDeDemanda | None:
        try:
            return self._transparencia.relatorio_da_demanda(demanda_id)
        except UserFacingError:
            return None

    def _reports(self, demanda_id: str) -> tuple[Atualizacao, ...]:
        found: list[Atualizacao] = []
        while True:
            after = found[-1].numero_sequencial if found else 0
            page = self._relatoria.atualizacoes(demanda_id, depois=after)
            found += page
            if len(page) < _PAGE:
                return tuple(found)

    def _due(self, cycle: Acompanhamento, reports: tuple[Atualizacao, ...]) -> tuple[Prazo, ...]:
        mine = [one for one in reports if one.conselheiro_id == cycle.conselheiro_id]
        last = mine[-1].publicada_em if mine else None
        return prazos_de(cycle, last, Agora(self._tempo.agora_ms(), ZoneInfo(self._tempo.zona)))

    def semelhantes(self, demanda: DemandaVista) -> tuple[CasoSemelhante, ...]:
        """Concluded demands of the same category, those of the own unit first, then further out."""
        if demanda.categoria_id is None:
            return ()
        found: dict[str, CasoSemelhante] = {}
        for unit in self._rungs(demanda.unidade_civica_id):
            page = self._transparencia.historico(
                Busca(unidade=unit, categoria=demanda.categoria_id), SEMELHANTES + 1
            )
            for one in page.demandas:
                if one.demanda_id not in found and one.demanda_id != demanda.demanda_id:
                    where = page.unidades.get(one.unidade_civica_id or "")
                    found[one.demanda_id] = self._case(one, where)
                if len(found) == SEMELHANTES:
                    return tuple(found.values())
        return tuple(found.values())

    def _rungs(self, unidade_id: str | None) -> list[str | None]:
        """The unit, those above it, at last the whole office."""
        found: list[str | None] = []
        while unidade_id is not None and unidade_id not in found:
            found.append(unidade_id)
            try:
                unidade_id = self._transparencia.unidade(unidade_id).parent_uc_id
            except UserFacingError:
                break
        return [*found, None]

    def _case(self, one: Any, where: str | None) -> CasoSemelhante:
        reports = self._reports(one.demanda_id)
        told = [report for report in reports if report.descricao_sanitizada]
        cycles = self._relatoria.abrir(one.demanda_id).ciclos
        return CasoSemelhante(
            one.demanda_id,
            one.protocolo,
            one.titulo,
            where,
            one.recebida_em,
            one.concluida_em,
            told[-1].descricao_sanitizada if told else None,
            cycles[-1].texto_resumo_ciclo if cycles else None,
            len(reports),
        )

    # -- a report while it is written ------------------------------------------------------

    def sugerir(self, texto: str) -> Proposta:
        """How words might be structured; nothing is stored."""
        return self._relatoria.sugerir(texto)

    def prever(self, tipo: str, texto: str, campos: Mapping[str, str]) -> Previa:
        """How a report would be published; nothing is stored."""
        return self._relatoria.prever(tipo, texto, campos)

    def rascunho(self, conselheiro_id: str, demanda_id: str) -> Rascunho | None:
        """The unfinished report, if there is one.

        Raises:
            UserFacingError: as ``ator``.
        """
        self.ator(conselheiro_id)
        with self._leitor.ler() as (cursor, dialect):
            return rascunhos.read_draft(cursor, dialect, demanda_id, conselheiro_id)

    def guardar(
        self,
        conselheiro_id: str,
        demanda_id: str,
        conteudo: Mapping[str, Any],
        visto: Rascunho | None,
    ) -> Rascunho:
        """Keep what was typed, over the version that this window has seen.

        Args:
            conselheiro_id: whose report.
            demanda_id: on which demand.
            conteudo: the form.
            visto: as this window knows the draft; None where it saw none.

        Returns:
            The draft as it is now; the same where nothing had changed.

        Raises:
            UserFacingError: as ``ator``; ``relatoria.rascunho_*``.
        """
        actor = self.ator(conselheiro_id)
        if visto is not None and dict(visto.conteudo) == dict(conteudo):
            return visto
        account, now = actor["conta_id"], self._now()
        fresh = self._ids.new_uuid()

        def work(cursor: Any, dialect: Any) -> Rascunho:
            known = visto
            if known is None:
                known = rascunhos.open_draft(
                    cursor, dialect, demanda_id=demanda_id, conselheiro_id=conselheiro_id,
                    rascunho_id=fresh, conta_id=account, now=now,
                )  # fmt: skip
                if known.rascunho_id != fresh:
                    raise UserFacingError("relatoria.rascunho_de_outra_janela")
            rascunhos.save_draft(
                cursor, dialect, known.rascunho_id, known.versao, conteudo, account, now
            )
            found = rascunhos.read_draft(cursor, dialect, demanda_id, conselheiro_id)
            if found is None:
                raise UserFacingError("relatoria.rascunho_encerrado")
            return found

        return self._escrita.local(work)

    def descartar(self, rascunho: Rascunho) -> bool:
        """Throw a draft away as it was seen; false where another window changed it since."""
        self.ator(rascunho.conselheiro_id)
        return self._escrita.local(
            lambda cursor, dialect: rascunhos.drop_draft(
                cursor, dialect, rascunho.rascunho_id, rascunho.versao
            )
        )

    # -- acts ------------------------------------------------------------------------------

    def registrar(
        self,
        rascunho: Rascunho,
        tipo: str,
        texto: str,
        campos: Mapping[str, str],
        *,
        sugestao: Mapping[str, Any] | None = None,
        midias: Sequence[MidiaGuardada] = (),
    ) -> Mapping[str, Any]:
        """Register the report of a draft, once; the draft goes.

        Raises:
            UserFacingError: as ``ator``; ``relatoria.*``, ``midia.*``, among them that another window
                has written on the draft, registered it or thrown it away.
        """
        actor = self.ator(rascunho.conselheiro_id)
        pedido = Pedido(
            demanda_id=rascunho.demanda_id,
            tipo=tipo,
            texto=texto,
            campos=campos,
            rascunho=(rascunho.rascunho_id, rascunho.versao),
            conselheiro_id=rascunho.conselheiro_id,
            sugestao=sugestao,
            midias=midias,
        )
        command = rascunhos.command_id(rascunho.rascunho_id, rascunho.versao)
        answer = self._relatoria.registrar(pedido, actor, comando_id=command)
        self._escrita.local(
            lambda cursor, dialect: rascunhos.drop_draft(
                cursor, dialect, rascunho.rascunho_id, rascunho.versao
            )
        )
        return answer

    def recusar(self, conselheiro_id: str, demanda_id: str, motivo: str) -> Mapping[str, Any]:
        """Give the demand back; faults as ``ator`` and ``ConselheirosService.recusar``."""
        actor = self.ator(conselheiro_id)
        return self._conselheiros.recusar(conselheiro_id, demanda_id, actor, motivo=motivo)

    def desistir(self, conselheiro_id: str, demanda_id: str) -> Mapping[str, Any]:
        """Give up work that began; faults as ``ator`` and ``relatoria.*``."""
        actor = self.ator(conselheiro_id)
        return self._relatoria.desistir(demanda_id, actor, conselheiro_id=conselheiro_id)

    def ratificar(self, conselheiro_id: str, demanda_id: str) -> Mapping[str, Any]:
        """Confirm what residents said; faults as ``ator`` and ``relatoria.*``."""
        actor = self.ator(conselheiro_id)
        return self._relatoria.ratificar(demanda_id, actor, conselheiro_id=conselheiro_id)

    def _now(self) -> str:
        return format_timestamp(self._tempo.agora_ms())
