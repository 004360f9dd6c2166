"""What a set of parameters would do to the rankings, before anybody puts it in force.

Reads only. Every score is computed again with the set, every unit is put in order again, and the
demands that would move the farthest are kept, with counts of all. Bounded: one unit's keys and
``LIMITE`` moves stand in memory at a time. No Qt, no SQL.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.services.leitura import Leitor, Leitura
from app.services.progresso import Progress, ignore_progress
from core.base.parametros.conjunto import NIVEIS, Parametros, para_payload
from core.base.pontuacao import pontuar
from core.colonies.d4_ranking import queries
from core.colonies.d4_ranking.queries import EmVigor, Pontuada
from core.colonies.d7_transparencia.queries import nomes

LIMITE: Final = 500
"""Moves that are shown; all are counted."""
_CHUNK: Final = 20_000
"""Keys sorted by one call."""
_UNITS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Movimento:
    """A demand before and after.

    Args:
        protocolo: None where it is not known.
    """

    demanda_id: str
    protocolo: str | None
    unidade_id: str
    unidade: str | None
    nivel: int
    score_antes: float
    score_depois: float
    posicao_antes: int
    posicao_depois: int

    @property
    def subiu(self) -> int:
        """Places gained; negative where it falls."""
        return self.posicao_antes - self.posicao_depois


@dataclass(frozen=True, slots=True)
class UnidadeEnsaiada:
    """A unit's ranking before and after.

    Args:
        mudam_de_lugar: demands with another position.
        primeira_muda: another demand stands first.
        capacidade_depois: of the agenda, by the set.
    """

    unidade_id: str
    unidade: str | None
    demandas: int
    mudam_de_score: int
    mudam_de_lugar: int
    primeira_muda: bool
    capacidade_antes: int
    capacidade_depois: int


@dataclass(frozen=True, slots=True)
class PesoMudado:
    """A national weight before and after."""

    nivel: int
    antes: float
    depois: float


@dataclass(frozen=True, slots=True)
class Ensaio:
    """What a dry run came to.

    Args:
        novos: the set, as it would be put in force.
        base: hash of the content that was in force meanwhile.
        is_em_vigor: the set is in force already.
        pesos: national weights that change.
        unidades: rankings that change, and units whose capacity does, by name.
        movimentos: the demands that move the farthest, at most ``LIMITE``.
    """

    novos: Parametros
    hash_conteudo: str
    base: str
    is_em_vigor: bool
    demandas: int
    mudam_de_score: int
    mudam_de_lugar: int
    pesos: tuple[PesoMudado, ...]
    unidades: tuple[UnidadeEnsaiada, ...]
    movimentos: tuple[Movimento, ...]

    @property
    def is_nada(self) -> bool:
        """Whether nothing at all would change in rankings and agendas."""
        return not (self.mudam_de_score or self.unidades or self.pesos)


def ensaiar(leitor: Leitor, novos: Parametros, progress: Progress = ignore_progress) -> Ensaio:
    """Try a set on the rankings as they stand.

    Raises:
        Cancelled: by ``progress``, told demands done and in all.
    """
    with leitor.ler() as leitura:
        return _Run(leitura, novos, progress).result()


class _Run:
    def __init__(self, leitura: Leitura, novos: Parametros, progress: Progress) -> None:
        self._leitura = leitura
        self._novos = novos
        self._progress = progress
        self._before: EmVigor = queries.read_in_force(*leitura)
        self._scores: dict[tuple[str, int, int], float] = {}
        self._farthest: list[tuple[int, float, str, Movimento]] = []
        self._done = 0

    def result(self) -> Ensaio:
        """Everything, unit by unit."""
        sizes = queries.read_units(*self._leitura, _UNITS)
        total = sum(size for _unit, size in sizes)
        self._progress(0, total)
        ranked = {unit for unit, _size in sizes}
        units = [self._unit(unit, size, total) for unit, size in sizes]
        named = self._before.parametros.unidades() | self._novos.unidades()
        units += [self._unranked(unit) for unit in sorted(named - ranked)]
        changed = [one for one in units if _changes(one)]
        names = nomes.unit_names(*self._leitura, [one.unidade_id for one in changed])
        digest = para_payload(self._novos)["hash_conteudo"]
        before = self._before
        return Ensaio(
            novos=self._novos,
            hash_conteudo=digest,
            base=before.hash_conteudo,
            is_em_vigor=(before.parametros.versao, before.hash_conteudo)
            == (self._novos.versao, digest),
            demandas=total,
            mudam_de_score=sum(one.mudam_de_score for one in units),
            mudam_de_lugar=sum(one.mudam_de_lugar for one in units),
            pesos=tuple(self._national()),
            unidades=tuple(
                sorted(
                    (replace(one, unidade=names.get(one.unidade_id)) for one in changed),
                    key=lambda one: (one.unidade or "", one.unidade_id),
                )
            ),
            movimentos=self._moves(),
        )

    def _national(self) -> Iterator[PesoMudado]:
        for level in NIVEIS:
            was = self._before.parametros.peso_nacional(level)
            will = self._novos.peso_nacional(level)
            if was != will:
                yield PesoMudado(level, float(was), float(will))

    def _unit(self, unit: str, size: int, total: int) -> UnidadeEnsaiada:
        rows: list[Pontuada] = []
        for portion in queries.read_scores(*self._leitura, unit):
            rows += portion
            self._progress(min(self._done + len(rows), total), total)
        after = [self._score(unit, row) for row in rows]
        places = _places([(-score, row.demanda_id) for score, row in zip(after, rows, strict=True)])
        scores = moved = 0
        for at, (row, score) in enumerate(zip(rows, after, strict=True)):
            position = places[row.demanda_id]
            scores += score != row.score_final
            if position == at + 1 and score == row.score_final:
                continue
            moved += position != at + 1
            self._keep(unit, row, score, (at + 1, position))
        self._done += size
        return UnidadeEnsaiada(
            unit,
            None,
            len(rows),
            scores,
            moved,
            bool(rows) and places[rows[0].demanda_id] != 1,
            self._before.parametros.capacidade(unit),
            self._novos.capacidade(unit),
        )

    def _unranked(self, unit: str) -> UnidadeEnsaiada:
        was, will = self._before.parametros.capacidade(unit), self._novos.capacidade(unit)
        return UnidadeEnsaiada(unit, None, 0, 0, 0, False, was, will)

    def _score(self, unit: str, row: Pontuada) -> float:
        key = (unit, row.nivel_precedencia, row.score_horizontal)
        found = self._scores.get(key)
        if found is None:
            found = self._scores[key] = float(pontuar(self._novos, *key).score_final)
        return found

    def _keep(self, unit: str, row: Pontuada, score: float, places: tuple[int, int]) -> None:
        """Remember it while it is among the farthest; by score where places are equal."""
        weight = (abs(places[0] - places[1]), abs(score - row.score_final), row.demanda_id)
        if len(self._farthest) == LIMITE and weight <= self._farthest[0][:3]:
            return
        move = Movimento(
            row.demanda_id, None, unit, None, row.nivel_precedencia, row.score_final, score, *places
        )
        push: Callable[..., object] = (
            heapq.heappush if len(self._farthest) < LIMITE else heapq.heapreplace
        )
        push(self._farthest, (*weight, move))

    def _moves(self) -> tuple[Movimento, ...]:
        kept = [
            one[3] for one in sorted(self._farthest, key=lambda one: (-one[0], -one[1], one[2]))
        ]
        known = nomes.protocols(*self._leitura, [one.demanda_id for one in kept])
        units = nomes.unit_names(*self._leitura, [one.unidade_id for one in kept])
        return tuple(
            replace(one, protocolo=known.get(one.demanda_id), unidade=units.get(one.unidade_id))
            for one in kept
        )


def _places(keys: Sequence[tuple[float, str]]) -> dict[str, int]:
    """Demand -> position from 1; sorted in portions that hold nothing up for long."""
    runs: list[Iterable[tuple[float, str]]] = [
        sorted(keys[start : start + _CHUNK]) for start in range(0, len(keys), _CHUNK)
    ]
    return {demand: place for place, (_minus, demand) in enumerate(heapq.merge(*runs), 1)}


def _changes(one: UnidadeEnsaiada) -> bool:
    return bool(one.mudam_de_score) or one.capacidade_antes != one.capacidade_depois
