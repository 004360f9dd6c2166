"""What one unit's backlog is at one moment: its bands, counts and positions. Values only.

Of those who wait it holds ids and points, so that it costs little whatever their number.
Source: ui.md, Backlog; design.md 7.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NamedTuple

from app.services.agenda import Backlog, ItemDoBacklog
from app.services.situacoes import Situacao
from core.colonies.d5_agenda.queries import Fila, Pontuada
from core.colonies.d5_agenda.rules import DISPONIVEL
from core.colonies.d7_transparencia.queries.unidades import Unidade

ANDAMENTO: Final = "andamento"
AGENDA: Final = "agenda"
ESPERA: Final = "espera"
FAIXAS: Final = (ANDAMENTO, AGENDA, ESPERA)
Chave = tuple[float, str]
"""(minus the points, id): rises along the ranking."""


class LinhaDoBacklog(NamedTuple):
    """What a list shows of a demand; a title that is held back is None.

    Args:
        faixa: one of ``FAIXAS``.
        ordem: in the agenda, 1 is drawn for next; None elsewhere.
        posicao: in the unit's ranking; None where the demand was never ranked, and, where it
            waits, until ``Quadro.posicao_na_espera`` says it.
        score: points, exact to two places; None where the demand was never ranked.
        desde_ms: since when it holds its place; where it waits, since when it was first ranked.
        conselheiro: who has it: the public name, or the identifier where there is none.
        versao: label of the parameters its score is by.
    """

    faixa: str
    demanda_id: str
    ordem: int | None
    posicao: int | None
    protocolo: str | None
    titulo: str | None
    situacao: Situacao
    score: Decimal | None
    nivel: int | None
    categoria_id: str | None
    categoria: str | None
    desde_ms: int | None
    conselheiro: str | None
    versao: str | None


@dataclass(frozen=True, slots=True)
class Quadro:
    """One unit's backlog at one moment.

    Args:
        backlog: what holds a place, with capacity and shares.
        linhas: what holds a place, ready to be shown: worked on first, then the agenda in order.
        fila: everybody who waits for a place.
        pontuadas: score and factors of what holds a place.
        outras_versoes: label -> how many of those available or waiting have their score by other
            parameters than those in force; empty once all were calculated anew.
    """

    backlog: Backlog
    linhas: tuple[LinhaDoBacklog, ...]
    fila: Fila
    pontuadas: Mapping[str, Pontuada]
    outras_versoes: Mapping[str, int]
    _chaves: tuple[Chave, ...]

    @property
    def unidade(self) -> Unidade:
        """Whose backlog it is."""
        return self.backlog.unidade

    @property
    def em_espera(self) -> int:
        """How many wait for a place."""
        return len(self.fila.demandas)

    @property
    def total_no_ranking(self) -> int:
        """How many the unit's ranking lists."""
        return len(self._chaves) + self.em_espera

    @property
    def disponiveis(self) -> tuple[ItemDoBacklog, ...]:
        """The agenda, in order."""
        return tuple(one for one in self.backlog.itens if one.item.status == DISPONIVEL)

    @property
    def em_andamento(self) -> tuple[ItemDoBacklog, ...]:
        """What is worked on, or waits for another councillor."""
        return tuple(one for one in self.backlog.itens if one.item.status != DISPONIVEL)

    @property
    def vagas_ocupadas(self) -> int:
        """Places that are held; an item that gave its place away holds none."""
        return sum(one.item.vaga_cedida_em is None for one in self.backlog.itens)

    def chave_na_espera(self, at: int) -> Chave:
        """The key of who stands there among those who wait."""
        return (-self.fila.scores[at] + 0.0, self.fila.demandas[at])

    def posicao_na_espera(self, at: int) -> int:
        """The place in the ranking of who stands there among those who wait."""
        return at + 1 + bisect_left(self._chaves, self.chave_na_espera(at))

    def posicao(self, chave: Chave) -> int:
        """The place in the ranking of a key, from 1."""
        ahead = bisect_left(self._chaves, chave)
        return 1 + ahead + self.antes_na_espera(chave)

    def antes_na_espera(self, chave: Chave) -> int:
        """How many of those who wait stand before a key."""
        points, demandas = self.fila.scores, self.fila.demandas
        first = bisect_left(points, chave[0], key=lambda score: -score)
        last = bisect_left(points, chave[0] + 0.001, lo=first, key=lambda score: -score)
        return bisect_left(demandas, chave[1], first, last)

    def lugar_na_espera(self, demanda_id: str) -> int | None:
        """Where a demand stands among those who wait, from 0; None where it does not wait."""
        try:
            return self.fila.demandas.index(demanda_id)
        except ValueError:
            return None


def chave_de(pontuada: Pontuada) -> Chave:
    """A demand's key in the order of the ranking."""
    return (-pontuada.score_final + 0.0, pontuada.demanda_id)
