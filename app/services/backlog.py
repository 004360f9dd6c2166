"""A unit's whole backlog for a screen: what is worked on, the agenda, and everybody who waits.

One ``Quadro`` is one read: its bands, counts and positions fit to each other. Of those who wait it
holds ids and points only; what a list shows of them is read by page. Exactly the unit that is
asked for, not those below it (G-028). Public: nothing here needs a role.
No Qt, no SQL. Source: ui.md, Backlog; design.md 7 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, overload

from typing_extensions import override

from app.services.agenda import AGUARDANDO_VAGA, ItemDoBacklog, read_backlog
from app.services.backlog_explicacao import Explicacao, explicar, vizinhas_de
from app.services.backlog_quadro import (
    AGENDA,
    ANDAMENTO,
    ESPERA,
    LinhaDoBacklog,
    Quadro,
    chave_de,
)
from app.services.categorias import category_name
from app.services.leitura import Leitor, Leitura
from app.services.situacoes import Situacoes
from app.services.unidades import encontrar_unidade
from core.base.parametros.conjunto import decimal_of
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d5_agenda import queries
from core.colonies.d5_agenda.queries import Pontuada
from core.colonies.d5_agenda.rules import DISPONIVEL
from core.colonies.d7_transparencia.queries.listas import read_listed
from core.colonies.d7_transparencia.queries.nomes import councillor_names
from core.colonies.d7_transparencia.queries.ranking import find_in_ranking
from core.colonies.d7_transparencia.queries.unidades import Unidade
from core.kernel.clock import parse_timestamp

PAGE: Final = 500
"""Rows of a file or print that are read at once."""


class BacklogService:
    """Over one office.

    Args:
        leitor: reads.
        taxonomia: names of categories.
        situacoes: states in words.
    """

    def __init__(
        self, leitor: Leitor, taxonomia: Callable[[], Taxonomy], situacoes: Situacoes
    ) -> None:
        self._leitor = leitor
        self._taxonomia = taxonomia
        self._situacoes = situacoes

    def quadro(self, unidade: str) -> Quadro:
        """A unit's backlog; empty where nothing was ranked there yet.

        Raises:
            UserFacingError: ``unidade.nao_encontrada``, ``unidade.varias``.
        """
        with self._leitor.ler() as read:
            return self._read(read, encontrar_unidade(read, unidade))

    def linhas(self, demandas: Sequence[str]) -> list[LinhaDoBacklog]:
        """What a list shows of demands that wait, in any order; their places are the quadro's."""
        with self._leitor.ler() as read:
            return list(self._waiting(read, demandas))

    def procurar(self, quadro: Quadro, texto: str) -> frozenset[str]:
        """The open demands of the unit with these words in the public title or the protocol."""
        unit = quadro.unidade.unidade_civica_id
        with self._leitor.ler() as read:
            found = [find_in_ranking(*read, unit, word) for word in texto.split()]
        return frozenset.intersection(*found) if found else frozenset()

    def explicar(self, quadro: Quadro, demanda_id: str) -> Explicacao | None:
        """Why a demand stands where the quadro has it; None where it does not."""
        wanted = [one for one in (demanda_id, *vizinhas_de(quadro, demanda_id)) if one]
        at = quadro.lugar_na_espera(demanda_id)
        ahead: Mapping[int, int] = {}
        with self._leitor.ler() as read:
            scored = {**quadro.pontuadas, **queries.read_scored(*read, wanted)}
            if at:
                minus, _id = quadro.chave_na_espera(at)
                unit = quadro.unidade.unidade_civica_id
                ahead = queries.count_ahead(*read, unit, -minus, demanda_id)
        return explicar(quadro, demanda_id, scored, ahead)

    def todas(self, quadro: Quadro, espera: Sequence[int] | None = None) -> TodasAsLinhas:
        """Every line of a backlog in order, whatever a screen has fetched of it.

        Args:
            quadro: what the screen shows.
            espera: which of those who wait, by their places from 0; all where None.
        """
        return TodasAsLinhas(self, quadro, range(quadro.em_espera) if espera is None else espera)

    def _read(self, read: Leitura, unidade: Unidade) -> Quadro:
        backlog = read_backlog(read, unidade)
        agenda = backlog.agenda
        unit = unidade.unidade_civica_id
        active = [one.item.demanda_id for one in backlog.itens]
        scored = queries.read_scored(*read, active)
        queue = queries.read_queue(*read, unit)
        other = queries.count_other_sets(*read, unit, agenda.versao_parametros)
        names = councillor_names(
            *read, [one.item.conselheiro_id for one in backlog.itens if one.item.conselheiro_id]
        )
        ranked = {one: score for one, score in scored.items() if score.unidade_civica_id == unit}
        keys = tuple(sorted(chave_de(one) for one in ranked.values()))
        bare = Quadro(backlog, (), queue, scored, other, keys)
        taxonomy = self._taxonomia()
        lines = tuple(
            self._holding(one, bare, ranked.get(one.item.demanda_id), names, taxonomy)
            for one in (*bare.em_andamento, *bare.disponiveis)
        )
        return Quadro(backlog, lines, queue, scored, other, keys)

    def _holding(
        self,
        one: ItemDoBacklog,
        quadro: Quadro,
        scored: Pontuada | None,
        names: Mapping[str, str],
        taxonomy: Taxonomy,
    ) -> LinhaDoBacklog:
        item, shown = one.item, one.demanda
        is_available = item.status == DISPONIVEL
        category = item.categoria_id or (None if scored is None else scored.categoria_id)
        who = item.conselheiro_id
        return LinhaDoBacklog(
            faixa=AGENDA if is_available else ANDAMENTO,
            demanda_id=item.demanda_id,
            ordem=item.posicao if is_available else None,
            posicao=None if scored is None else quadro.posicao(chave_de(scored)),
            protocolo=None if shown is None else shown.protocolo,
            titulo=None if shown is None else shown.titulo,
            situacao=self._situacoes.of(one.situacao),
            score=None if scored is None else decimal_of(scored.score_final),
            nivel=item.nivel_precedencia or (None if scored is None else scored.nivel_precedencia),
            categoria_id=category,
            categoria=category_name(taxonomy, category),
            desde_ms=_ms(item.entrou_em),
            conselheiro=None if who is None else names.get(who, who[:8]),
            versao=None if scored is None else scored.versao_parametros,
        )

    def _waiting(self, read: Leitura, demandas: Sequence[str]) -> Iterator[LinhaDoBacklog]:
        taxonomy, waits = self._taxonomia(), self._situacoes.of(AGUARDANDO_VAGA)
        shown = read_listed(*read, demandas)
        for demanda, scored in queries.read_scored(*read, demandas).items():
            known = shown.get(demanda)
            yield LinhaDoBacklog(
                faixa=ESPERA,
                demanda_id=demanda,
                ordem=None,
                posicao=None,
                protocolo=None if known is None else known.protocolo,
                titulo=None if known is None else known.titulo,
                situacao=waits,
                score=decimal_of(scored.score_final),
                nivel=scored.nivel_precedencia,
                categoria_id=scored.categoria_id,
                categoria=category_name(taxonomy, scored.categoria_id),
                desde_ms=_ms(scored.criado_em),
                conselheiro=None,
                versao=scored.versao_parametros,
            )


class TodasAsLinhas(Sequence[LinhaDoBacklog]):
    """All lines of a backlog, as long as it is, read page by page while they are taken."""

    def __init__(self, service: BacklogService, quadro: Quadro, espera: Sequence[int]) -> None:
        self._service = service
        self._quadro = quadro
        self._espera = espera

    @override
    def __len__(self) -> int:
        return len(self._quadro.linhas) + len(self._espera)

    @overload
    def __getitem__(self, at: int) -> LinhaDoBacklog: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[LinhaDoBacklog]: ...
    @override
    def __getitem__(self, at: int | slice) -> LinhaDoBacklog | Sequence[LinhaDoBacklog]:
        places = range(len(self))[at]
        if isinstance(places, range):
            return [self._at(place) for place in places]
        return self._at(places)

    @override
    def __iter__(self) -> Iterator[LinhaDoBacklog]:
        yield from self._quadro.linhas
        for start in range(0, len(self._espera), PAGE):
            yield from self._page(self._espera[start : start + PAGE])

    def _at(self, place: int) -> LinhaDoBacklog:
        held = self._quadro.linhas
        if place < len(held):
            return held[place]
        return self._page(self._espera[place - len(held) :][:1])[0]

    def _page(self, places: Sequence[int]) -> list[LinhaDoBacklog]:
        ids = self._quadro.fila.demandas
        found = {line.demanda_id: line for line in self._service.linhas([ids[at] for at in places])}
        return [
            found[ids[at]]._replace(posicao=self._quadro.posicao_na_espera(at))
            for at in places
            if ids[at] in found
        ]


def _ms(claim: str) -> int | None:
    try:
        return parse_timestamp(claim)
    except ValueError:
        return None
