"""How slow work tells how far it is, and learns that it should stop."""

from __future__ import annotations

from typing import Protocol


class Cancelled(Exception):
    """The person cancelled; whoever catches it leaves a clean state behind."""


class Progress(Protocol):
    """Called now and then by slow work.

    Raises:
        Cancelled: the work should stop and clean up.
    """

    def __call__(self, done: int, total: int, /) -> None: ...


def ignore_progress(done: int, total: int, /) -> None:
    """For callers that neither watch nor cancel."""
