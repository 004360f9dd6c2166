"""The list of all demands: chosen filters in, identifiers in order and rows by page out.

One vocabulary of state, protocols in the place of identifiers, public words alone; no resident is
ever named. Filters and order are D-7's, so that the totals of map and panel are those of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

import msgspec

from app.services.categorias import category_name
from app.services.leitura import Leitor, Leitura
from app.services.situacoes import Situacao, Situacoes
from app.services.unidades import place_name
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.texto.search import typed_words
from core.colonies.d7_transparencia.queries import demandas
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.queries.demandas import FiltroDemandas, Marca, Ordem
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.mapa import Caixa
from core.colonies.d7_transparencia.queries.nomes import councillor_names, unit_names
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.kernel.clock import format_timestamp, parse_timestamp
from core.kernel.errors import UserFacingError

NIVEIS: Final = (1, 2, 3, 4, 5)
PERTO_GRAUS: Final = 0.003
"""About 300 m: how near to a street's point a demand counts as there."""
OCULTO: Final = "(texto retido até que alguém o confira)"
REMOVIDO: Final = "(texto removido)"
SEM_TITULO: Final = "(sem texto público)"
ATRASOS: Final = {
    demandas.ATRASADA: "atrasadas",
    "prazo": "prazo registrado passou",
    "inicio": "sorteadas há mais de 72 h sem começo",
    "conselheiro": "há 30 dias sem conselheiro",
    "atualizacao": "há 30 dias sem atualização",
    "revisao": "há 7 dias em revisão",
}
"""What may be overdue, in words, the whole first (design.md 7)."""
MARCAS: Final[dict[Marca, str]] = {
    "local_incerto": "com local incerto",
    "sem_ponto": "sem ponto no mapa",
    "oculta": "com texto retido",
}
"""What the panel counts apart, in words."""


class Perto(msgspec.Struct, frozen=True):
    """A place whose surroundings are meant, and what it is called."""

    nome: str
    lat: float
    lng: float


class Escolha(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person chose to see; ids and codes only, so that a view may keep it.

    Args:
        unidade: its id; with ``so_esta`` without the units below it.
        de: first day, ``ate`` last day, both included, in the office's calendar.
        texto: words of the public text.
        marca: what the panel counts apart.
    """

    situacoes: tuple[str, ...] = ()
    nivel: int | None = None
    categoria: str | None = None
    unidade: str | None = None
    so_esta: bool = False
    de: date | None = None
    ate: date | None = None
    sem_lugar: bool = False
    atraso: str | None = None
    texto: str = ""
    perto: Perto | None = None
    marca: Marca | None = None

    @property
    def is_restricting(self) -> bool:
        """Whether anything is left out."""
        return self != Escolha()

    def as_target(self) -> str:
        """For ``open_target``, whole."""
        return msgspec.json.encode(self).decode()

    def to_text(self) -> str:
        """For the view's settings; typed words are not kept: they may name somebody."""
        return msgspec.structs.replace(self, texto="").as_target()

    @staticmethod
    def from_text(text: str) -> Escolha:
        """What ``as_target`` or ``to_text`` wrote; nothing chosen where it is not readable."""
        try:
            return msgspec.json.decode(text, type=Escolha)
        except (msgspec.MsgspecError, ValueError):
            return Escolha()


@dataclass(frozen=True, slots=True)
class LinhaDeDemanda:
    """A demand in the list.

    Args:
        protocolo: None only for demands of an older format.
        titulo: public, or in brackets why there is none.
        unidade: None while none is known.
        conselheiro: the public name or short id of who has it now.
        marcas: what stands beside the state, e.g. ``oculta``.
    """

    demanda_id: str
    protocolo: str | None
    titulo: str
    situacao: Situacao
    desde_ms: int
    categoria_id: str | None
    categoria: str | None
    nivel: int | None
    unidade_civica_id: str | None
    unidade: str | None
    recebida_ms: int | None
    pontos: float | None
    conselheiro_id: str | None
    conselheiro: str | None
    marcas: tuple[str, ...]

    @property
    def nome(self) -> str:
        """The protocol number; the short id where there is none."""
        return self.protocolo or self.demanda_id[:8]


@dataclass(frozen=True, slots=True)
class Opcoes:
    """What can be chosen: states, and (id, level, name) of categories."""

    situacoes: tuple[Situacao, ...]
    categorias: tuple[tuple[str, int, str], ...]


class DemandaListaService:
    """Over one office.

    Args:
        leitor: reads.
        taxonomia: names of categories.
        situacoes: states in words.
        agora: the moment and zone of a question.
    """

    def __init__(
        self,
        leitor: Leitor,
        taxonomia: Callable[[], Taxonomy],
        situacoes: Situacoes,
        agora: Callable[[], Agora],
    ) -> None:
        self._leitor = leitor
        self._taxonomia = taxonomia
        self._situacoes = situacoes
        self._agora = agora

    def opcoes(self) -> Opcoes:
        """States and categories, each in its order."""
        return Opcoes(
            self._situacoes.todas(),
            tuple(
                (one.id, one.nivel_precedencia, one.nome) for one in self._taxonomia().categorias()
            ),
        )

    def nome_da_unidade(self, unidade: str) -> str:
        """``SP · São Paulo · Pinheiros``; the short id where the territory lacks it."""
        with self._leitor.ler() as leitura:
            found = territorio.read_unit(*leitura, unidade)
        return unidade[:8] if found is None else place_name(found)

    def unidades(self, nome: str, limite: int = 20) -> list[tuple[str, str]]:
        """(id, where it lies) of units with this in their name."""
        with self._leitor.ler() as leitura:
            found = territorio.find_units(
                *leitura, territorio.FiltroUnidade(nome=nome or None), limite
            )
        return [(one.unidade_civica_id, place_name(one)) for one in found]

    def ordem(
        self, escolha: Escolha, ordem: Ordem = "recebida", *, decrescente: bool = True
    ) -> Sequence[str]:
        """Identifiers of all demands that pass, in order.

        Raises:
            UserFacingError: ``transparencia.janela_invertida``.
        """
        wanted = self._filter(escolha)
        if wanted is None:
            return []
        with self._leitor.ler() as leitura:
            return demandas.list_demands(
                *leitura, wanted, self._agora(), ordem, decrescente=decrescente
            )

    def linhas(self, ids: Sequence[str]) -> list[LinhaDeDemanda]:
        """What the list shows of these, in this order; unknown ones are left out."""
        with self._leitor.ler() as leitura:
            found = read_listed(*leitura, ids)
            return rows_of(
                leitura, [found[one] for one in ids if one in found],
                self._taxonomia(), self._situacoes,
            )  # fmt: skip

    def _filter(self, escolha: Escolha) -> FiltroDemandas | None:
        """The colony's filter; None where no demand can pass."""
        words = typed_words(escolha.texto)
        if escolha.texto.strip() and not words:
            return None
        if escolha.de is not None and escolha.ate is not None and escolha.ate < escolha.de:
            raise UserFacingError("transparencia.janela_invertida")
        near = escolha.perto
        return FiltroDemandas(
            situacoes=escolha.situacoes,
            nivel=escolha.nivel,
            categoria=escolha.categoria,
            alcance=Alcance(escolha.unidade, escolha.so_esta),
            de=self._moment(escolha.de),
            antes=None if escolha.ate is None else self._moment(escolha.ate + timedelta(days=1)),
            sem_lugar=escolha.sem_lugar,
            atraso=escolha.atraso if escolha.atraso in ATRASOS else None,
            palavras=words,
            caixa=None if near is None else _around(near),
            marca=escolha.marca,
        )

    def _moment(self, day: date | None) -> str | None:
        if day is None:
            return None
        start = datetime.combine(day, time.min, tzinfo=self._agora().fuso)
        return format_timestamp(int(start.timestamp() * 1000))


def _around(place: Perto) -> Caixa:
    side = PERTO_GRAUS
    return Caixa(place.lat - side, place.lng - side, place.lat + side, place.lng + side)


def rows_of(
    leitura: Leitura, found: Sequence[DemandaListada], taxonomy: Taxonomy, situacoes: Situacoes
) -> list[LinhaDeDemanda]:
    """Rows of a list with names in the place of identifiers."""
    units = unit_names(*leitura, {one.unidade_civica_id for one in found if one.unidade_civica_id})
    people = {one.conselheiro_id for one in found if one.conselheiro_id}
    names = councillor_names(*leitura, people)
    return [
        LinhaDeDemanda(
            demanda_id=one.demanda_id,
            protocolo=one.protocolo,
            titulo=title_of(one.titulo, oculta=one.is_oculta, removida=one.is_removida),
            situacao=situacoes.of(one.situacao),
            desde_ms=moment_ms(one.situacao_desde) or 0,
            categoria_id=one.categoria_id,
            categoria=category_name(taxonomy, one.categoria_id),
            nivel=one.nivel_precedencia,
            unidade_civica_id=one.unidade_civica_id,
            unidade=units.get(one.unidade_civica_id or "", (one.unidade_civica_id or "")[:8])
            or None,
            recebida_ms=moment_ms(one.recebida_em),
            pontos=None if one.score is None else float(one.score),
            conselheiro_id=one.conselheiro_id,
            conselheiro=None
            if one.conselheiro_id is None
            else names.get(one.conselheiro_id, one.conselheiro_id[:8]),
            marcas=marks_of(oculta=one.is_oculta, removida=one.is_removida),
        )
        for one in found
    ]


def title_of(titulo: str | None, *, oculta: bool, removida: bool) -> str:
    """The public title, or why there is none."""
    if titulo:
        return titulo
    if removida:
        return REMOVIDO
    return OCULTO if oculta else SEM_TITULO


def marks_of(*, oculta: bool, removida: bool) -> tuple[str, ...]:
    """What stands beside a demand's state, in words."""
    return (*(("⊘ oculta",) if oculta else ()), *(("conteúdo removido",) if removida else ()))


def moment_ms(claim: str | None) -> int | None:
    """A claim as Unix milliseconds; None where it names no real moment."""
    try:
        return None if claim is None else parse_timestamp(claim)
    except ValueError:
        return None


def sem(escolha: Escolha, campo: str) -> Escolha:
    """The choice without one of its filters."""
    default = getattr(Escolha(), campo)
    less = msgspec.structs.replace(escolha, **{campo: default})
    return msgspec.structs.replace(less, so_esta=False) if campo == "unidade" else less
