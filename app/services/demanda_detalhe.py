"""Everything about one demand, each number with what explains it.

Public facts from D-7; beside them the history of the category with its words, who stands ahead in
the ranking, the draws, and the event behind the state. Restricted words are asked for apart, by an
actor whose role may. Reads only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.services.categorias import category_name
from app.services.demanda_lista import moment_ms, title_of
from app.services.leitura import Leitor, Leitura
from app.services.linha_do_tempo import Entrada, LinhaDoTempoService, find_demand_id
from app.services.relatoria import RelatoriaService
from app.services.revisoes import Item, RevisoesService
from app.services.sorteio import SorteioService
from app.services.transparencia import TransparenciaService
from app.services.transparencia_vistas import DemandaVista
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d1a_captura.queries import DemandaRecebida, read_demanda
from core.colonies.d6a_sorteio.queries import Sorteado
from core.colonies.d6b_relatoria.queries import Atualizacao
from core.colonies.d7_transparencia.queries.demanda import read_demand, read_timeline
from core.colonies.d7_transparencia.queries.demandas import (
    Espera,
    read_ahead,
    read_waits,
)
from core.colonies.d7_transparencia.queries.listas import read_listed
from core.colonies.d7_transparencia.queries.nomes import councillor_names
from core.colonies.d7_transparencia.queries.unidades import read_unit
from core.colonies.d7_transparencia.rules.prazos import Agora

A_FRENTE: Final = 5
_LINES: Final = 200
_MAX_LINKS: Final = 8
# The event types that bring a state about, the surest first.
_CAUSAS: Final[Mapping[str, tuple[str, ...]]] = {
    "em_normalizacao": ("demanda.recebida",),
    "aguardando_territorio": ("demanda.normalizada",),
    "aguardando_categoria": ("demanda.revisao_solicitada", "demanda.georreferenciada"),
    "aguardando_vaga": ("demanda.categorizada", "demanda.georreferenciada"),
    "disponivel": ("agenda.item_disponível",),
    "aguardando_conselheiro": (
        "sorteio.sem_candidatos",
        "conselheiro.atribuicao_recusada",
        "conselheiro.ciclo_concluído",
    ),
    "atribuida": ("conselheiro.sorteado",),
    "em_progresso": ("conselheiro.demanda_iniciada",),
    "concluida": ("demanda.concluída", "conselheiro.ciclo_concluído"),
    "agregada": ("duplicidade.agregada",),
    "retirada": ("demanda.retirada",),
}


@dataclass(frozen=True, slots=True)
class Fator:
    """A factor of the score, and where it comes from."""

    nome: str
    valor: float
    explicacao: str


@dataclass(frozen=True, slots=True)
class NaFrente:
    """A demand directly ahead in the same ranking."""

    posicao: int
    demanda_id: str
    nome: str
    titulo: str
    pontos: float | None
    nivel: int | None
    categoria: str | None


@dataclass(frozen=True, slots=True)
class CategoriaDita:
    """One version of the category, and who said it."""

    nome: str
    nivel: int
    confianca: float
    metodo: str
    autoria: str
    quando_ms: int
    carimbo: str
    is_atual: bool


@dataclass(frozen=True, slots=True)
class SorteioDaDemanda:
    """A draw for the demand; ``conselheiro`` is the public name or short id."""

    sorteado: Sorteado
    conselheiro: str
    quando_ms: int


@dataclass(frozen=True, slots=True)
class Detalhe:
    """See the module.

    Args:
        correcoes: how many there were; a form gives it back to be compared.
        status_captura: of the counter's own row; None for a demand of another office.
        cadeia: names of the units from the smallest upwards.
        causa: the line of the timeline that brought the state about.
        termos: (word, share in the decision) behind the category; empty where the text is not
            public.
        retirada: (motive, protocol of the demand that it repeats).
    """

    vista: DemandaVista
    correcoes: int
    corrigida_ms: int | None
    data_formulario: str | None
    precisao_local: str | None
    cadeia: tuple[str, ...]
    causa: Entrada | None
    esperas: tuple[Espera, ...]
    fatores: tuple[Fator, ...]
    na_frente: tuple[NaFrente, ...]
    categorias: tuple[CategoriaDita, ...]
    termos: tuple[tuple[str, float], ...]
    is_contestada: bool
    sorteios: tuple[SorteioDaDemanda, ...]
    atualizacoes: tuple[Atualizacao, ...]
    retirada: tuple[str, str | None] | None

    @property
    def nome(self) -> str:
        """The protocol number; the short id where there is none."""
        return self.vista.protocolo or self.vista.demanda_id[:8]

    @property
    def titulo(self) -> str:
        """The public title, or why there is none."""
        removed = self.vista.conteudo_removido_em is not None
        return title_of(self.vista.titulo, oculta=self.vista.is_oculta, removida=removed)

    @property
    def is_aberta(self) -> bool:
        """Whether it may still be corrected and withdrawn."""
        return self.vista.situacao.codigo not in {"retirada", "agregada"}


@dataclass(frozen=True, slots=True)
class TextoRestrito:
    """What the resident said, as it was written down."""

    texto: str | None
    endereco: str | None


class DemandaDetalheService:
    """Over one office.

    Args:
        leitor: reads.
        transparencia: the public view.
        linhas: timelines.
        revisoes: the category's history.
        sorteio: draws.
        relatoria: reports.
        taxonomia: names of categories.
        agora: the moment and zone of a question.
    """

    def __init__(
        self,
        leitor: Leitor,
        transparencia: TransparenciaService,
        linhas: LinhaDoTempoService,
        revisoes: RevisoesService,
        sorteio: SorteioService,
        relatoria: RelatoriaService,
        taxonomia: Callable[[], Taxonomy],
        agora: Callable[[], Agora],
    ) -> None:
        self._leitor = leitor
        self._transparencia = transparencia
        self._linhas = linhas
        self._revisoes = revisoes
        self._sorteio = sorteio
        self._relatoria = relatoria
        self._taxonomia = taxonomia
        self._agora = agora

    def encontrar(self, quem: str) -> str:
        """A demand's id; faults as ``find_demand_id``."""
        return find_demand_id(self._leitor, quem)

    def abrir(self, quem: str) -> Detalhe:
        """Everything about a demand that needs no role.

        Raises:
            UserFacingError: as ``find_demand_id``; ``busca.nada_encontrado``.
        """
        view = self._transparencia.demanda(quem)
        item = self._revisoes.abrir(view.demanda_id)
        draws = self._sorteio.listar(demanda_id=view.demanda_id).sorteios
        reports = tuple(self._relatoria.atualizacoes(view.demanda_id))
        with self._leitor.ler() as leitura:
            counter = read_demanda(*leitura, view.demanda_id)
            lines = read_timeline(*leitura, view.demanda_id, _LINES)
            names = councillor_names(*leitura, {one.conselheiro_id for one in draws})
            told = self._linhas.contar(leitura, lines, view.demanda_id)
            repeated = None if view.repetida_de is None else self._name(leitura, view.repetida_de)
            return Detalhe(
                vista=view,
                correcoes=0 if counter is None else counter.correcoes,
                corrigida_ms=None if counter is None else moment_ms(counter.corrigida_em),
                data_formulario=None if counter is None else counter.data_formulario,
                precisao_local=None if counter is None else counter.precisao_local,
                cadeia=_chain(leitura, view.unidade_civica_id),
                causa=_cause(view, told),
                esperas=tuple(read_waits(*leitura, view.demanda_id, self._agora())),
                fatores=factors(view),
                na_frente=self._ahead(leitura, view),
                categorias=self._categories(item),
                termos=tuple((one.palavra, one.contribuicao) for one in item.termos)
                if view.descricao is not None
                else (),
                is_contestada=any(one.is_aberta for one in item.contestacoes),
                sorteios=tuple(
                    SorteioDaDemanda(
                        one,
                        names.get(one.conselheiro_id, one.conselheiro_id[:8]),
                        moment_ms(one.data_sorteio) or 0,
                    )
                    for one in draws
                ),
                atualizacoes=reports,
                retirada=_withdrawal(counter, repeated),
            )

    def _name(self, leitura: Leitura, demanda_id: str) -> str:
        found = read_demand(*leitura, demanda_id)
        return (found.colunas["protocolo"] if found else None) or demanda_id[:8]

    def _ahead(self, leitura: Leitura, view: DemandaVista) -> tuple[NaFrente, ...]:
        if view.posicao is None or view.posicao == 1:
            return ()
        demand = read_demand(*leitura, view.demanda_id)
        if demand is None or demand.colunas["fila_unidade_id"] is None:
            return ()
        near = read_ahead(*leitura, demand.colunas, view.posicao, A_FRENTE)
        listed = read_listed(*leitura, [one.demanda_id for one in near])
        taxonomy = self._taxonomia()
        return tuple(
            NaFrente(
                one.posicao,
                one.demanda_id,
                row.protocolo or one.demanda_id[:8],
                title_of(row.titulo, oculta=row.is_oculta, removida=row.is_removida),
                None if row.score is None else float(row.score),
                row.nivel_precedencia,
                category_name(taxonomy, row.categoria_id),
            )
            for one in near
            if (row := listed.get(one.demanda_id)) is not None
        )

    def _categories(self, item: Item) -> tuple[CategoriaDita, ...]:
        taxonomy = self._taxonomia()
        return tuple(
            CategoriaDita(
                nome=category_name(taxonomy, one.dita.categoria_id) or one.dita.categoria_id,
                nivel=one.dita.nivel_precedencia,
                confianca=one.dita.confianca,
                metodo=one.dita.metodo,
                autoria=one.dita.autoria,
                quando_ms=moment_ms(one.categorizada_em) or 0,
                carimbo=one.carimbo,
                is_atual=one.is_atual,
            )
            for one in reversed(item.historico)
        )


def factors(view: DemandaVista) -> tuple[Fator, ...]:
    """The three factors whose product is the score."""
    parts: Mapping[str, Any] = view.breakdown or {}
    said = (
        ("Peso do nível", "peso_nacional", f"Nível {view.nivel_precedencia}, igual em todo o país"),
        (
            "Carência da unidade",
            "peso_situacional",
            "De 0 a 1: quanto a unidade precisa deste nível, pelos parâmetros em vigor",
        ),
        (
            "Peso da categoria",
            "score_horizontal",
            f"De 0 a 100, dentro do nível: {view.categoria or 'sem categoria'}",
        ),
    )
    return tuple(
        Fator(name, float(parts[key]), why) for name, key, why in said if parts.get(key) is not None
    )


def _chain(leitura: Leitura, unidade: str | None) -> tuple[str, ...]:
    """Names of a unit and of those above it."""
    found = None if unidade is None else read_unit(*leitura, unidade)
    return () if found is None else (found.nome, *found.acima)[:_MAX_LINKS]


def _cause(view: DemandaVista, told: Sequence[Entrada]) -> Entrada | None:
    """The line behind the state: of its moment, and of a type that brings it about."""
    since = moment_ms(view.situacao_desde)
    same = [one for one in told if one.quando_ms == since]
    for tipo in _CAUSAS.get(view.situacao.codigo, ()):
        for one in same:
            if one.tipo == tipo:
                return one
    return same[0] if same else None


def _withdrawal(
    counter: DemandaRecebida | None, repeated: str | None
) -> tuple[str, str | None] | None:
    if counter is None or counter.motivo_retirada is None:
        return None
    return (counter.motivo_retirada, repeated)
