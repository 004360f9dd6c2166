"""Demands at the counter: drafts, registration, correction, withdrawal, one of them, a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.services.escrita import Ator, Escrita
from app.services.leitura import Leitor
from app.services.permissoes import Ato, exigir
from core.base.midia.limpeza import MidiaGuardada
from core.base.territorio.distancia import Ponto
from core.colonies.d1a_captura import queries
from core.colonies.d1a_captura.api import correcao as corrections
from core.colonies.d1a_captura.api import logradouros as streets
from core.colonies.d1a_captura.api import rascunhos as drafts
from core.colonies.d1a_captura.api import registro
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.api.logradouros import Achado
from core.colonies.d1a_captura.api.rascunhos import Rascunho
from core.colonies.d1a_captura.api.registro import Pedido
from core.colonies.d1a_captura.queries import DemandaRecebida
from core.colonies.d1a_captura.rules import Consentimentos, Lugar, Motivo
from core.colonies.d1b_normalizacao.queries import FormaLimpa, read_forma
from core.kernel.colony import Context, Decisao
from core.kernel.errors import UserFacingError
from core.kernel.ids import Ids

COLONY: Final = "D-1a"
TERMOS_VERSAO: Final = "1.0"
"""Of ``resources/termos``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NovaDemanda:
    """What the counter's form holds; see ``Pedido`` for the fields."""

    texto: str
    lugar: Lugar | None
    canal: str = "balcao"
    cidadao_id: str | None = None
    consentimentos: Consentimentos | None = None
    fix: Ponto | None = None
    midias: Sequence[MidiaGuardada] = ()
    assistencia: Mapping[str, Any] | None = None
    categoria_id: str | None = None
    subcategoria_id: str | None = None
    data_formulario: str | None = None
    id_externo: str | None = None


@dataclass(frozen=True, slots=True)
class Registrada:
    """The answer to a registration; ``ja_registrada`` names the one that was there."""

    demanda_id: str
    protocolo: str
    ja_registrada: bool


@dataclass(frozen=True, slots=True)
class DemandaAberta:
    """A demand with its clean form; None until it was normalised."""

    recebida: DemandaRecebida
    forma: FormaLimpa | None


class DemandasService:
    """Over one office.

    Args:
        leitor: reads.
        escrita: writes.
        ids: identifiers.
        agora: the present moment as a UTC timestamp.
        no: this node.
        epoca: its epoch.
    """

    def __init__(
        self,
        leitor: Leitor,
        escrita: Escrita,
        ids: Ids,
        agora: Callable[[], str],
        *,
        no: str,
        epoca: int,
    ) -> None:
        self._leitor = leitor
        self._escrita = escrita
        self._ids = ids
        self._agora = agora
        self._no = no
        self._epoca = epoca

    # -- drafts ----------------------------------------------------------------------------

    def abrir_rascunho(self, ator: Ator | None = None) -> Rascunho:
        """A new attendance: its demand's id and its anonymous citizen are fixed now."""
        rascunho_id, cidadao_id = self._ids.new_uuid(), self._ids.new_uuid()
        return self._escrita.local(
            lambda cursor, dialect: drafts.open_draft(
                cursor,
                dialect,
                rascunho_id=rascunho_id,
                cidadao_id=cidadao_id,
                conta_id=None if ator is None else ator["conta_id"],
                now=self._agora(),
            )
        )

    def salvar_rascunho(self, rascunho: Rascunho, conteudo: Mapping[str, Any]) -> Rascunho:
        """Save what was typed; the draft as it is now.

        Raises:
            UserFacingError: ``captura.rascunho_*``.
        """
        now = self._agora()
        version = self._escrita.local(
            lambda cursor, dialect: drafts.save_draft(
                cursor, dialect, rascunho.rascunho_id, rascunho.versao, conteudo, now
            )
        )
        return replace(rascunho, conteudo=dict(conteudo), versao=version, alterado_em=now)

    def descartar_rascunho(self, rascunho_id: str) -> None:
        """Throw a draft away."""
        self._escrita.local(lambda cursor, dialect: drafts.drop_draft(cursor, dialect, rascunho_id))

    def rascunhos(self) -> list[Rascunho]:
        """Attendances that were begun, last touched first."""
        with self._leitor.ler() as (cursor, dialect):
            return drafts.list_drafts(cursor, dialect)

    # -- registration ----------------------------------------------------------------------

    def registrar(
        self, nova: NovaDemanda, ator: Ator, *, rascunho: Rascunho | None = None
    ) -> Registrada:
        """Register a demand and close its draft in the same transaction.

        Raises:
            UserFacingError: ``captura.*``, ``coordenada.*``; the draft stays;
                ``captura.rascunho_de_outra_janela`` and ``captura.rascunho_encerrado`` where
                another window wrote into it or registered it meanwhile.
        """
        exigir(ator, Ato.REGISTRAR)
        pedido = Pedido(
            texto=nova.texto,
            lugar=nova.lugar,
            canal=nova.canal,
            anonimo_id=rascunho.cidadao_id if rascunho else self._ids.new_uuid(),
            demanda_id=rascunho.rascunho_id if rascunho else None,
            rascunho_versao=rascunho.versao if rascunho else None,
            cidadao_id=nova.cidadao_id,
            consentimentos=nova.consentimentos,
            termos_versao=None if nova.consentimentos is None else TERMOS_VERSAO,
            fix=nova.fix,
            midias=nova.midias,
            assistencia=nova.assistencia,
            categoria_id=nova.categoria_id,
            subcategoria_id=nova.subcategoria_id,
            data_formulario=nova.data_formulario,
            id_externo=nova.id_externo,
        )
        command = (
            drafts.command_id(rascunho.rascunho_id, rascunho.versao, rascunho.janela)
            if rascunho
            else None
        )
        decide = registro.registrar_demanda(self._no, self._epoca, pedido, ator)
        answer = self._escrita.executar(COLONY, decide, comando_id=command).result().resposta
        found = Registrada(answer["demanda_id"], answer["protocolo"], answer["ja_registrada"])
        if found.ja_registrada and rascunho is not None:
            self.descartar_rascunho(rascunho.rascunho_id)
        return found

    def decidir_lote(
        self, pedidos: Sequence[Pedido], ator: Ator, *, ensaio: bool = False
    ) -> Callable[[Context], Decisao]:
        """The command of an import's rows; with ``ensaio`` it decides and publishes nothing."""
        exigir(ator, Ato.IMPORTAR)
        decide = registro.registrar_lote(self._no, self._epoca, pedidos, ator)
        if not ensaio:
            return decide
        return lambda context: Decisao(decide(context).resposta)

    def corrigir(self, quem: str, correcao: Correcao, ator: Ator) -> dict[str, Any]:
        """Correct a demand, found by protocol or id; ``{"demanda_id", "protocolo", "campos"}``.

        Raises:
            UserFacingError: ``captura.*``, ``coordenada.*``, ``protocolo.digitos``.
        """
        exigir(ator, Ato.CORRIGIR)
        demanda_id = self.abrir(quem).recebida.demanda_id
        decide = corrections.corrigir_demanda(self._no, demanda_id, correcao, ator)
        keys = frozenset({demanda_id})
        answer = self._escrita.executar(COLONY, decide, chaves=keys).result().resposta
        return dict(answer)

    def retirar(
        self,
        quem: str,
        motivo: Motivo,
        ator: Ator,
        *,
        repetida_de: str | None = None,
        observacao: str | None = None,
    ) -> dict[str, Any]:
        """Withdraw a demand for good; ``{"demanda_id", "protocolo", "motivo"}``.

        Raises:
            UserFacingError: ``captura.*``, ``protocolo.digitos``.
        """
        exigir(ator, Ato.RETIRAR)
        demanda_id = self.abrir(quem).recebida.demanda_id
        original = None if repetida_de is None else self.abrir(repetida_de).recebida.demanda_id
        decide = corrections.retirar_demanda(
            demanda_id, motivo, ator, repetida_de=original, observacao=observacao
        )
        keys = frozenset({demanda_id})
        answer = self._escrita.executar(COLONY, decide, chaves=keys).result().resposta
        return dict(answer)

    # -- reading ---------------------------------------------------------------------------

    def abrir(self, quem: str) -> DemandaAberta:
        """A demand by protocol, id, or at least eight characters of the id.

        Raises:
            UserFacingError: ``captura.nao_encontrada``, ``captura.varias_encontradas``,
                ``captura.busca_curta``, ``protocolo.digitos``.
        """
        with self._leitor.ler() as (cursor, dialect):
            found = queries.find_demanda(cursor, dialect, quem)
            return DemandaAberta(found, read_forma(cursor, dialect, found.demanda_id))

    def listar(
        self,
        *,
        limite: int = 50,
        retiradas: bool | None = None,
        antes: tuple[str, str] | None = None,
    ) -> list[DemandaAberta]:
        """Demands, newest first; ``retiradas`` keeps only those that were, or were not."""
        status = None if retiradas is None else _STATUS[retiradas]
        with self._leitor.ler() as (cursor, dialect):
            found = queries.list_demandas(
                cursor, dialect, limite=limite, status=status, antes=antes
            )
            return [
                DemandaAberta(one, read_forma(cursor, dialect, one.demanda_id)) for one in found
            ]

    def contar(self) -> dict[str, int]:
        """How many demands there are per status."""
        with self._leitor.ler() as (cursor, dialect):
            return queries.count_demandas(cursor, dialect)

    def procurar_lugares(self, texto: str, bairro: str = "", limite: int = 20) -> list[Achado]:
        """Places by street or CEP: the office's list first, then where earlier demands lay."""
        with self._leitor.ler() as (cursor, dialect):
            cep = streets.read_cep(texto)
            if cep is not None:
                return streets.streets_of_cep(cursor, dialect, cep, limite)
            found = streets.streets_named(cursor, dialect, texto, bairro, limite=limite)
            return found + streets.past_places(cursor, dialect, texto, limite - len(found))

    def lugar_da_rua(self, rua: str | None, bairro: str | None, cep: str | None) -> Lugar:
        """The one place of a street or CEP.

        Raises:
            UserFacingError: ``captura.rua_desconhecida``, ``captura.rua_ambigua``.
        """
        digits = None if cep is None else streets.read_cep(cep)
        with self._leitor.ler() as (cursor, dialect):
            if rua:
                found = streets.streets_named(cursor, dialect, rua, bairro or "", whole=True)
                if digits is not None:
                    found = [one for one in found if one.cep == digits] or found
                found = found or streets.past_places(cursor, dialect, rua)
            else:
                found = streets.streets_of_cep(cursor, dialect, digits) if digits else []
        points = {one.ponto for one in found}
        if not points:
            raise UserFacingError("captura.rua_desconhecida")
        if len(points) > 1:
            raise UserFacingError("captura.rua_ambigua", quantas=len(points))
        said = ", ".join(part.strip() for part in (rua, bairro, cep) if part and part.strip())
        return Lugar("rua", points.pop(), endereco=said)


_STATUS: Final = {True: "retirada", False: "pendente_normalizacao"}
