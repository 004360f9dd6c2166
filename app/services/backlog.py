"""A unit's whole backlog for a screen: what is worked on, the agenda, and everybody who waits.

One ``Quadro`` is one read: its bands, counts and positions fit to each other. Of those who wait it
holds ids and points only; what a list shows of them is read by page. Exactly the unit that is
asked for, not those below it (G-028). Public: nothing here needs a role.
No Qt, no SQL. Source: ui.md, Backlog; design.md 7 and 11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

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
from app.services.exportacao import Perfil, write_csv
from app.services.leitura import Leitor, Leitura
from app.services.progresso import Progress, ignore_progress
from app.services.situacoes import Situacoes
from app.services.unidades import encontrar_unidade
from core.base.parametros.conjunto import decimal_of
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d5_agenda import queries
from core.colonies.d5_agenda.queries import Pontuada
from core.colonies.d5_agenda.rules import DISPONIVEL
from core.colonies.d7_transparencia.queries.listas import DemandaListada, read_listed
from core.colonies.d7_transparencia.queries.nomes import councillor_names
from core.colonies.d7_transparencia.queries.unidades import Unidade

PAGE: Final = 500
"""Rows of an export that are read at once."""


class BacklogService:
    """Over one office.

    Args:
        leitor: reads.
        taxonomia: names of categories.
        situacoes: states in words, for exports.
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
        """What a list shows of demands that wait, in any order; the place is the quadro's to tell."""
        taxonomy = self._taxonomia()
        with self._leitor.ler() as read:
            return list(_waiting(read, demandas, taxonomy))

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

    def exportar(
        self,
        quadro: Quadro,
        path: Path,
        perfil: Perfil,
        momento: Callable[[str], str],
        progress: Progress = ignore_progress,
    ) -> int:
        """Write the whole backlog to a CSV file, whatever a screen has fetched of it; its rows.

        Args:
            quadro: what the screen shows.
            path: the file.
            perfil: who will open it.
            momento: UTC timestamp -> how the file writes it.
            progress: told after each page.

        Raises:
            EnvironmentFault: ``exportacao.nao_gravou``; no file is left.
            Cancelled: as ``progress`` wants it; no file is left.
        """
        return write_csv(path, CABECALHO, self._exported(quadro, momento, progress), perfil)

    def _exported(
        self, quadro: Quadro, momento: Callable[[str], str], progress: Progress
    ) -> Iterator[Sequence[object]]:
        total = len(quadro.linhas) + quadro.em_espera
        done = 0
        for line in quadro.linhas:
            done += 1
            yield self._row(line, momento)
        for line in self.todas_em_espera(quadro):
            done += 1
            if done % PAGE == 0 or done == total:
                progress(done, total)
            yield self._row(line, momento)

    def todas_em_espera(
        self, quadro: Quadro, limite: int | None = None
    ) -> Iterator[LinhaDoBacklog]:
        """Who waits, in order and with places; read page by page as they are taken."""
        end = quadro.em_espera if limite is None else min(limite, quadro.em_espera)
        for start in range(0, end, PAGE):
            wanted = quadro.fila.demandas[start : min(start + PAGE, end)]
            found = {line.demanda_id: line for line in self.linhas(wanted)}
            for at, demanda in enumerate(wanted, start):
                line = found.get(demanda)
                if line is not None:
                    yield line._replace(posicao=quadro.posicao_na_espera(at))

    def _row(self, line: LinhaDoBacklog, momento: Callable[[str], str]) -> tuple[object, ...]:
        return (
            NOMES_DAS_FAIXAS[line.faixa],
            line.ordem,
            line.posicao,
            line.protocolo,
            line.titulo,
            self._situacoes.of(line.situacao).nome,
            line.score,
            line.nivel,
            line.categoria_id,
            line.categoria,
            None if line.desde is None else momento(line.desde),
            line.conselheiro,
            line.versao,
            line.demanda_id,
        )

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
            _holding(one, bare, ranked.get(one.item.demanda_id), names, taxonomy)
            for one in (*bare.em_andamento, *bare.disponiveis)
        )
        return Quadro(backlog, lines, queue, scored, other, keys)


CABECALHO: Final = (
    "faixa",
    "ordem na agenda",
    "posição no ranking",
    "protocolo",
    "título",
    "situação",
    "pontos",
    "nível de precedência",
    "categoria",
    "nome da categoria",
    "desde",
    "conselheiro",
    "versão dos parâmetros",
    "demanda",
)
NOMES_DAS_FAIXAS: Final[Mapping[str, str]] = {
    ANDAMENTO: "em andamento",
    AGENDA: "na agenda",
    ESPERA: "esperando vaga",
}


def _holding(
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
        situacao=one.situacao,
        score=None if scored is None else decimal_of(scored.score_final),
        nivel=item.nivel_precedencia or (None if scored is None else scored.nivel_precedencia),
        categoria_id=category,
        categoria=category_name(taxonomy, category),
        desde=item.entrou_em,
        conselheiro=None if who is None else names.get(who, who),
        versao=None if scored is None else scored.versao_parametros,
    )


def _waiting(
    read: Leitura, demandas: Sequence[str], taxonomy: Taxonomy
) -> Iterator[LinhaDoBacklog]:
    shown = read_listed(*read, demandas)
    for demanda, scored in queries.read_scored(*read, demandas).items():
        known: DemandaListada | None = shown.get(demanda)
        yield LinhaDoBacklog(
            faixa=ESPERA,
            demanda_id=demanda,
            ordem=None,
            posicao=None,
            protocolo=None if known is None else known.protocolo,
            titulo=None if known is None else known.titulo,
            situacao=AGUARDANDO_VAGA,
            score=decimal_of(scored.score_final),
            nivel=scored.nivel_precedencia,
            categoria_id=scored.categoria_id,
            categoria=category_name(taxonomy, scored.categoria_id),
            desde=scored.criado_em,
            conselheiro=None,
            versao=scored.versao_parametros,
        )
