"""Which fold keys of which colonies an import made out of date.

An imported event may belong before what was folded already, so whatever it touches is folded again
from the set (design.md 3, fold order).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import bindparam, delete

from core.kernel.colony import EVERYTHING
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.event import Event
from core.kernel.store.database import Writer
from core.kernel.store.statement import Statement

MAX_KEYS: Final = 2_000
"""More than so many, and the colony is folded anew as a whole: it costs less."""
_WHOLE: Final = frozenset({EVERYTHING})


class Marks:
    """Collects keys; written once."""

    def __init__(self, runtimes: Sequence[ColonyRuntime]) -> None:
        self._by_type: dict[str, list[ColonyRuntime]] = {}
        for runtime in runtimes:
            for tipo in runtime.types:
                self._by_type.setdefault(tipo, []).append(runtime)
        self._keys: dict[str, set[str]] = {}
        self._jobs = [one.colony.jobs_table for one in runtimes]
        self._lost: list[bytes] = []
        self.types: set[str] = set()

    def touch(self, event: Event) -> None:
        """An event gained or lost its effect, or a part."""
        self.types.add(event.tipo)
        for runtime in self._by_type.get(event.tipo, ()):
            held = self._keys.setdefault(runtime.id, set())
            if EVERYTHING not in held:
                held |= _fold_keys(runtime, event)

    def lose(self, event: Event) -> None:
        """An event lost its effect, or says something else: so does the slow work that it opened."""
        self.touch(event)
        self._lost.append(bytes.fromhex(event.event_hash))

    def write(self, refolder: Refolder, writer: Writer) -> None:
        """Mark them in the running transaction."""
        for table in self._jobs if self._lost else ():
            if table is not None:
                gone = Statement(delete(table).where(table.c.evento == bindparam("k_evento")))
                rows = [{"k_evento": event_hash} for event_hash in self._lost]
                gone.run_many(writer.cursor, writer.dialect, rows)
        for colony_id, keys in self._keys.items():
            is_whole = EVERYTHING in keys or len(keys) > MAX_KEYS
            refolder.mark(colony_id, _WHOLE if is_whole else sorted(keys))


def _fold_keys(runtime: ColonyRuntime, event: Event) -> frozenset[str]:
    """The colony's own word; everything where it cannot say."""
    try:
        return runtime.colony.dobra(event)
    except (KeyError, TypeError, ValueError, AttributeError):
        return _WHOLE
