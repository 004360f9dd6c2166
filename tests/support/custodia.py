"""Custody of some units, for engines of tests: ``office.engine(custody=holding(1, 2))``."""

from __future__ import annotations

from collections.abc import Callable

from core.kernel.colony import Colony
from core.kernel.engine.custody import Custody
from core.kernel.event import Event
from core.kernel.store.database import Writer
from tests.support.office import unidade


class SomeUnits:
    """These units alone, without those below them; whatever names no unit."""

    def __init__(self, unidades: frozenset[str]) -> None:
        self._unidades = unidades
        self.resets = 0

    def holds(self, _colony: Colony, event: Event, /) -> bool:
        """See ``Custody``."""
        named = event.payload.get("unidade_civica_id")
        return named is None or named in self._unidades

    def holds_unit(self, unidade: str, /) -> bool:
        """See ``Custody``."""
        return unidade in self._unidades

    def reset(self) -> None:
        """See ``Custody``."""
        self.resets += 1


def holding(*numbers: int) -> Callable[[Writer], Custody]:
    """For ``EngineParts.custody``."""
    units = frozenset(unidade(n) for n in numbers)
    return lambda _writer: SomeUnits(units)
