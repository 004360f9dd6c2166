"""Who could be drawn, rebuilt from events: registrations, assignments, refusals, suspensions.

Written from the documents and sharing nothing with the colony that draws: two who read the same
rules must come to the same pool. Memory: the councillors.
Source: D-6a 3.2-3.4, 3.10-3.12, 4.3, 4.6; G-025, G-122, G-123, G-128, G-130, G-131, G-136.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, Literal

from core.kernel.clock import MAX_MS

LIMITE_RECUSAS: Final = 3
"""More refusals in a row than these suspend (D-6a 3.12: strictly more)."""
SUSPENSAO_MS: Final = 90 * 86_400_000
SEM_PENALIDADE: Final = "risco_pessoal"
ACEITACAO: Final = "demanda_concluida"
FIM_MANDATO: Final = "fim_mandato"

WhyNot = Literal[
    "nao_cadastrado",
    "outra_unidade",
    "sem_capacitacao",
    "inativo",
    "suspenso",
    "ocupado",
    "recusou",
]
NobodyBecause = Literal["nenhum_cadastrado", "todos_ocupados", "todos_inativos"]


@dataclass(slots=True)
class Councillor:
    """One registration.

    Args:
        unit: where they serve.
        trained: ``capacitacao_concluida``.
        active: the demand in their hands.
        refusals: in a row, since the last demand they brought to an end.
        suspended_until_ms: None where not suspended.
    """

    unit: str
    trained: bool
    active: str | None = None
    refusals: int = 0
    suspended_until_ms: int | None = None
    inactive: bool = False

    @property
    def is_free(self) -> bool:
        """Whether a draw in their unit may find them."""
        return (
            self.trained
            and self.active is None
            and self.suspended_until_ms is None
            and not self.inactive
        )


@dataclass(frozen=True, slots=True)
class Step:
    """A unit of the chain as the draw met it.

    Args:
        unit: id.
        registered: councillors of exactly this unit.
        busy: of these, with a demand in hand.
        eligible: of these, drawable for this demand.
    """

    unit: str
    registered: int
    busy: int
    eligible: int


@dataclass(frozen=True, slots=True)
class Pool:
    """The pool of one draw.

    Args:
        ids: councillors that may be drawn, ascending; empty where nobody may.
        unit: the unit they are from; None where nobody may be drawn.
        steps: the units looked at, from the demand's own upwards.
        nobody_because: None where somebody may be drawn.
    """

    ids: tuple[str, ...]
    unit: str | None
    steps: tuple[Step, ...]
    nobody_because: NobodyBecause | None


class Council:
    """All councillors of the log so far."""

    def __init__(self) -> None:
        self._people: dict[str, Councillor] = {}
        self._free: dict[str, set[str]] = {}
        self._registered: Counter[str] = Counter()
        self._busy: Counter[str] = Counter()

    def register(self, who: str, unit: str, *, trained: bool) -> None:
        """``conselheiro.cadastrado``; a second registration of the same id changes nothing."""
        if who in self._people:
            return
        self._people[who] = Councillor(unit, trained)
        self._registered[unit] += 1
        self._refresh(who)

    def assign(self, who: str, demand: str) -> None:
        """``conselheiro.sorteado``; of somebody unknown or busy there is nothing to keep."""
        person = self._people.get(who)
        if person is None or person.active is not None:
            return
        self._busy[person.unit] += 1
        person.active = demand
        self._refresh(who)

    def is_busy(self, who: str) -> bool:
        """Whether they have a demand in hand."""
        person = self._people.get(who)
        return person is not None and person.active is not None

    def release(self, who: str, demand: str) -> None:
        """The demand is out of their hands, without any judgement."""
        person = self._people.get(who)
        if person is None or person.active != demand:
            return
        person.active = None
        self._busy[person.unit] -= 1
        self._refresh(who)

    def refuse(self, who: str, motive: str | None, when_ms: int) -> None:
        """Count a refusal of an active assignment; the fourth in a row suspends (G-131)."""
        person = self._people.get(who)
        if person is None or motive == SEM_PENALIDADE:
            return
        person.refusals += 1
        if person.refusals > LIMITE_RECUSAS:
            person.suspended_until_ms = min(when_ms + SUSPENSAO_MS, MAX_MS)
        self._refresh(who)

    def accept(self, who: str) -> None:
        """A demand brought to its end sets the count back (G-130)."""
        person = self._people.get(who)
        if person is not None:
            person.refusals = 0

    def expire(self, who: str) -> None:
        """A suspension is over."""
        person = self._people.get(who)
        if person is not None:
            person.suspended_until_ms = None
            self._refresh(who)

    def suspended_until_ms(self, who: str) -> int | None:
        """Until when, None where they are not suspended."""
        person = self._people.get(who)
        return None if person is None else person.suspended_until_ms

    def set_inactive(self, who: str, *, inactive: bool) -> None:
        """Taken out of the pool by hand, or put back."""
        person = self._people.get(who)
        if person is not None:
            person.inactive = inactive
            self._refresh(who)

    def pool(self, chain: tuple[str, ...], excluded: AbstractSet[str]) -> Pool:
        """Who may be drawn: the first unit of the chain that has anybody."""
        steps: list[Step] = []
        for unit in chain:
            free = self._free.get(unit, _NOBODY)
            ids = sorted(free - excluded) if excluded else sorted(free)
            steps.append(Step(unit, self._registered[unit], self._busy[unit], len(ids)))
            if ids:
                return Pool(tuple(ids), unit, tuple(steps), None)
        registered = sum(step.registered for step in steps)
        because: NobodyBecause = "todos_inativos"
        if registered == 0:
            because = "nenhum_cadastrado"
        elif registered == sum(step.busy for step in steps):
            because = "todos_ocupados"
        return Pool((), None, tuple(steps), because)

    def why_not(self, who: str, unit: str | None, excluded: AbstractSet[str]) -> WhyNot:
        """Why somebody is not in the pool of ``unit``."""
        person = self._people.get(who)
        if person is None:
            return "nao_cadastrado"
        if person.active is not None:
            return "ocupado"
        if person.suspended_until_ms is not None:
            return "suspenso"
        if person.inactive:
            return "inativo"
        if not person.trained:
            return "sem_capacitacao"
        if who in excluded:
            return "recusou"
        return "outra_unidade"

    def registered(self, units: AbstractSet[str]) -> list[str]:
        """Everybody registered in these units, ascending."""
        return sorted(who for who, person in self._people.items() if person.unit in units)

    def find(self, who: str) -> Councillor | None:
        """One registration as it stands now; None where there is none."""
        return self._people.get(who)

    def __len__(self) -> int:
        return len(self._people)

    def _refresh(self, who: str) -> None:
        person = self._people[who]
        free = self._free.setdefault(person.unit, set())
        if person.is_free:
            free.add(who)
        else:
            free.discard(who)


_NOBODY: Final[frozenset[str]] = frozenset()
