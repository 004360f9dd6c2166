"""The panel of a unit or of the office: every number of one moment, read together.

The counts are D-7's sums, whose states are those of every list and map, so that each number opens
the list that it counts (``alvo_de``). Times are told as median and 90th percentile, because a mean
hides the few that wait for months. The clock and the office's zone come in as a value.
No Qt, no SQL. Source: issue of part 4, Painel; Apêndice B D-7; design.md 7 and 11; peers.md 11.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from math import ceil
from typing import Final

from app.services.categorias import category_name
from app.services.leitura import Leitor
from app.services.situacoes import Situacao, Situacoes
from app.services.unidades import encontrar_unidade
from core.base.taxonomia.taxonomy import Taxonomy
from core.colonies.d7_transparencia.queries import painel as paineis
from core.colonies.d7_transparencia.queries import ritmo
from core.colonies.d7_transparencia.queries.alcance import Alcance
from core.colonies.d7_transparencia.queries.painel import Painel
from core.colonies.d7_transparencia.queries.unidades import Unidade
from core.colonies.d7_transparencia.rules.prazos import Agora
from core.colonies.d7_transparencia.rules.situacao import SEM_CONSELHEIRO
from core.kernel.clock import format_timestamp

SEMANAS: Final = 12
"""Weeks that are shown, the present one included."""
DIA_S: Final = 86_400
FAIXAS_DE_DIAS: Final = (1, 3, 7, 15, 30, 60, 90, 180)
"""Upper ends of the spans in which times are counted; what took longer is the last one."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long something took.

    Args:
        total: demands that tell it.
        mediana_s: half of them took no longer; None where there is none.
        p90_s: nine of ten took no longer (nearest rank).
        por_faixa: how many took up to each of ``FAIXAS_DE_DIAS``, and longer.
    """

    total: int
    mediana_s: int | None
    p90_s: int | None
    por_faixa: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SemanaDoPainel:
    """A calendar week of the office, from Monday on."""

    inicio: date
    recebidas: int
    concluidas: int

    @property
    def fim(self) -> date:
        """Its Sunday."""
        return self.inicio + timedelta(days=6)


@dataclass(frozen=True, slots=True)
class PainelVisto:
    """Everything that the panel shows.

    Args:
        unidade: None for the whole office, demands without a unit included.
        so_esta: without the units below it.
        numeros: the sums.
        situacoes: every state in words, in the order of a demand's life.
        categorias: (id, name, how many are open), most first; the id is empty without a category.
        sem_conselheiro: open demands that nobody works on though they are ranked.
        sem_unidade: open demands of which no unit is known; they belong to the office alone.
        sem_ponto: open demands without coordinates: no map shows them.
        inicio: from reception to the first act.
        conclusao: from reception to the end.
        semanas: the last ones, the oldest first; the last one is not over.
    """

    unidade: Unidade | None
    so_esta: bool
    numeros: Painel
    situacoes: tuple[Situacao, ...]
    categorias: tuple[tuple[str, str, int], ...]
    sem_conselheiro: int
    sem_unidade: int
    sem_ponto: int
    inicio: Tempo
    conclusao: Tempo
    semanas: tuple[SemanaDoPainel, ...]


class PainelService:
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

    def ver(self, unidade: str | None = None, *, so_esta: bool = False) -> PainelVisto:
        """The panel of a unit, or of the office.

        Raises:
            UserFacingError: ``unidade.nao_encontrada``, ``unidade.varias``.
        """
        now = self._agora()
        with self._leitor.ler() as read:
            found = None if unidade is None else encontrar_unidade(read, unidade)
            reach = Alcance(None if found is None else found.unidade_civica_id, so_esta)
            numbers = paineis.read_panel(*read, reach, now)
            mondays = segundas(now, SEMANAS)
            weeks = ritmo.read_weeks(*read, reach, [momento(day, now) for day in mondays])
            starts = tempo_de(ritmo.read_starts(*read, reach))
            ends = tempo_de(ritmo.read_ends(*read, reach))
            pointless = ritmo.count_without_point(*read, reach)
        return PainelVisto(
            unidade=found,
            so_esta=so_esta,
            numeros=numbers,
            situacoes=self._situacoes.todas(),
            categorias=_categories(numbers.por_categoria, self._taxonomia()),
            sem_conselheiro=sum(numbers.por_situacao[one] for one in SEM_CONSELHEIRO),
            sem_unidade=numbers.abertas - numbers.com_local,
            sem_ponto=pointless,
            inicio=starts,
            conclusao=ends,
            semanas=tuple(
                SemanaDoPainel(day, week.recebidas, week.concluidas)
                for day, week in zip(mondays, weeks, strict=False)
            ),
        )


def segundas(agora: Agora, semanas: int) -> list[date]:
    """The Mondays of the last weeks in the office's calendar, and the one that ends the last."""
    today = agora.local().date()
    monday = today - timedelta(days=today.weekday())
    return [monday + timedelta(weeks=n) for n in range(1 - semanas, 2)]


def momento(dia: date, agora: Agora) -> str:
    """The first moment of a day in the office's zone, as the log writes it."""
    start = datetime.combine(dia, time.min, tzinfo=agora.fuso)
    return format_timestamp(int(start.timestamp() * 1000))


def tempo_de(segundos: Sequence[int]) -> Tempo:
    """Median, 90th percentile and spans of rising values."""
    count = len(segundos)
    ends = [bisect_left(segundos, days * DIA_S + 1) for days in FAIXAS_DE_DIAS]
    spans = tuple(b - a for a, b in zip([0, *ends], [*ends, count], strict=True))
    if not count:
        return Tempo(0, None, None, spans)
    low, high = segundos[(count - 1) // 2], segundos[count // 2]
    return Tempo(count, (low + high) // 2, segundos[ceil(0.9 * count) - 1], spans)


def _categories(counts: Mapping[str, int], taxonomy: Taxonomy) -> tuple[tuple[str, str, int], ...]:
    named = [
        (code, (category_name(taxonomy, code) or code) if code else "sem categoria ainda", count)
        for code, count in counts.items()
        if count
    ]
    return tuple(sorted(named, key=lambda one: (-one[2], one[0])))
