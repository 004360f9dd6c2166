"""What a reaction or a command is given: reads, clock, ids, randomness (design.md 3)."""

from __future__ import annotations

from core.kernel.clock import Clock, format_timestamp
from core.kernel.colony import ReadDb
from core.kernel.engine.custody import Custody
from core.kernel.ids import Ids
from core.kernel.store.log_append import LogTail


class StepContext:
    """See ``colony.Context``. Lives for one step."""

    __slots__ = ("_clock", "_custody", "_db", "_ids", "_tail")

    def __init__(self, db: ReadDb, clock: Clock, ids: Ids, tail: LogTail, custody: Custody) -> None:
        self._db = db
        self._clock = clock
        self._ids = ids
        self._tail = tail
        self._custody = custody

    @property
    def db(self) -> ReadDb:
        """See ``colony.Context.db``."""
        return self._db

    def now(self) -> str:
        """See ``colony.Context.now``."""
        return format_timestamp(self._clock.now_ms())

    def new_id(self) -> str:
        """See ``colony.Context.new_id``."""
        return self._ids.new_uuid()

    def random_bytes(self, size: int, /) -> bytes:
        """See ``colony.Context.random_bytes``."""
        return self._ids.random_bytes(size)

    def head(self) -> tuple[str | None, str | None]:
        """See ``colony.Context.head``."""
        last = self._tail.last_hash
        return (last.hex() if last else None, self._tail.last_event_id)

    def holds(self, unidade: str, /) -> bool:
        """See ``colony.Context.holds``."""
        return self._custody.holds_unit(unidade)
