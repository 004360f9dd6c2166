"""Where an auditor reads: the events of some types in log order, and what stands behind a hash.

Order of arrival here, which is fold order while the log has one feed (design.md 3). Whether the
bytes are what was sealed is ``verificar``'s to say; here only the link that a draw names is
recomputed, because the seed rests on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from core.kernel import header
from core.kernel.event import Event
from core.kernel.observability.log_queries import last_position
from core.kernel.store.log_read import TypedScan, header_of
from core.kernel.store.statement import Cursor, Dialect
from core.kernel.verification.report import Progress, no_progress

CHUNK: Final = 500


class LogSource(Protocol):
    """A log to be audited; read only."""

    def events(self, types: Sequence[str]) -> Iterator[Event]:
        """Every event of these types, in log order."""

    def event_id_behind(self, event_hash: str) -> str | None:
        """The id of the event with this hash (64 hex).

        None where the log has no such event, or its header does not hash to it.
        """


def always(_event: Event) -> bool:
    """Of a log that is read without what has no effect in it."""
    return True


class StoredLog:
    """The log of a database, up to where it stood when this was made.

    Args:
        cursor: on a read-only connection.
        dialect: of the connection.
        progress: told the position and the head, a few times a thousand events; what it raises
            ends the reading.
    """

    def __init__(
        self, cursor: Cursor, dialect: Dialect, *, progress: Progress = no_progress
    ) -> None:
        self._cursor = cursor
        self._dialect = dialect
        self._progress = progress
        self.upto = last_position(cursor, dialect) or 0

    def events(self, types: Sequence[str]) -> Iterator[Event]:
        """See ``LogSource.events``."""
        scan = TypedScan(types, 0)
        while chunk := scan.chunk(self._cursor, self._dialect, CHUNK):
            for event in chunk:
                if event.sequence_number > self.upto:
                    return
                yield event
            self._progress(min(chunk[-1].sequence_number, self.upto), self.upto)
        self._progress(self.upto, self.upto)

    def event_id_behind(self, event_hash: str) -> str | None:
        """See ``LogSource.event_id_behind``."""
        raw = header_of(self._cursor, self._dialect, event_hash)
        if raw is None or header.event_hash(raw).hex() != event_hash:
            return None
        return header.decode_header(raw).event_id
