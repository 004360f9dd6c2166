"""What every screen is given: workers, changes, theme, icons, view settings, moments, faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from app.services.falhas import Falha
from app.services.sessao import Sessao
from widgets.runtime.actions import ActionRegistry
from widgets.runtime.changes_hub import ChangesHub
from widgets.runtime.paper import Paper
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState

Action = tuple[str, Callable[[], object]]


class Moments(Protocol):
    """Formats moments (Unix milliseconds) in the office's zone."""

    @property
    def zona(self) -> str: ...
    def agora_ms(self) -> int: ...
    def relativo(self, ms: int) -> str: ...
    def exato(self, ms: int) -> str: ...
    def curto(self, ms: int) -> str: ...
    def iso(self, ms: int) -> str: ...
    def hoje(self) -> date: ...
    def inicio_do_dia_ms(self, dia: date) -> int: ...


class Notify(Protocol):
    """Shows a sentence above the screen."""

    def __call__(self, text: str, level: str = ..., action: Action | None = ...) -> object: ...


class HasScreen(Protocol):
    """Whether the account may use a screen and, with ``offer``, whether that screen does it."""

    def __call__(self, key: str, offer: str = "", /) -> bool: ...


def no_screen(_key: str, _offer: str = "", /) -> bool:
    """Of a context without a window."""
    return False


class Go(Protocol):
    """Brings another screen to the front, and there what ``target`` names (see its ``spec``)."""

    def __call__(self, key: str, target: str = "", /) -> object: ...


@dataclass(frozen=True, slots=True)
class UiContext:
    """One window's common things.

    Args:
        notify: shows a notice; levels ``info``, ``aviso``, ``erro``.
        describe: exception -> cause and sentence.
        report: routes a fault: a notice, or the fault dialog for a bug.
        session: who sits here and what they may do.
        go: to another screen; does nothing where the role has no such screen.
        actions: every action with a key.
        paper: printing.
        has_screen: before offering a way to another screen.
    """

    runner: TaskRunner
    hub: ChangesHub
    theme: Theme
    icons: Icons
    view: ViewState
    moments: Moments
    notify: Notify
    describe: Callable[[BaseException], Falha]
    report: Callable[[BaseException], None]
    session: Sessao
    go: Go
    actions: ActionRegistry
    paper: Paper
    has_screen: HasScreen = no_screen
