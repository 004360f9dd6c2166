"""What a verification may hold the database against: all that the program itself knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Table

from core.kernel.colony import Colony
from core.kernel.identity.guard_file import GuardFile
from core.kernel.registry import Registry
from core.kernel.store.attachments import Attachments


@dataclass(frozen=True, slots=True)
class Scope:
    """Each field left out leaves something unjudged; a whole verification gives all of them.

    Args:
        registry: types and payloads.
        tables: those of all colonies, whose shape and kinds of values are checked too; with them
            any further table counts as damage.
        colonies: where the log verifies, their projections are folded again and compared.
        attachments: the store in which every attachment that a present part names must lie.
        retiradas: event type -> its field that names an object taken out of the store for good:
            such a one is not missed.
        guard: how far this installation's log is known to have come; not for copies.
    """

    registry: Registry | None = None
    tables: tuple[Table, ...] = ()
    colonies: Sequence[Colony] = ()
    attachments: Attachments | None = None
    retiradas: Mapping[str, str] = field(default_factory=dict)
    guard: GuardFile | None = None


NOTHING_KNOWN = Scope()
