"""How services write: a colony's command, or rows that belong to this machine alone.

The port is implemented by the composition root over the engine. No Qt, no SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Final, Protocol, TypeVar

from core.kernel.colony import Context, Decisao, Recibo
from core.kernel.store.statement import Cursor, Dialect

T = TypeVar("T")
Ator = Mapping[str, str]
NINGUEM: Final = "00000000-0000-4000-8000-000000000000"
"""Whose acts they are where nobody signed in: of a new office, or one from before accounts."""


class Escrita(Protocol):
    """Called from any thread; the work happens in the engine's."""

    def executar(
        self,
        colonia: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
        paciente: bool = False,
    ) -> Future[Recibo]:
        """Have a colony decide; the receipt comes after COMMIT.

        Where ``paciente``, the command waits until nothing follows from others any more: one of
        the many of an import.

        The future raises ``UserFacingError`` for a refusal, ``EnvironmentFault`` when nothing
        could be written.
        """

    def local(self, work: Callable[[Cursor, Dialect], T], /) -> T:
        """Write rows of local tables in a transaction of their own; durable when it returns.

        Raises:
            UserFacingError: what ``work`` refused; nothing is written.
            EnvironmentFault: nothing could be written.
        """


class SemEscrita:
    """Of an office opened for reading."""

    def executar(
        self,
        colonia: str,
        decide: Callable[[Context], Decisao],
        *,
        comando_id: str | None = None,
        chaves: frozenset[str] = frozenset(),
        paciente: bool = False,
    ) -> Future[Recibo]:
        """A program that asks without having opened for writing has a bug."""
        raise RuntimeError("opened for reading only")

    def local(self, work: Callable[[Cursor, Dialect], T], /) -> T:
        """See ``executar``."""
        raise RuntimeError("opened for reading only")
