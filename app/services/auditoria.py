"""The auditor's side as a person meets it: order a list, verify draws and rankings.

Everything is recomputed from the log by ``core.audit``; no colony and no table of theirs is asked.
Source: issue of part 3, Audit; design.md 8.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from app.services.leitura import Leitor
from app.services.linha_do_tempo import find_demand_id
from app.services.progresso import Progress, ignore_progress
from app.services.unidades import encontrar_unidade
from core.audit.draw_audit import DrawAudit, Judged
from core.audit.draw_state import SEM_CANDIDATOS, SORTEADO, SUSPENSAO_EXPIRADA
from core.audit.hierarchy import Hierarchy
from core.audit.log_source import StoredLog
from core.audit.ranking_audit import RankingAudit, Scored
from core.audit.ranking_state import ATUALIZADO, CARREGADOS, RANQUEADA, RankingState
from core.base.sorteio import Sorteio, sortear
from core.kernel.clock import parse_timestamp
from core.kernel.contract import Timestamp
from core.kernel.errors import UserFacingError

LIMITE: Final = 100
"""How many that do not match are shown; all are counted."""
_ID: Final = r"^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$(?!\n)"
Id = Annotated[str, Meta(pattern=_ID)]
_DIGITS: Final = re.compile(r"[0-9A-Fa-f-]{8,36}")
FIELDS: Final = ("ultimo_event_id", "timestamp", "elegiveis")


class Pedido(msgspec.Struct):
    """A line to be ordered; further fields are allowed and not read."""

    ultimo_event_id: Id
    timestamp: Timestamp
    elegiveis: Annotated[list[Id], Meta(min_length=1)]


_decode = msgspec.json.Decoder(Pedido).decode


def ordenar_linhas(linhas: Iterable[str]) -> Iterator[Sorteio]:
    """The draw of each line; empty lines are passed over but counted.

    Raises:
        UserFacingError: ``sorteio.linha_*``, with the number of the line.
    """
    number = 0
    lines = iter(linhas)
    while True:
        number += 1
        try:
            line = next(lines)
        except StopIteration:
            return
        except UnicodeDecodeError:
            raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
        if line.strip():
            yield _ordered(number, line)


def _ordered(number: int, line: str) -> Sorteio:
    try:
        wanted = _decode(line)
    except msgspec.ValidationError as error:
        campo = next((one for one in FIELDS if one in str(error)), None)
        if campo is None:
            raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
        raise UserFacingError("sorteio.linha_campo", linha=number, campo=campo) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise UserFacingError("sorteio.linha_ilegivel", linha=number) from None
    try:
        parse_timestamp(wanted.timestamp)
    except ValueError:
        raise UserFacingError("sorteio.linha_campo", linha=number, campo="timestamp") from None
    try:
        return sortear(wanted.elegiveis, wanted.ultimo_event_id.lower(), wanted.timestamp)
    except ValueError:
        raise UserFacingError("sorteio.linha_repetida", linha=number) from None


@dataclass(frozen=True, slots=True)
class SorteiosConferidos:
    """What verifying draws came to.

    Args:
        eventos: how far the log was read.
        sorteios: draws verified.
        tentativas: draws that found nobody, verified.
        suspensoes: ends of suspensions, verified.
        divergentes: of all these, how many do not match.
        mostrados: of one demand all, else those that do not match, at most ``LIMITE``.
        nomes: of the units that ``mostrados`` speaks of, as their import calls them.
        ramos: nodes whose events were read; the order of arrival stands for theirs.
        em_espera: demands that wait at the end of the log although somebody could be drawn.
    """

    eventos: int
    sorteios: int
    tentativas: int
    suspensoes: int
    divergentes: int
    mostrados: tuple[Judged, ...]
    nomes: Mapping[str, str]
    ramos: int
    em_espera: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything matches."""
        return self.divergentes == 0


@dataclass(frozen=True, slots=True)
class Posicao:
    """A line of a ranking as the log makes it."""

    posicao: int
    demanda_id: str
    score_final: float
    categoria_id: str | None


@dataclass(frozen=True, slots=True)
class RankingConferido:
    """What verifying rankings came to.

    Args:
        eventos: how far the log was read.
        unidades: that have a ranking at the end.
        pontuacoes: scores verified.
        topos: told tops verified.
        parametros: parameter sets verified.
        divergentes: of all these, how many do not match.
        mostrados: of each demand the first that does not match, and of tops and sets each; at
            most ``LIMITE``.
        ordem: of one unit, how its ranking stands at the end.
    """

    eventos: int
    unidades: int
    pontuacoes: int
    topos: int
    parametros: int
    divergentes: int
    mostrados: tuple[Scored, ...]
    ordem: tuple[Posicao, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything matches."""
        return self.divergentes == 0


class AuditoriaService:
    """Over the log of one office.

    Args:
        leitor: reads.
    """

    def __init__(self, leitor: Leitor) -> None:
        self._leitor = leitor

    def verificar_sorteios(
        self, demanda: str | None = None, *, progress: Progress = ignore_progress
    ) -> SorteiosConferidos:
        """Verify all draws, or those of one demand, in one pass.

        Args:
            demanda: protocol, id, or at least the first eight characters of it; None for all.
            progress: told how far the log was read.

        Raises:
            UserFacingError: as ``find_demand_id``; ``sorteio.sem_sorteio``: the demand has none.
        """
        wanted = None if demanda is None else find_demand_id(self._leitor, demanda)
        counts: Counter[str] = Counter()
        shown: list[Judged] = []
        wrong = 0
        with self._leitor.ler() as (cursor, dialect):
            source = StoredLog(cursor, dialect, progress=progress)
            audit = DrawAudit(source)
            for judged in audit.run():
                if wanted is not None and judged.event.payload.get("demanda_id") != wanted:
                    continue
                counts[judged.event.tipo] += 1
                wrong += not judged.is_right
                if wanted is not None or (not judged.is_right and len(shown) < LIMITE):
                    shown.append(judged)
        waits = [one for one in audit.state.unserved() if wanted is None or one == wanted]
        if wanted is not None and not shown and not waits:
            raise UserFacingError("sorteio.sem_sorteio", demanda=wanted)
        return SorteiosConferidos(
            eventos=source.upto,
            sorteios=counts[SORTEADO],
            tentativas=counts[SEM_CANDIDATOS],
            suspensoes=counts[SUSPENSAO_EXPIRADA],
            divergentes=wrong,
            mostrados=tuple(shown),
            nomes=_names(audit.state.hierarchy, shown),
            ramos=len(audit.nodes),
            em_espera=tuple(waits),
        )

    def verificar_ranking(
        self, unidade: str | None = None, *, progress: Progress = ignore_progress
    ) -> RankingConferido:
        """Verify every score, position and told top of one unit, or of all, in one pass.

        Args:
            unidade: name, id, or at least the first eight characters of it; None for all.
            progress: told how far the log was read.

        Raises:
            UserFacingError: as ``find_demand_id`` and ``encontrar_unidade``;
                ``ranking.sem_pontuacao``: the unit has none.
        """
        wanted = None if unidade is None else self._unit(unidade)
        counts: Counter[str] = Counter()
        shown: dict[str, Scored] = {}
        wrong = 0
        with self._leitor.ler() as (cursor, dialect):
            source = StoredLog(cursor, dialect, progress=progress)
            audit = RankingAudit(source, wanted)
            for scored in audit.run():
                counts[scored.event.tipo] += 1
                if scored.is_right:
                    continue
                wrong += 1
                about = scored.event.payload.get("demanda_id") or scored.event.event_hash
                if len(shown) < LIMITE:
                    shown.setdefault(about, scored)
        if wanted is not None and not counts[RANQUEADA]:
            raise UserFacingError("ranking.sem_pontuacao", unidade=wanted)
        return RankingConferido(
            eventos=source.upto,
            unidades=len(audit.state.units()),
            pontuacoes=counts[RANQUEADA],
            topos=counts[ATUALIZADO],
            parametros=counts[CARREGADOS],
            divergentes=wrong,
            mostrados=tuple(shown.values()),
            ordem=() if wanted is None else _ranking(audit.state, wanted),
        )

    def _unit(self, texto: str) -> str:
        """A unit's id: by the log alone where an id is given, else by the territory's names."""
        if _DIGITS.fullmatch(texto.strip()):
            return find_demand_id(self._leitor, texto)
        with self._leitor.ler() as leitura:
            return encontrar_unidade(leitura, texto).unidade_civica_id


def _names(hierarchy: Hierarchy, shown: Iterable[Judged]) -> dict[str, str]:
    units = {step.unit for one in shown if one.pool is not None for step in one.pool.steps}
    return {unit: name for unit in sorted(units) if (name := hierarchy.name(unit)) is not None}


def _ranking(state: RankingState, unit: str) -> tuple[Posicao, ...]:
    found = []
    for position, (minus, demand) in enumerate(state.order(unit), 1):
        place = state.place(demand)
        category = None if place is None else place.category.categoria_id
        found.append(Posicao(position, demand, -minus + 0.0, category))
    return tuple(found)
