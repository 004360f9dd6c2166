"""All draws of a log, judged in one pass.

Attempts that found nobody are judged too: the pool must have been empty. Memory is bounded by
councillors, units and open demands; results are handed out as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from core.audit.council import NobodyBecause, Pool, WhyNot
from core.audit.draw_check import Published, Rebuilt, Verdict, judge
from core.audit.draw_state import SEM_CANDIDATOS, SORTEADO, SUSPENSAO_EXPIRADA, TYPES, DrawState
from core.audit.findings import Finding
from core.audit.log_source import LogSource, always
from core.kernel.clock import format_timestamp
from core.kernel.event import Event, Payload

_REQUIRED: Final = ("conselheiro_id", "demanda_id", "unidade_civica_id", "seed_publico")
_ATTEMPT: Final = ("demanda_id", "unidade_civica_id")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Somebody of the demand's units who could not be drawn, as of the draw.

    Args:
        who: councillor.
        unit: where they serve.
        because: why not.
        demand: what they had in hand; None where nothing.
        suspended_until_ms: None where not suspended.
    """

    who: str
    unit: str
    because: WhyNot
    demand: str | None
    suspended_until_ms: int | None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Who else was there when a draw or an attempt was made.

    Args:
        chain: the demand's unit and all that it lies in.
        left_out: everybody registered in those units and not in the pool, ascending by id.
        elsewhere: how many are registered in other units, who cannot be drawn here.
    """

    chain: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    elsewhere: int


@dataclass(frozen=True, slots=True)
class Judged:
    """A draw, an attempt or the end of a suspension, with what came of judging it.

    Args:
        event: as the log has it.
        unit: the demand's, as rebuilt.
        pool: who could be drawn; None where the event is not about a draw.
        excluded: who had given this demand back.
        published: None but for a draw.
        rebuilt: None but for a draw.
        findings: inputs that differ.
        consequences: values that differ because an input does.
        surroundings: only of the event that was asked for.
    """

    event: Event
    unit: str | None = None
    pool: Pool | None = None
    excluded: frozenset[str] = frozenset()
    published: Published | None = None
    rebuilt: Rebuilt | None = None
    findings: tuple[Finding, ...] = ()
    consequences: tuple[Finding, ...] = ()
    surroundings: Surroundings | None = None

    @property
    def is_right(self) -> bool:
        """Whether everything that can be recomputed is as the event says."""
        return not self.findings


class DrawAudit:
    """One pass over one log.

    Args:
        source: the log.
        about: hash of the event whose surroundings are kept as well; None for none.
        has_effect: whether an event changes anything for whoever holds this log. One that does not
            is judged and named all the same.
    """

    def __init__(
        self,
        source: LogSource,
        about: str | None = None,
        has_effect: Callable[[Event], bool] = always,
    ) -> None:
        self._source = source
        self._has_effect = has_effect
        self._about = about
        self.state = DrawState()
        self.nodes: set[str] = set()

    def run(self) -> Iterator[Judged]:
        """Every draw, attempt and end of a suspension, in log order."""
        for event in self._source.events(TYPES):
            self.nodes.add(event.no)
            judged = self._taken(event)
            if judged is not None:
                yield judged

    def _taken(self, event: Event) -> Judged | None:
        try:
            judged = self._judge(event)
            if judged is not None and event.event_hash == self._about:
                judged = replace(judged, surroundings=self._surroundings(judged))
            if self._has_effect(event):
                self.state.fold(event)
            elif judged is None or judged.is_right:
                judged = replace(
                    judged or Judged(event), findings=(Finding("sem_efeito", event.tipo),)
                )
        except (AttributeError, KeyError, TypeError, ValueError):
            # No office seals such a payload; who forges one must not stop the audit.
            return Judged(event, findings=(Finding("evento_ilegivel", event.tipo),))
        return judged

    def _judge(self, event: Event) -> Judged | None:
        if event.tipo == SORTEADO:
            return self._draw(event, event.publico())
        if event.tipo == SEM_CANDIDATOS:
            return self._attempt(event, event.publico())
        if event.tipo == SUSPENSAO_EXPIRADA:
            return self._expiry(event, event.publico())
        return None

    def _draw(self, event: Event, payload: Payload) -> Judged:
        missing = [Finding("campo_ausente", one) for one in _REQUIRED if not payload.get(one)]
        if missing:
            return Judged(event, findings=tuple(missing))
        demand = payload["demanda_id"]
        unit, pool, excluded, findings = self._situation(payload)
        published = Published(
            winner=payload["conselheiro_id"],
            seed=payload["seed_publico"],
            base=payload.get("seed_base_event_id"),
            timestamp=payload.get("timestamp"),
            pool=None if payload.get("elegiveis") is None else tuple(payload["elegiveis"]),
            unit_of_pool=payload.get("degrau_unidade_id"),
            digest=payload.get("lista_elegiveis_hash"),
            position=payload.get("posicao_sorteada"),
            total=payload.get("total_elegiveis"),
        )
        # The first event of a feed has none before it: then what caused it (D-6a).
        before = event.prev or event.causa
        base = None if before is None else self._source.event_id_behind(before)
        rebuilt = Rebuilt(base, event.timestamp, pool.ids, pool.unit)

        def why_not(who: str) -> WhyNot:
            return self.state.council.why_not(who, pool.unit, excluded)

        verdict: Verdict = judge(published, rebuilt, why_not)
        known = self.state.demands.get(demand)
        if self.state.demands.is_closed(demand):
            findings.append(Finding("demanda_encerrada", demand))
        elif known is None:
            findings.append(Finding("demanda_fora", demand))
        elif known.councillor is not None:
            findings.append(Finding("demanda_ocupada", demand, known.councillor))
        return Judged(
            event,
            unit,
            pool,
            excluded,
            published,
            rebuilt,
            (*findings, *verdict.findings),
            verdict.consequences,
        )

    def _attempt(self, event: Event, payload: Payload) -> Judged:
        missing = [Finding("campo_ausente", one) for one in _ATTEMPT if not payload.get(one)]
        if missing:
            return Judged(event, findings=tuple(missing))
        unit, pool, excluded, findings = self._situation(payload)
        claimed: NobodyBecause | None = payload.get("motivo")
        findings += [Finding("havia_elegivel", None, who) for who in pool.ids]
        if not pool.ids and claimed != pool.nobody_because:
            findings.append(Finding("motivo", claimed, pool.nobody_because))
        return Judged(event, unit, pool, excluded, findings=tuple(findings))

    def _situation(self, payload: Payload) -> tuple[str, Pool, frozenset[str], list[Finding]]:
        """The demand's unit as announced, its pool, who is excluded, and a unit that differs."""
        demand, claimed = payload["demanda_id"], payload["unidade_civica_id"]
        known = self.state.demands.get(demand)
        unit = claimed if known is None else known.unit
        excluded = frozenset[str]() if known is None else frozenset(known.excluded)
        findings = [] if unit == claimed else [Finding("unidade", claimed, unit)]
        return unit, self.state.pool(unit, demand), excluded, findings

    def _surroundings(self, judged: Judged) -> Surroundings | None:
        """Everybody of the chain who is not in the pool, and why."""
        if judged.unit is None or judged.pool is None:
            return None
        council, pool = self.state.council, judged.pool
        chain = self.state.hierarchy.chain(judged.unit)
        there = council.registered(frozenset(chain))
        drawable = frozenset(pool.ids)
        left = []
        for who in there:
            person = council.find(who)
            if person is None or who in drawable:
                continue
            because = council.why_not(who, pool.unit, judged.excluded)
            left.append(
                LeftOut(who, person.unit, because, person.active, person.suspended_until_ms)
            )
        return Surroundings(chain, tuple(left), len(council) - len(there))

    def _expiry(self, event: Event, payload: Payload) -> Judged:
        who, claimed = payload.get("conselheiro_id"), payload.get("expirou_em")
        until = None if who is None else self.state.council.suspended_until_ms(who)
        if until is None:
            return Judged(event, findings=(Finding("nao_suspenso", who),))
        expected = format_timestamp(until)
        if claimed != expected:
            return Judged(event, findings=(Finding("expiracao", claimed, expected),))
        return Judged(event)
