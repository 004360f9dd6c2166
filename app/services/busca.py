"""The search of the whole window: one text in, what it may mean out, by kind and with counts.

Protocol numbers however they are typed, words of public texts, streets, councillors who agreed to
be named, units, categories, and what the technical screens know by stamp or number. Never a
resident: those are looked up at the counter. Reads only; every kind costs a bounded read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.services.demanda_lista import Escolha, LinhaDeDemanda, Perto, rows_of
from app.services.eventos import EventosService
from app.services.leitura import Leitor, Leitura
from app.services.situacoes import Situacoes
from app.services.unidades import place_name
from core.base.protocolo import beginning_of, looks_like_protocol, prefix_of, read_protocol
from core.base.taxonomia.taxonomy import Taxonomy
from core.base.texto.search import MAX_SEARCHED, findable_words, has_words, typed_words
from core.colonies.d1a_captura.api import logradouros as streets
from core.colonies.d1a_captura.queries import find_by_beginning
from core.colonies.d7_transparencia.queries import procura
from core.colonies.d7_transparencia.queries import unidades as territorio
from core.colonies.d7_transparencia.queries.listas import read_listed
from core.colonies.d7_transparencia.queries.nomes import councillor_names, unit_names
from core.kernel.errors import UserFacingError

POR_GRUPO: Final = 6
MIN_LETRAS: Final = 2
_MANY: Final = 50
LISTA: Final = "lista:"
"""What begins so, for the screen ``demandas``, is a choice of filters."""


@dataclass(frozen=True, slots=True)
class Achado:
    """One thing that a text may mean.

    Args:
        tela: key of the screen that shows it.
        alvo: what the screen is asked for.
        titulo: its name.
        detalhe: what tells it from others.
    """

    tela: str
    alvo: str
    titulo: str
    detalhe: str


@dataclass(frozen=True, slots=True)
class Grupo:
    """Things of one kind.

    Args:
        total: how many there are; ``achados`` are the first of them.
        todos: opens all of them; None where all are here or no list shows them.
    """

    nome: str
    total: int
    achados: tuple[Achado, ...]
    todos: Achado | None = None


@dataclass(frozen=True, slots=True)
class Resultado:
    """What a search found; ``aviso`` is a code of a sentence about what was typed, or empty."""

    texto: str
    grupos: tuple[Grupo, ...]
    aviso: str = ""

    @property
    def total(self) -> int:
        """How many things, of all kinds."""
        return sum(one.total for one in self.grupos)


class BuscaService:
    """Over one office.

    Args:
        leitor: reads.
        eventos: what stamps and numbers of events mean.
        taxonomia: names of categories.
        situacoes: states in words.
        no: this node.
        epoca: its epoch.
    """

    def __init__(
        self,
        leitor: Leitor,
        eventos: EventosService,
        taxonomia: Callable[[], Taxonomy],
        situacoes: Situacoes,
        *,
        no: str,
        epoca: int,
    ) -> None:
        self._leitor = leitor
        self._eventos = eventos
        self._taxonomia = taxonomia
        self._situacoes = situacoes
        self._prefix = prefix_of(no, epoca)

    def buscar(self, texto: str) -> Resultado:
        """Everything that a text may mean, the surest kind first; short texts find nothing."""
        typed = texto.strip()[:MAX_SEARCHED]
        if not typed:
            return Resultado(texto, ())
        words = typed_words(typed)
        with self._leitor.ler() as leitura:
            groups = [self._by_number(leitura, typed)]
            if len(typed) >= MIN_LETRAS:
                groups += [
                    self._by_words(leitura, typed, words),
                    self._streets(leitura, typed),
                    self._councillors(leitura, words),
                    self._units(leitura, typed),
                    self._categories(words),
                ]
        groups.append(self._events(typed))
        found = tuple(one for one in groups if one is not None and one.total)
        return Resultado(texto, found, _complaint(typed))

    def recentes(self, alvos: Iterable[tuple[str, str]]) -> list[Achado]:
        """Things opened before, by (screen, id), with their names of today; gone ones left out."""
        wanted = list(alvos)
        with self._leitor.ler() as leitura:
            demands = [alvo for tela, alvo in wanted if tela == "demandas"]
            listed = read_listed(*leitura, demands)
            rows = rows_of(leitura, list(listed.values()), self._taxonomia(), self._situacoes)
            known = {("demandas", one.demanda_id): _demand(one) for one in rows}
            people = councillor_names(*leitura, [a for t, a in wanted if t == "conselheiros"])
            units = unit_names(*leitura, [a for t, a in wanted if t == "backlog"])
        for who, name in people.items():
            known["conselheiros", who] = Achado("conselheiros", who, name, "conselheiro")
        for unit, name in units.items():
            known["backlog", unit] = Achado("backlog", unit, name, "unidade")
        return [known[one] for one in wanted if one in known]

    def _by_number(self, leitura: Leitura, typed: str) -> Grupo | None:
        if looks_like_protocol(typed):
            beginning: str | None = read_protocol(typed).texto
        else:
            beginning = beginning_of(typed, self._prefix)
        if beginning is None:
            return None
        ids = find_by_beginning(*leitura, beginning, POR_GRUPO)
        return Grupo("Protocolo", len(ids), self._demands(leitura, ids))

    def _by_words(self, leitura: Leitura, typed: str, words: Sequence[str]) -> Grupo:
        found = procura.find_by_words(*leitura, words, POR_GRUPO)
        every = Achado(
            "demandas", LISTA + Escolha(texto=typed).as_target(), "Ver todas na lista", ""
        )
        return Grupo(
            "Demandas com estas palavras",
            found.total,
            self._demands(leitura, found.demandas),
            every if found.total > len(found.demandas) else None,
        )

    def _demands(self, leitura: Leitura, ids: Sequence[str]) -> tuple[Achado, ...]:
        listed = read_listed(*leitura, ids)
        rows = rows_of(
            leitura, [listed[one] for one in ids if one in listed],
            self._taxonomia(), self._situacoes,
        )  # fmt: skip
        return tuple(map(_demand, rows))

    def _streets(self, leitura: Leitura, typed: str) -> Grupo | None:
        cep = streets.read_cep(typed)
        if cep is not None:
            found = streets.streets_of_cep(*leitura, cep, _MANY)
        elif any(char.isalpha() for char in typed):
            found = streets.streets_named(*leitura, typed, limite=_MANY)
            found = found or streets.streets_named(*leitura, f"rua {typed}", limite=_MANY)
        else:
            return None
        return Grupo(
            "Ruas",
            len(found),
            tuple(
                Achado(
                    "demandas",
                    LISTA
                    + Escolha(perto=Perto(one.nome, one.ponto.lat, one.ponto.lng)).as_target(),
                    one.nome,
                    " · ".join(part for part in (one.bairro, "demandas perto daqui") if part),
                )
                for one in found[:POR_GRUPO]
            ),
        )

    def _councillors(self, leitura: Leitura, words: Sequence[str]) -> Grupo:
        found = procura.find_councillors(*leitura, words)
        shown = found[:POR_GRUPO]
        units = unit_names(*leitura, {one.unidade_civica_id or "" for one in shown})
        return Grupo(
            "Conselheiros",
            len(found),
            tuple(
                Achado(
                    "conselheiros",
                    one.conselheiro_id,
                    one.nome_publico,
                    units.get(one.unidade_civica_id or "", "conselheiro"),
                )
                for one in shown
            ),
        )

    def _units(self, leitura: Leitura, typed: str) -> Grupo | None:
        if not any(char.isalpha() for char in typed):
            return None
        found = territorio.find_units(*leitura, territorio.FiltroUnidade(nome=typed), _MANY)
        return Grupo(
            "Unidades",
            len(found),
            tuple(
                Achado("backlog", one.unidade_civica_id, one.nome, place_name(one))
                for one in found[:POR_GRUPO]
            ),
        )

    def _categories(self, words: Sequence[str]) -> Grupo:
        found = [
            one
            for one in self._taxonomia().categorias()
            if words and has_words(findable_words(one.nome, one.area), words)
        ]
        return Grupo(
            "Categorias",
            len(found),
            tuple(
                Achado(
                    "demandas",
                    LISTA + Escolha(categoria=one.id).as_target(),
                    one.nome,
                    f"nível {one.nivel_precedencia} · demandas desta categoria",
                )
                for one in found[:POR_GRUPO]
            ),
        )

    def _events(self, typed: str) -> Grupo | None:
        try:
            found = self._eventos.find(typed)
        except UserFacingError:
            return None
        if found.numero is not None:
            title, target = f"Evento nº {found.numero}", f"evento:{found.numero}"
        else:
            title, target = f"Eventos de {(found.assunto or '')[:8]}", found.assunto or ""
        return Grupo("Eventos", 1, (Achado("eventos", target, title, "registro técnico"),))


def _demand(row: LinhaDeDemanda) -> Achado:
    parts = (row.titulo, f"{row.situacao.forma} {row.situacao.nome}", row.unidade or "sem unidade")
    return Achado("demandas", row.demanda_id, row.nome, " · ".join(parts))


def _complaint(typed: str) -> str:
    try:
        read_protocol(typed)
    except UserFacingError as refusal:
        return refusal.code if refusal.code == "protocolo.digitos" else ""
    return ""
