"""All scores, positions and tops of a log, judged in one pass, for one unit or for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.audit import score_check
from core.audit.findings import Finding
from core.audit.log_source import LogSource, always
from core.audit.ranking_state import (
    ATUALIZADO,
    CARREGADOS,
    RANQUEADA,
    TYPES,
    Category,
    RankingState,
)
from core.kernel.event import Event, Payload


@dataclass(frozen=True, slots=True)
class Scored:
    """A score, a told top or a parameter set, with what came of judging it.

    Args:
        event: as the log has it.
        unit: whose ranking; None for parameters.
        findings: inputs that differ, first one first.
        consequences: values that differ because an input does.
    """

    event: Event
    unit: str | None
    findings: tuple[Finding, ...] = ()
    consequences: tuple[Finding, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether everything that can be recomputed is as the event says."""
        return not self.findings


class RankingAudit:
    """One pass over one log.

    Args:
        source: the log.
        only: a unit; None for all.
        has_effect: as for ``DrawAudit``.
    """

    def __init__(
        self,
        source: LogSource,
        only: str | None = None,
        has_effect: Callable[[Event], bool] = always,
    ) -> None:
        self._source = source
        self._has_effect = has_effect
        self._labels: dict[str, str] = {}
        self.state = RankingState(only)

    def run(self) -> Iterator[Scored]:
        """Every score and told top of the units that are followed, and every parameter set."""
        for event in self._source.events(TYPES):
            scored = self._taken(event)
            if scored is not None:
                yield scored

    def _taken(self, event: Event) -> Scored | None:
        if not self._has_effect(event):
            return Scored(event, None, (Finding("sem_efeito", event.tipo),))
        try:
            if event.tipo == RANQUEADA:
                return self._score(event, event.publico())
            if event.tipo == ATUALIZADO:
                return self._top(event, event.publico())
            if event.tipo == CARREGADOS:
                return self._parameters(event, event.publico())
            self.state.fold(event)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            # No office seals such a payload; who forges one must not stop the audit.
            return Scored(event, None, (Finding("evento_ilegivel", event.tipo),))
        return None

    def _score(self, event: Event, payload: Payload) -> Scored | None:
        demand, unit, state = payload["demanda_id"], payload["unidade_civica_id"], self.state
        category, lost = self._answered(event, demand)
        expected = score_check.expected_score(state.parameters, unit, payload, category)
        gone = [Finding("demanda_fora_do_ranking", demand)] if state.is_gone(demand) else []
        findings = [*gone, *lost, *score_check.judge_factors(payload, category, expected)]
        consequences: list[Finding] = []
        product = score_check.judge_product(payload, expected, has_cause=bool(findings))
        if product is not None:
            (findings if product[1] else consequences).append(product[0])
        state.fold(event)
        if not state.concerns(unit):
            return None
        if not gone:
            positions = [state.position(unit, (-float(payload["score_final"]), demand))]
            if product is not None and expected is not None:
                positions.append(self._without(unit, demand, float(expected.score_final)))
            total = len(state.order(unit))
            findings += score_check.judge_place(payload, positions, total)
        return Scored(event, unit, tuple(findings), tuple(consequences))

    def _answered(self, event: Event, demand: str) -> tuple[Category | None, list[Finding]]:
        """The category that a score answers: the one that caused it, else that of the last score."""
        waiting, place = self.state.category(demand), self.state.place(demand)
        if waiting is not None and waiting.source == event.causa:
            return waiting, []
        if place is not None:
            return place.category, []
        return None, [Finding("categoria_ausente", demand)]

    def _without(self, unit: str, demand: str, score: float) -> int:
        """Where the demand would stand with another score."""
        place, key = self.state.place(demand), (-score, demand)
        found = self.state.position(unit, key)
        return found - 1 if place is not None and place.key < key else found

    def _top(self, event: Event, payload: Payload) -> Scored | None:
        unit = payload["unidade_civica_id"]
        if not self.state.concerns(unit):
            return None
        found = score_check.judge_top(payload, self.state.order(unit), self.state.parameters)
        return Scored(event, unit, tuple(found))

    def _parameters(self, event: Event, payload: Payload) -> Scored:
        findings = list(score_check.judge_parameters(payload))
        label, content = payload["versao"], payload["hash_conteudo"]
        if self._labels.setdefault(label, content) != content:
            findings.append(Finding("rotulo_repetido", label, self._labels[label]))
        self.state.fold(event)
        return Scored(event, None, tuple(findings))
