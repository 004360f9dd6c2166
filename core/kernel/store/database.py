"""What the engine asks of a database, whichever of the two it is (design.md 6).

``SqliteDatabase`` and ``PostgresDatabase`` implement these protocols; nothing above this folder
knows which one it has, except by ``dialect`` when a statement's text is chosen.
"""

from __future__ import annotations

from typing import Protocol

from core.kernel.store.statement import Cursor, Dialect


class Writer(Protocol):
    """The one writing connection of a process. Not thread-safe: the engine's thread owns it."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def cursor(self) -> Cursor: ...

    def foreign_writes(self) -> bool:
        """True when another process committed since the last transaction; cheap, no lock.

        May say True without cause (a server that went away): the next ``begin`` tells.
        """

    def begin(self) -> bool:
        """Open the write transaction; True when another process wrote since the last one.

        Raises:
            EnvironmentFault: another writer holds the lock, the disk or folder refuses.
        """

    def hasten(self) -> None:
        """Until the transaction ends, writes that are not asked about need not be waited for.

        A fault of one then surfaces at any later statement or at ``settle``: for who can tell
        by a repetition what failed.
        """

    def settle(self) -> None:
        """Wait for all that was written.

        Raises:
            Exception: the driver's, of the first write that failed.
        """

    def commit(self) -> None:
        """Make the transaction durable.

        Raises:
            EnvironmentFault: nothing was written; the transaction is rolled back.
        """

    def rollback(self) -> None:
        """Forget the transaction; never raises for a connection that is already clean."""

    def savepoint(self) -> None:
        """Mark a place to come back to (used only when a batch is repeated step by step)."""

    def rollback_to_savepoint(self) -> None:
        """Undo everything since the mark."""

    def release_savepoint(self) -> None:
        """Keep everything since the mark."""

    def set_checkpoints(self, *, on: bool) -> None:
        """Fold the WAL back from now on, or leave it to the holder of the engine lock."""

    def close(self) -> None:
        """Close the connection, folding the WAL back where that is this connection's duty."""


class Reader(Protocol):
    """A read-only connection: screens and verification. One thread at a time."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def cursor(self) -> Cursor: ...

    def refresh(self) -> None:
        """Leave the current snapshot; the next statement sees the newest committed state."""

    def hold(self) -> None:
        """Keep one moment until ``refresh``: all statements see the same committed state."""

    def tolerate_damage(self) -> None:
        """From now on read text that is none with surrogates in it, instead of failing."""

    def close(self) -> None: ...


class EngineLock(Protocol):
    """Held by the one process whose engine reacts; dies with its process."""

    def acquire(self) -> bool:
        """Try once, without waiting."""

    def is_held(self) -> bool:
        """Still ours? Asked after a fault, which may have ended the session that held it."""

    def release(self) -> None: ...


class Database(Protocol):
    """An office's database. Opening connections is cheap; none is shared between threads."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def description(self) -> str:
        """Where it is, without a password: for status lines and messages."""

    def open_writer(self, *, checkpoints: bool) -> Writer:
        """Open the writing connection; only the engine-lock holder's one checkpoints."""

    def open_reader(self) -> Reader: ...

    def engine_lock(self) -> EngineLock: ...

    def fault(self, error: BaseException) -> Exception | None:
        """The kernel's name for a driver error; None when it is a bug, not the environment."""
