"""One queue for everything that a person has to look at: categories, units, changes of unit.

Contested categories come first, then what has no unit and so goes nowhere, then changes of unit
that new outlines brought, then the categories of lowest confidence. Pages go on from a key, so
that the order stands while the list changes (peers.md 8). Texts are restricted. No Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.services.categorias import Modelos
from app.services.demandas import DemandasService
from app.services.escrita import Ator
from app.services.fila_revisao_paginas import PAGE, EmEspera, PaginaDaFila, Pendencia, ler_pagina
from app.services.inerte import inerte
from app.services.leitura import Leitor, Leitura
from app.services.limites import exigir_texto_de_outro
from app.services.permissoes import Ato, exigir
from app.services.revisoes import Item, RevisoesService
from app.services.unidades import place_name
from core.colonies.d1a_captura.api.correcao import Correcao
from core.colonies.d1a_captura.queries import DemandaRecebida, read_demanda
from core.colonies.d1b_normalizacao.queries import FormaLimpa, read_forma
from core.colonies.d2_georreferenciamento import queries as d2
from core.colonies.d3_categorizacao import queries as d3
from core.colonies.d3_categorizacao.api import Escolha
from core.colonies.d7_transparencia.queries import nomes
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.kernel.errors import UserFacingError
from core.kernel.store.attachments import Attachments

CONFIRMADA: Final = "mudança de unidade confirmada na revisão"
ESCOLHIDA: Final = "unidade escolhida na revisão"
ANEXO: Final = "anexo:"
DESFEITA: Final = "decisão da revisão desfeita"


@dataclass(frozen=True, slots=True)
class Aberta:
    """An item with everything that a decision needs.

    Args:
        categoria: of the demand, with history and contests; None where D-3 has nothing of it.
        recebida: as it came in, restricted; None where another office took it in.
        mudanca: what new outlines would change; None where nothing.
        sem_unidade: that it waits for its unit; None where it has one.
        unidade_id: where it belongs now.
        unidades: names of all units that are spoken of, with what they lie in.
        is_aberta: it still waits for a decision.
    """

    pendencia: Pendencia
    categoria: Item | None
    recebida: DemandaRecebida | None
    forma: FormaLimpa | None
    mudanca: d2.Mudanca | None
    sem_unidade: d2.Revisao | None
    unidade_id: str | None
    unidades: Mapping[str, str]
    is_aberta: bool

    @property
    def categoria_atual(self) -> tuple[str, str | None] | None:
        """Category and subcategory that stand now; None where there is none."""
        history = () if self.categoria is None else self.categoria.historico
        return next(
            (
                (one.dita.categoria_id, one.dita.subcategoria_id)
                for one in history
                if one.is_atual and one.dita.categoria_id
            ),
            None,
        )

    @property
    def texto(self) -> str | None:
        """The resident's words where they are here, else what the classifier read."""
        if self.recebida is not None and self.recebida.texto_bruto:
            return inerte(self.recebida.texto_bruto)
        queued = None if self.categoria is None else self.categoria.fila
        return None if queued is None else queued.texto


@dataclass(frozen=True, slots=True)
class Decidida:
    """What came of a decision.

    Args:
        e_minha: False where somebody else was first; then ``categoria_id`` is theirs.
        event_id: of the decision on a category, to take it back by.
        antes: the unit that stood before, to take a decision on a unit back by.
        mantida: event id of the decision that a unit stays.
    """

    pendencia: Pendencia
    e_minha: bool
    categoria_id: str | None = None
    event_id: str | None = None
    antes: str | None = None
    mantida: str | None = None

    @property
    def pode_desfazer(self) -> bool:
        """Whether there is something to take back."""
        return self.e_minha and any(
            one is not None for one in (self.event_id, self.antes, self.mantida)
        )


@dataclass(frozen=True, slots=True)
class CategoriaParaEscolher:
    """A category of the taxonomy with its subcategories (id, name)."""

    categoria_id: str
    nome: str
    nivel: int
    subcategorias: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class UnidadeAchada:
    """A unit with what it lies in, as a list shows it."""

    unidade_id: str
    nome: str


class FilaDeRevisaoService:
    """Over one office.

    Args:
        leitor: reads.
        revisoes: categories and leases.
        demandas: corrections.
        modelos: for the taxonomy.
        anexos: what came with a demand.
        regra: raises where this account may not decide on this demand: nobody reviews a text of
            their own (design.md 9).
    """

    def __init__(
        self,
        leitor: Leitor,
        revisoes: RevisoesService,
        demandas: DemandasService,
        modelos: Modelos,
        anexos: Attachments,
        *,
        regra: Callable[[DemandaRecebida | None, Ator], None] = exigir_texto_de_outro,
    ) -> None:
        self._leitor = leitor
        self._revisoes = revisoes
        self._demandas = demandas
        self._modelos = modelos
        self._anexos = anexos
        self._regra = regra

    # -- reading ---------------------------------------------------------------------------

    def pagina(self, limite: int = PAGE, depois: str | None = None) -> PaginaDaFila:
        """A page of the queue, from its head or from where one ended.

        Raises:
            UserFacingError: ``revisao.pagina_invalida``.
        """
        return ler_pagina(self._leitor, limite, depois)

    def abrir(self, pendencia: Pendencia) -> Aberta:
        """Everything about one item, as it stands now."""
        demand = pendencia.demanda_id
        item = self._revisoes.abrir(demand)
        with self._leitor.ler() as leitura:
            received = read_demanda(*leitura, demand)
            form = read_forma(*leitura, demand)
            change = d2.read_change(*leitura, demand)
            waits = d2.read_review(*leitura, demand)
            resolved = d2.read_resolution(*leitura, demand)
            unit = None if resolved is None else resolved.unidade_civica_id
            spoken = {unit}
            if change is not None:
                spoken |= {change.unidade_atual_id, change.unidade_nova_id}
            if waits is not None:
                spoken.add(waits.unidade_informada_id)
            names = {one: _unit_name(leitura, one) for one in spoken if one is not None}
        is_open = {
            "categoria": item.fila is not None,
            "territorio": waits is not None,
            "mudanca": change is not None,
        }[pendencia.tipo]
        return Aberta(
            pendencia, item, received, form, change, waits, unit, names, is_aberta=is_open
        )

    def categorias(self) -> tuple[CategoriaParaEscolher, ...]:
        """What can be chosen, in the taxonomy's order."""
        return tuple(
            CategoriaParaEscolher(
                one.id,
                one.nome,
                one.nivel_precedencia,
                tuple((sub.id, sub.nome) for sub in one.subcategorias if sub.situacao == "ativa"),
            )
            for one in self._modelos().taxonomy.categorias()
        )

    def em_espera(self, limite: int = PAGE, inicio: int = 0) -> tuple[EmEspera, ...]:
        """Demands that cannot be categorised yet, the longest waiting first."""
        found = self._revisoes.em_espera(limite, inicio)
        with self._leitor.ler() as leitura:
            known = nomes.protocols(*leitura, [one.demanda_id for one in found])
        return tuple(
            EmEspera(one.demanda_id, known.get(one.demanda_id), one.falta, one.desde)
            for one in found
        )

    def procurar_unidades(self, texto: str, limite: int = 20) -> tuple[UnidadeAchada, ...]:
        """Units by name, code or the beginning of the identifier."""
        typed = " ".join(texto.split())
        if not typed:
            return ()
        with self._leitor.ler() as leitura:
            found = territorio.find_named(*leitura, typed, limite)
        return tuple(UnidadeAchada(one.unidade_civica_id, place_name(one)) for one in found)

    def fotos(self, aberta: Aberta) -> tuple[bytes, ...]:
        """The attachments that came with the demand, as far as they are in this office."""
        received = aberta.recebida
        found = []
        for one in () if received is None else received.midia_urls:
            kept = self._anexos.get(one.removeprefix(ANEXO)) if one.startswith(ANEXO) else None
            if kept is not None:
                found.append(kept)
        return tuple(found)

    # -- leases ----------------------------------------------------------------------------

    def reservar(self, demanda_id: str, conta_id: str, nome: str) -> d3.Reserva:
        """Hold an item while looking at it, or learn who does and until when."""
        return self._revisoes.reservar(demanda_id, conta_id, nome)

    def soltar(self, demanda_id: str, conta_id: str) -> None:
        """Let go of an item."""
        self._revisoes.soltar(demanda_id, conta_id)

    # -- deciding --------------------------------------------------------------------------

    def decidir_categoria(
        self,
        aberta: Aberta,
        categoria_id: str,
        ator: Ator,
        subcategoria_id: str | None = None,
        nota: str = "",
    ) -> Decidida:
        """Give an item its category, if it is still as it was seen; the note stays in the office.

        Raises:
            UserFacingError: as ``RevisoesService.decidir``; what ``regra`` raises.
        """
        exigir(ator, Ato.REVISAR)
        self._regra(aberta.recebida, ator)
        queued = None if aberta.categoria is None else aberta.categoria.fila
        answer = self._revisoes.decidir(
            Escolha(
                demanda_id=aberta.pendencia.demanda_id,
                categoria_id=categoria_id,
                subcategoria_id=subcategoria_id,
                versao_vista=None if queued is None else queued.versao_vista,
                motivo=nota,
            ),
            ator,
        )
        said = str(answer["decisao"]["categoria_id"])
        if not answer["decidida"]:
            return Decidida(aberta.pendencia, e_minha=False, categoria_id=said)
        with self._leitor.ler() as leitura:
            history = d3.read_history(*leitura, aberta.pendencia.demanda_id)
        own = history[-1].dita.event_id if history else None
        return Decidida(aberta.pendencia, e_minha=True, categoria_id=said, event_id=own)

    def manter_categoria(self, aberta: Aberta, ator: Ator, nota: str = "") -> Decidida:
        """The category that stands is right: contest and sample end here.

        Raises:
            UserFacingError: ``revisao.mudou`` where none stands; as ``decidir_categoria``.
        """
        now = aberta.categoria_atual
        if now is None:
            raise UserFacingError("revisao.mudou")
        return self.decidir_categoria(aberta, now[0], ator, now[1], nota)

    def confirmar_mudanca(self, aberta: Aberta, ator: Ator, nota: str = "") -> Decidida:
        """Let the demand go to the unit that the outlines of today give it; the pin stays.

        Raises:
            UserFacingError: ``revisao.mudou``, ``revisao.reservada``, ``captura.*``; what
                ``regra`` raises.
        """
        seen = aberta.mudanca
        now = self._standing(aberta, ator).mudanca
        if seen is None or now is None or now.unidade_nova_id != seen.unidade_nova_id:
            raise UserFacingError("revisao.mudou")
        correction = Correcao(
            motivo=_because(CONFIRMADA, nota),
            lugar_confirmado=True,
            correcoes_vistas=_seen(aberta),
        )
        self._demandas.corrigir(aberta.pendencia.demanda_id, correction, ator)
        return Decidida(aberta.pendencia, e_minha=True, antes=seen.unidade_atual_id)

    def manter_unidade(self, aberta: Aberta, ator: Ator, nota: str = "") -> Decidida:
        """The demand stays in the unit of today, whatever the outlines say of its place.

        Raises:
            UserFacingError: ``revisao.mudou``, ``revisao.reservada``, ``categoria.motivo_longo``;
                what ``regra`` raises.
        """
        seen, demand = aberta.mudanca, aberta.pendencia.demanda_id
        self._standing(aberta, ator)
        if seen is None:
            raise UserFacingError("revisao.mudou")
        self._revisoes.manter_unidade(
            demand, (seen.unidade_atual_id, seen.unidade_nova_id), ator, nota
        )
        with self._leitor.ler() as leitura:
            own = d2.read_kept(*leitura, demand)
        return Decidida(
            aberta.pendencia, e_minha=True, mantida=None if own is None else own.event_id
        )

    def escolher_unidade(
        self, aberta: Aberta, unidade_id: str, ator: Ator, nota: str = ""
    ) -> Decidida:
        """Say which unit a demand without one belongs to; the pin stays.

        Raises:
            UserFacingError: ``revisao.mudou``, ``revisao.reservada``,
                ``unidade.nao_encontrada``, ``captura.*``; what ``regra`` raises.
        """
        if self._standing(aberta, ator).sem_unidade is None:
            raise UserFacingError("revisao.mudou")
        with self._leitor.ler() as leitura:
            if territorio.read_unit(*leitura, unidade_id) is None:
                raise UserFacingError("unidade.nao_encontrada", texto=unidade_id[:64])
        correction = Correcao(
            motivo=_because(ESCOLHIDA, nota),
            unidade_escolhida=unidade_id,
            correcoes_vistas=_seen(aberta),
        )
        self._demandas.corrigir(aberta.pendencia.demanda_id, correction, ator)
        return Decidida(aberta.pendencia, e_minha=True)

    def desfazer(self, decidida: Decidida, ator: Ator) -> None:
        """Publish what takes a decision back: the item is in the queue again.

        Raises:
            UserFacingError: ``revisao.nada_a_desfazer``, ``revisao.mudou``, ``captura.*``.
        """
        exigir(ator, Ato.REVISAR)
        demand = decidida.pendencia.demanda_id
        if not decidida.pode_desfazer:
            raise UserFacingError("revisao.nada_a_desfazer")
        if decidida.event_id is not None:
            self._revisoes.desfazer(demand, decidida.event_id, ator)
            return
        if decidida.mantida is not None:
            self._revisoes.desfazer_mantida(demand, decidida.mantida, ator)
            return
        correction = Correcao(motivo=DESFEITA, unidade_escolhida=decidida.antes)
        self._demandas.corrigir(demand, correction, ator)

    def _standing(self, aberta: Aberta, ator: Ator) -> Aberta:
        """The item as it is now, if nobody else holds it."""
        exigir(ator, Ato.REVISAR)
        self._regra(aberta.recebida, ator)
        now = self.abrir(aberta.pendencia)
        lease = None if now.categoria is None else now.categoria.reserva
        if lease is not None and lease.conta_id != ator["conta_id"]:
            raise UserFacingError("revisao.reservada", nome=lease.nome)
        return now


def _because(what: str, nota: str) -> str:
    """Why a demand is corrected: what was decided, and the person's own words."""
    own = " ".join(nota.split())
    return f"{what}: {own}" if own else what


def _seen(aberta: Aberta) -> int | None:
    return None if aberta.recebida is None else aberta.recebida.correcoes


def _unit_name(leitura: Leitura, unidade_id: str) -> str:
    found = territorio.read_unit(*leitura, unidade_id)
    if found is None:
        return unidade_id
    return " · ".join([found.nome, *(name for name in found.acima[:1] if name)])
