"""What is still known of the office whose place a copy takes: its guard, and its database.

Either may be missing, damaged or older; every fact that can be read raises the number of the next
epoch, so that no epoch is ever opened twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from sqlalchemy import bindparam, select

from core.kernel.errors import EnvironmentFault, IntegrityFault, UserFacingError
from core.kernel.identity.guard_file import GUARD_FILE, GuardFile, GuardRecord
from core.kernel.identity.network import NetworkChain
from core.kernel.store import installation as facts
from core.kernel.store import tables as t
from core.kernel.store.database import Database
from core.kernel.store.installation import Installation
from core.kernel.store.sqlite import SqliteDatabase
from core.kernel.store.statement import Statement

_FEEDS: Final = Statement(
    select(t.kernel_feeds.c.epoca, t.kernel_feeds.c.tamanho).where(
        t.kernel_feeds.c.no == bindparam("no")
    )
)

Version = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class PresentOffice:
    """Facts; None or empty where nothing could be read.

    Args:
        rede: network of the present database.
        no: its node.
        guard: the guard's record.
        sizes: epoch -> events, of the copy's node.
        versions: the network document's versions.
    """

    rede: str | None = None
    no: str | None = None
    guard: GuardRecord | None = None
    sizes: Mapping[int, int] = field(default_factory=dict)
    versions: Sequence[Version] = ()

    @property
    def last_epoch(self) -> int:
        """The highest epoch that anything here knows of; -1 where nothing does."""
        guarded = -1 if self.guard is None else self.guard.epoca
        return max(guarded, *self.sizes, -1)

    def size_of(self, epoca: int) -> int | None:
        """Events that an epoch once had, as far as anything remembers."""
        known = [self.sizes[epoca]] if epoca in self.sizes else []
        if self.guard is not None and self.guard.epoca == epoca:
            known.append(self.guard.tamanho)
        return max(known, default=None)

    def versions_beyond(
        self, own: Sequence[Version], installation: Installation, size: int
    ) -> list[Version]:
        """Versions that follow those of the copy and can be built upon.

        A seal of the copy's open epoch below or above the copy's own end cannot: then a former
        restore of another copy is being put right. In a network of one nobody else has seen that
        document, and its place is taken.
        """
        if list(self.versions[: len(own)]) != list(own):
            return []
        try:
            chain = NetworkChain.load(self.versions, installation.rede)
        except IntegrityFault:
            return []
        seal = chain.current.seal(installation.no, installation.epoca)
        if seal is not None and seal.tamanho != size:
            return []
        return list(self.versions[len(own) :])


def look_at_present(database: Database, settings_folder: Path, no: str) -> PresentOffice:
    """Read what can be read.

    Args:
        database: the place; whatever is wrong with it is no obstacle here.
        settings_folder: where the guard is.
        no: the copy's node.
    """
    try:
        guard = GuardFile(settings_folder / GUARD_FILE).read().record
    except EnvironmentFault:
        guard = None
    if isinstance(database, SqliteDatabase) and not database.path.exists():
        return PresentOffice(guard=guard)
    try:
        reader = database.open_reader()
    except UserFacingError:
        return PresentOffice(guard=guard)
    try:
        installation = facts.read(reader.cursor, reader.dialect)
        rows = _FEEDS.run(reader.cursor, reader.dialect, {"no": bytes.fromhex(no)}).fetchall()
        versions = facts.network_versions(reader.cursor, reader.dialect)
    except Exception as error:
        is_unreadable = isinstance(error, IntegrityFault) or database.fault(error) is not None
        if not is_unreadable and not _is_missing(error):
            raise
        return PresentOffice(guard=guard)
    finally:
        reader.close()
    return PresentOffice(installation.rede, installation.no, guard, dict(rows), versions)


def _is_missing(error: Exception) -> bool:
    """A database without our tables: an empty one on a server, or a stranger's."""
    text = str(error)
    return "no such table" in text or getattr(error, "sqlstate", None) == "42P01"
