"""The desk's side of draws: who is to be told, who was, how to reach them, and who waits for whom.

A councillor's contact data are a citizen's: opening them leaves a trace (design.md 9). Lists hold
no name but the one that a councillor agreed to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.services.categorias import category_name
from app.services.cidadaos import CidadaosService
from app.services.escrita import Ator, Escrita
from app.services.impressos.designacao import Carta, carta_de_designacao
from app.services.impressos.impresso import Impresso
from app.services.leitura import Leitor, Leitura
from app.services.permissoes import Ato, exigir
from app.services.transparencia import TransparenciaService
from app.settings.tempo import FormatoTempo
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.c1_cidadaos.queries import present_cidadao
from core.colonies.d6a_sorteio import avisos, queries
from core.colonies.d6a_sorteio.avisos import Aviso, Designacao
from core.colonies.d6a_sorteio.queries import Pendente
from core.colonies.d6a_sorteio.rules import CANAIS, TIMEOUT_RESPOSTA_HORAS, answer_due
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.nomes import unit_names
from core.colonies.escritorio.queries import list_accounts
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.errors import UserFacingError

PAGE: Final = 500
MAX_ROWS: Final = 5_000
"""Rows of one list on the desk: running assignments, or what waits."""

MEIOS: Final = CANAIS
HORAS: Final = TIMEOUT_RESPOSTA_HORAS


@dataclass(frozen=True, slots=True)
class NaMesa:
    """A running assignment, with what the demand is about.

    Args:
        titulo: public title; None where none may be shown.
        avisado_por: name of the account that told; None where nobody did or it is not known.
        responder_ate_ms: from when it may be freed if nobody began.
    """

    designacao: Designacao
    protocolo: str | None
    titulo: str | None
    categoria: str | None
    avisado_por: str | None
    responder_ate_ms: int

    @property
    def demanda_id(self) -> str:
        """Its demand."""
        return self.designacao.demanda_id

    def pode_liberar(self, agora_ms: int) -> bool:
        """Whether an operator may free the demand now."""
        return self.designacao.iniciada_em is None and agora_ms >= self.responder_ate_ms


@dataclass(frozen=True, slots=True)
class SemConselheiro:
    """A demand that waits for a councillor, since when and why."""

    pendente: Pendente
    protocolo: str | None
    titulo: str | None
    categoria: str | None
    unidade: str | None

    @property
    def demanda_id(self) -> str:
        """The demand."""
        return self.pendente.demanda_id


@dataclass(frozen=True, slots=True)
class Contato:
    """How to reach a councillor; opened, and written down that it was."""

    nome: str | None
    telefone: str | None
    email: str | None
    endereco: str | None


class DesignacoesService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        cidadaos: opens contact data.
        transparencia: the demand as everybody sees it, for the letter.
        taxonomia: names of categories.
        tempo: the office clock and zone.
        escritorio: the office's name, for the letter.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        cidadaos: CidadaosService,
        transparencia: TransparenciaService,
        taxonomia: Callable[[], Taxonomy],
        tempo: FormatoTempo,
        escritorio: str,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._cidadaos = cidadaos
        self._transparencia = transparencia
        self._taxonomia = taxonomia
        self._tempo = tempo
        self._escritorio = escritorio

    # -- reads -----------------------------------------------------------------------------

    def na_mesa(self) -> tuple[NaMesa, ...]:
        """All running assignments, oldest draw first."""
        found: list[Designacao] = []
        with self._leitor.ler() as read:
            point = avisos.FIRST
            while len(found) < MAX_ROWS:
                page = avisos.read_designacoes(*read, limite=PAGE, depois=point)
                found += page
                if len(page) < PAGE:
                    break
                point = page[-1].ponto
            listed = read_listed(*read, [one.demanda_id for one in found])
            names = self._account_names(read)
        return tuple(self._on_the_desk(one, listed.get(one.demanda_id), names) for one in found)

    def da_demanda(self, demanda_id: str) -> NaMesa | None:
        """A demand's running assignment."""
        with self._leitor.ler() as read:
            found = avisos.read_designacao(*read, demanda_id)
            if found is None:
                return None
            listed = read_listed(*read, [demanda_id])
            return self._on_the_desk(found, listed.get(demanda_id), self._account_names(read))

    def a_avisar(self) -> int:
        """How many councillors have to be told."""
        with self._leitor.ler() as read:
            return avisos.count_to_tell(*read)

    def sem_conselheiro(self) -> tuple[SemConselheiro, ...]:
        """Demands that wait for a councillor, first in first."""
        with self._leitor.ler() as read:
            found = queries.read_fila(*read, limite=MAX_ROWS)
            listed = read_listed(*read, [one.demanda_id for one in found])
            units = unit_names(*read, [one.unidade_civica_id for one in found])
        return tuple(self._waiting(one, listed.get(one.demanda_id), units) for one in found)

    def _on_the_desk(
        self, one: Designacao, demand: DemandaListada | None, names: Mapping[str, str]
    ) -> NaMesa:
        note = one.aviso
        return NaMesa(
            one,
            None if demand is None else demand.protocolo,
            None if demand is None else demand.titulo,
            category_name(self._taxonomia(), one.categoria_id or None),
            None if note is None else names.get(note.conta_id),
            parse_timestamp(answer_due(one.data_sorteio)),
        )

    def _waiting(
        self, one: Pendente, demand: DemandaListada | None, units: Mapping[str, str]
    ) -> SemConselheiro:
        return SemConselheiro(
            one,
            None if demand is None else demand.protocolo,
            None if demand is None else demand.titulo,
            category_name(self._taxonomia(), one.categoria_id or None),
            units.get(one.unidade_civica_id),
        )

    @staticmethod
    def _account_names(read: Leitura) -> dict[str, str]:
        return {one.conta_id: one.nome for one in list_accounts(*read)}

    # -- acts ------------------------------------------------------------------------------

    def avisar(self, event_hash: str, canal: str, ator: Ator) -> Aviso:
        """Note that the councillor of a draw was told.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``conselheiros.ja_avisado``,
                ``conselheiros.aviso_de_outra``, ``conselheiros.canal_desconhecido``.
        """
        exigir(ator, Ato.AVISAR_CONSELHEIRO)
        now = format_timestamp(self._tempo.agora_ms())
        return self._escrita.local(
            lambda cursor, dialect: avisos.note_told(cursor, dialect, event_hash, canal, ator, now)
        )

    def desfazer_aviso(self, event_hash: str, ator: Ator) -> None:
        """Take the note back.

        Raises:
            UserFacingError: ``conta.sem_permissao``.
        """
        exigir(ator, Ato.AVISAR_CONSELHEIRO)
        self._escrita.local(lambda cursor, dialect: avisos.drop_told(cursor, dialect, event_hash))

    def contato(self, conselheiro_id: str, ator: Ator) -> Contato:
        """How to reach a councillor; that it was opened is written down first.

        Raises:
            UserFacingError: ``conta.sem_permissao``, ``conselheiros.sem_contato`` where the
                person was erased.
        """
        exigir(ator, Ato.CIDADAOS)
        with self._leitor.ler() as read:
            citizen = queries.read_cidadao(*read, conselheiro_id)
        if citizen is None:
            raise UserFacingError("conselheiros.sem_contato")
        found = self._cidadaos.abrir(citizen, ator).cidadao
        return Contato(found.nome, found.telefone, found.email, found.endereco)

    def carta(self, demanda_id: str, ator: Ator) -> Impresso:
        """The letter that tells a councillor of a draw: name with the role, no contact data.

        Raises:
            UserFacingError: ``conta.sem_permissao``; ``conselheiros.nao_atribuida``;
                ``busca.nada_encontrado`` before anything public is known of the demand.
        """
        exigir(ator, Ato.AVISAR_CONSELHEIRO)
        with self._leitor.ler() as read:
            draw = queries.read_ativa(*read, demanda_id)
            if draw is None:
                raise UserFacingError("conselheiros.nao_atribuida")
            citizen = queries.read_cidadao(*read, draw.conselheiro_id)
            name = None if citizen is None else present_cidadao(*read, citizen).nome
            rung = draw.degrau_unidade_id or draw.unidade_civica_id
            pool = unit_names(*read, [rung]).get(rung)
        demand = self._transparencia.demanda(demanda_id)
        tempo = self._tempo
        return carta_de_designacao(
            Carta(
                escritorio=self._escritorio,
                emitida_em=tempo.exato(tempo.agora_ms()),
                nome=name,
                conselheiro_id=draw.conselheiro_id,
                protocolo=demand.protocolo,
                titulo=demand.titulo,
                categoria=demand.categoria,
                nivel=demand.nivel_precedencia,
                unidade=demand.unidade,
                unidade_do_sorteio=pool,
                sorteada_em=tempo.exato(parse_timestamp(draw.data_sorteio)),
                responder_ate=tempo.exato(parse_timestamp(answer_due(draw.data_sorteio))),
                elegiveis=draw.total_elegiveis,
                demanda_id=demanda_id,
                sorteio=draw.event_hash,
                semente=draw.seed_publico,
                lista=draw.lista_elegiveis_hash,
                horas=HORAS,
            )
        )
