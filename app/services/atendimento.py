"""The counter's working day: one draft in one window, a registration, and who asks afterwards.

The draft's id becomes the demand's, so whatever happens between the commit and the answer – a
second click, a crash – the same draft gives the same protocol number. Source: design.md 3 and 9;
issue of part 4 (Atendimento).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from app.services.atendimento_consultas import ConsultasService, Registro, comeco
from app.services.atendimento_ficha import (
    ANONIMO,
    CANAIS,
    CONHECIDO,
    Ficha,
    conferir,
    ficha_de,
    nova_demanda,
)
from app.services.atendimento_lugar import LugarService, Onde, escrito
from app.services.atendimento_semelhantes import SemelhantesService
from app.services.atendimento_situacao import SituacaoService
from app.services.atendimento_telefones import TelefonesService
from app.services.atendimento_termos import Termo
from app.services.cidadaos import CidadaosService
from app.services.demandas import DemandasService, Registrada
from app.services.escrita import Ator, Escrita
from app.services.impressos.recibo import DadosDoRecibo
from app.services.inerte import inerte
from app.services.leitura import Leitor
from app.services.midias import MidiasService
from app.services.permissoes import Ato, exigir
from core.colonies.d1a_captura.api import rascunhos as drafts
from core.colonies.d1a_captura.api.rascunhos import Rascunho
from core.colonies.d1a_captura.queries import DemandaRecebida
from core.colonies.d1a_captura.rules import MOTIVOS, Motivo
from core.colonies.escritorio.queries import list_accounts
from core.kernel.clock import parse_timestamp
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

MOTIVOS_DE_RETIRADA: Final[Mapping[Motivo, str]] = {
    "engano": "Registrei por engano",
    "pedido_do_morador": "O morador pediu",
    "repetida": "Repete outra demanda",
    "teste": "Era um teste",
}


__all__ = [
    "MOTIVOS_DE_RETIRADA",
    "Aberto",
    "AtendimentoService",
    "FichaComFaltas",
    "Partes",
    "Rascunho",
    "Registrada",
]


class FichaComFaltas(UserFacingError):
    """The form cannot be registered as it is.

    Args:
        faltas: field -> what is wrong with it, from top to bottom.
    """

    def __init__(self, faltas: Mapping[str, UserFacingError]) -> None:
        super().__init__("atendimento.faltas", quantas=len(faltas))
        self.faltas = dict(faltas)


@dataclass(frozen=True, slots=True)
class Aberto:
    """A draft as a list shows it.

    Args:
        em_outra_janela: another window has it open now.
        de_quem: the name of the account that began it; empty where there are no accounts.
    """

    rascunho: Rascunho
    ficha: Ficha
    em_outra_janela: bool
    de_quem: str = ""

    @property
    def alterado_ms(self) -> int:
        """When it was last saved."""
        return parse_timestamp(self.rascunho.alterado_em)


@dataclass(frozen=True, slots=True)
class Partes:
    """What the counter asks besides registering: places, likenesses, questions, telephones, terms."""

    lugar: LugarService
    semelhantes: SemelhantesService
    consultas: ConsultasService
    situacao: SituacaoService
    telefones: TelefonesService
    midias: MidiasService
    termos: tuple[Termo, ...]


class AtendimentoService:
    """Over one office; one instance per window, whose leases it takes.

    Args:
        leitor: reads.
        escrita: writes.
        demandas: registers.
        cidadaos: registers people.
        partes: what is asked besides.
        ids: identifiers.
        agora: the present moment as a UTC timestamp.
        hoje: the office's calendar day.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        *,
        demandas: DemandasService,
        cidadaos: CidadaosService,
        partes: Partes,
        ids: Ids,
        agora: Callable[[], str],
        hoje: Callable[[], date],
    ) -> None:
        self.lugar = partes.lugar
        self.semelhantes = partes.semelhantes
        self.consultas = partes.consultas
        self.situacao = partes.situacao
        self.telefones = partes.telefones
        self.midias = partes.midias
        self.termos = partes.termos
        self.hoje = hoje
        self._leitor = leitor
        self._escrita = escrita
        self._demandas = demandas
        self._cidadaos = cidadaos
        self._ids = ids
        self._agora = agora
        self._janela = ids.new_uuid()

    # -- drafts ----------------------------------------------------------------------------

    def abrir(self, ator: Ator) -> Rascunho:
        """A new draft, held by this window."""
        rascunho_id, cidadao_id = self._ids.new_uuid(), self._ids.new_uuid()
        return self._escrita.local(
            lambda cursor, dialect: drafts.open_draft(
                cursor,
                dialect,
                rascunho_id=rascunho_id,
                cidadao_id=cidadao_id,
                conta_id=ator["conta_id"],
                now=self._agora(),
                janela=self._janela,
            )
        )

    def retomar(self, rascunho_id: str, *, toma: bool = False) -> Rascunho:
        """Open a draft in this window.

        Args:
            rascunho_id: which.
            toma: also where another window has it open; that one is told at its next save.

        Raises:
            UserFacingError: ``captura.rascunho_em_uso``, ``captura.rascunho_encerrado``.
        """
        now = self._agora()
        return self._escrita.local(
            lambda cursor, dialect: drafts.hold_draft(
                cursor, dialect, rascunho_id, self._janela, now, toma=toma
            )
        )

    def salvar(self, rascunho: Rascunho, ficha: Ficha) -> Rascunho:
        """Keep what was typed; the draft as it is now.

        Raises:
            UserFacingError: ``captura.rascunho_de_outra_janela``, ``captura.rascunho_encerrado``,
                ``captura.rascunho_grande``: nothing was written over.
        """
        now, content = self._agora(), ficha.conteudo()
        version = self._escrita.local(
            lambda cursor, dialect: drafts.save_draft(
                cursor,
                dialect,
                rascunho.rascunho_id,
                rascunho.versao,
                content,
                now,
                janela=self._janela,
            )
        )
        return replace(rascunho, conteudo=content, versao=version, alterado_em=now)

    def renovar(self, rascunho_id: str) -> None:
        """Go on holding a draft while nothing is typed; faults as ``retomar``."""
        self.retomar(rascunho_id)

    def em_curso(self, conta_id: str | None = None) -> Rascunho | None:
        """The draft that this window has open: its screen may have been built anew.

        Args:
            conta_id: only where this account began it; another one may sit here now.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = drafts.list_drafts(cursor, dialect)
        mine = (one for one in found if one.janela == self._janela)
        return next((one for one in mine if conta_id in (None, one.conta_id)), None)

    def largar(self, rascunho_id: str) -> None:
        """Let go of a draft and keep it."""
        self._escrita.local(
            lambda cursor, dialect: drafts.release_draft(cursor, dialect, rascunho_id, self._janela)
        )

    def encerrar(self) -> None:
        """The window closes: let go of what it holds."""
        found = self.em_curso()
        if found is not None:
            self.largar(found.rascunho_id)

    def descartar(self, rascunho_id: str) -> None:
        """Throw a draft away."""
        self._demandas.descartar_rascunho(rascunho_id)

    def rascunhos(self) -> list[Aberto]:
        """Drafts with something in them, last touched first."""
        now = self._agora()
        with self._leitor.ler() as (cursor, dialect):
            found = drafts.list_drafts(cursor, dialect)
            names = {one.conta_id: one.nome for one in list_accounts(cursor, dialect)}
        shown = [
            Aberto(
                one,
                ficha_de(one.conteudo),
                one.is_held_elsewhere(self._janela, now),
                names.get(one.conta_id or "", ""),
            )
            for one in found
        ]
        return [one for one in shown if not one.ficha.is_vazia]

    # -- what the resident takes home --------------------------------------------------------

    def recibo(self, demanda_id: str, categoria_id: str | None = None) -> DadosDoRecibo:
        """What the receipt says of a demand, now or later.

        Args:
            demanda_id: which.
            categoria_id: what it will probably be, where no category is known yet.

        Raises:
            UserFacingError: ``captura.nao_encontrada``.
        """
        found = self._demandas.abrir(demanda_id).recebida
        known = self.consultas.registro(demanda_id)
        where = self.lugar.onde_do_lugar(found.ponto, found.unidade_informada_id)
        category = (known.categoria_id if known else None) or found.categoria_id or categoria_id
        return DadosDoRecibo(
            demanda_id=found.demanda_id,
            protocolo=found.protocolo or "",
            quando_ms=parse_timestamp(found.recebida_em),
            canal=CANAIS.get(found.canal, found.canal),
            relato=comeco(found.texto_bruto),
            local=_place_of(found),
            unidade=_unit_of(where),
            data_formulario=found.data_formulario,
            contato=self.telefones.de(category),
            aviso="" if where is None else where.aviso,
        )

    # -- registration ----------------------------------------------------------------------

    def conferir(self, ficha: Ficha) -> dict[str, UserFacingError]:
        """Field -> what is wrong with it, from top to bottom."""
        return conferir(ficha, self.hoje(), self.lugar.caixa())

    def registrar(self, rascunho: Rascunho, ficha: Ficha, ator: Ator) -> Registrada:
        """Register what the form asks for and close its draft; repeated, the same answer.

        Raises:
            FichaComFaltas: fields that must be mended; nothing was written.
            UserFacingError: ``captura.*``, ``cidadaos.*``, ``conta.sem_permissao``: the draft
                stays.
        """
        exigir(ator, Ato.REGISTRAR)
        faults = self.conferir(ficha)
        if faults:
            raise FichaComFaltas(faults)
        citizen = self._citizen(rascunho, ficha, ator)
        wanted = nova_demanda(ficha, self.hoje(), citizen)
        mine = replace(rascunho, janela=self._janela)
        return self._demandas.registrar(wanted, ator, rascunho=mine)

    def e_a_mesma(self, rascunho: Rascunho | None, demanda_id: str) -> Registro:
        """The resident speaks of a demand that is there: its number, and no second demand.

        Raises:
            UserFacingError: ``captura.nao_encontrada``; the draft stays.
        """
        found = self.consultas.registro(demanda_id)
        if found is None:
            raise UserFacingError("captura.nao_encontrada")
        if rascunho is not None:
            self.descartar(rascunho.rascunho_id)
        return found

    def retirar(
        self, demanda_id: str, motivo: str, ator: Ator, *, repetida_de: str = "", nota: str = ""
    ) -> dict[str, Any]:
        """Withdraw for good; the registrant within 24 hours.

        Raises:
            UserFacingError: ``captura.*``, ``protocolo.digitos``, ``conta.sem_permissao``.
        """
        exigir(ator, Ato.RETIRAR)
        known = next((one for one in MOTIVOS if one == motivo), None)
        if known is None:
            raise UserFacingError("captura.sem_motivo")
        return self._demandas.retirar(
            demanda_id,
            known,
            ator,
            repetida_de=repetida_de.strip() or None,
            observacao=nota.strip() or None,
        )

    def _citizen(self, rascunho: Rascunho, ficha: Ficha, ator: Ator) -> str | None:
        """The person's id; a new person is registered under the attendance's own."""
        if ficha.quem == ANONIMO:
            return None
        if ficha.quem == CONHECIDO:
            return ficha.cidadao_id
        record = ficha.cadastro()
        try:
            return self._cidadaos.registrar(record, ator, cidadao_id=rascunho.cidadao_id)
        except UserFacingError as refusal:
            if refusal.code != "cidadaos.ja_cadastrado":
                raise
        # A second try of the same draft: bring the record to what the form says now.
        try:
            self._cidadaos.atualizar(rascunho.cidadao_id, record, ator)
        except UserFacingError as refusal:
            if refusal.code != "cidadaos.nada_a_alterar":
                raise
        return rascunho.cidadao_id


def _unit_of(where: Onde | None) -> str | None:
    """Unit and municipality; None where it is not known, which the receipt then says."""
    return " · ".join(one.nome for one in where.cadeia[:2]) or None if where else None


def _place_of(found: DemandaRecebida) -> str:
    """The place as it was given: said words, else the point."""
    if found.endereco_informado:
        return inerte(found.endereco_informado)
    return "" if found.ponto is None else escrito(found.ponto)
