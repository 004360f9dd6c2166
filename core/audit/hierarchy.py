"""Which unit lies in which, as the imports in the log say. Source: D-6a 4.3, design.md 5."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Hierarchy:
    """Units by id; a later import replaces what an earlier one said."""

    def __init__(self) -> None:
        self._parent: dict[str, str | None] = {}
        self._name: dict[str, str] = {}

    def take(self, unidades: Iterable[Mapping[str, Any]]) -> None:
        """Fold the ``unidades`` of a ``territorio.importado``; what was erased is not there."""
        for unit in unidades:
            one = unit["unidade_civica_id"]
            self._parent[one] = unit.get("parent_uc_id")
            self._name[one] = unit.get("nome") or ""

    def chain(self, unit: str) -> tuple[str, ...]:
        """The unit, then what it lies in, up to the root; an unknown unit stands alone."""
        found = [unit]
        parent = self._parent.get(unit)
        while parent is not None and parent not in found:
            found.append(parent)
            parent = self._parent.get(parent)
        return tuple(found)

    def name(self, unit: str) -> str | None:
        """What the import calls it; None where no import has it."""
        return self._name.get(unit) or None
