"""The shape of a colony: what it declares, and what its handlers are given.

A colony is data plus pure functions. It never opens a connection, reads a clock or imports
another colony; the engine (``engine/``) runs it. Source: design.md section 3, style.md.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import Table

from core.kernel.event import Event, NewEvent
from core.kernel.store.statement import Dialect, Params, Row, Statement


class Authority(enum.Enum):
    """Which node may perform a reaction (design.md 3, Authority)."""

    AUTOR = "autor"
    CUSTODIA = "custodia"
    LOCAL = "local"


class ReadDb(Protocol):
    """Reads of the colony's own tables inside the running transaction."""

    @property
    def dialect(self) -> Dialect:
        """Which SQL the statement has to be written in, for the few that differ."""

    @property
    def memory(self) -> Any:
        """The colony's memory structure, loaded on first use, dropped by any rollback."""

    def attachment(self, sha256: str, /) -> bytes | None:
        """Bytes that an event commits to, or None where they are not in this office."""

    def one(self, statement: Statement, params: Params = ..., /) -> Row | None:
        """First row or None."""

    def all(self, statement: Statement, params: Params = ..., /) -> list[Row]:
        """All rows, in the statement's order."""


class ApplyDb(ReadDb, Protocol):
    """What ``apply`` may do: read and write the colony's own tables."""

    def drop_memory(self) -> None:
        """The memory structure is out of date: the next use loads it from the tables."""

    def run(self, statement: Statement, params: Params = ..., /) -> None:
        """Execute a write. A server's answer to it is not waited for."""

    def run_counted(self, statement: Statement, params: Params = ..., /) -> int:
        """Execute a write and wait for the number of rows that it touched."""

    def run_many(self, statement: Statement, rows: list[dict[str, Any]], /) -> None:
        """Execute a write for many rows."""


class Context(Protocol):
    """What a reaction or command is given besides the event: reads, ids, clock, randomness."""

    @property
    def db(self) -> ReadDb:
        """The colony's state at the head of the log."""

    def now(self) -> str:
        """The office clock: UTC, milliseconds, ``Z``. A claim, never an order."""

    def new_id(self) -> str:
        """A fresh UUID v4, handed out in output order."""

    def random_bytes(self, size: int, /) -> bytes:
        """Cryptographic randomness; what comes of it must stand in the event."""

    def head(self) -> tuple[str | None, str | None]:
        """(event_hash, event_id) of the own feed's last event: the next event's ``prev``."""

    def holds(self, unidade: str, /) -> bool:
        """Whether this node decides about a unit: a reaction of authority CUSTODIA publishes
        nothing about others, whatever event it answers.
        """


ApplyFn = Callable[[Event, ApplyDb], None]
ReactFn = Callable[[Event, Context], Sequence[NewEvent]]
EffectFn = Callable[[Event, Context], Sequence["Effect"]]


@dataclass(frozen=True, slots=True)
class Effect:
    """A local effect (print, notice): put in the outbox, done after COMMIT, at least once.

    Args:
        chave: unique in the colony; the same key is never queued twice.
        efeito: name of the executor that the composition root registered.
        dados: JSON values for the executor.
    """

    chave: str
    efeito: str
    dados: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction and who performs it. ``fn`` returns events, or effects where LOCAL."""

    authority: Authority
    fn: ReactFn | EffectFn


@dataclass(frozen=True, slots=True)
class Deadline:
    """A due row: react is called once for it when the clock passes ``vence_em``.

    Args:
        sujeito: demand, unit or councillor id.
        evento: the defining event; becomes ``causa`` of what the reaction publishes.
        vence_em: UTC timestamp.
    """

    sujeito: str
    evento: Event
    vence_em: str


@dataclass(frozen=True, slots=True)
class Deadlines:
    """A colony's deadlines: a projection table (sujeito, evento, vence_em) and its reaction.

    ``table`` is made by ``deadline_table``; apply writes and deletes its rows.
    """

    table: Table
    authority: Authority
    fn: Callable[[Deadline, Context], Sequence[NewEvent]]


@dataclass(frozen=True, slots=True)
class Job:
    """A trabalho: slow work outside any transaction (design.md 3, Slow work).

    Args:
        run: (dados of the row) -> result; may be slow, may raise; sees no database.
        outcome: (sujeito, dados, result or None when degraded, context) -> outcome events.
        timeout_s: after it the degraded outcome enters.
    """

    run: Callable[[Mapping[str, Any]], Any]
    outcome: Callable[[str, Mapping[str, Any], Any, Context], Sequence[NewEvent]]
    timeout_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Decisao:
    """A command's decision: the answer, and the events that make it so (may be none)."""

    resposta: Any
    eventos: Sequence[NewEvent] = ()


@dataclass(frozen=True, slots=True)
class Recibo:
    """Given after COMMIT: the answer and the log position it is contained in."""

    resposta: Any
    sequence_number: int
    eventos: tuple[str, ...] = ()


def no_keys(event: Event) -> frozenset[str]:
    """For a colony whose steps never wait for each other."""
    return frozenset()


EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class Colony:
    """All that the engine needs to know of a colony.

    Args:
        id: as in the specification, e.g. ``D-2``; also the ``origem`` of what it publishes.
        prefixo: prefix of its tables, e.g. ``d2``.
        publica: types it may publish.
        apply: type -> fold step. The keys are the subscription.
        react: type -> reaction. Must be a subset of the subscription.
        chaves: keys that order its steps; while an event is parked, later ones sharing a key wait.
        dobra: fold keys of an event (``{EVERYTHING}`` where one row depends on all).
        dobra_coluna: per projection table the column that holds the fold key; needed unless
            everything is folded at once.
        desconta: takes out of sums that many keys share what the rows of some keys put in; called
            with the keys before their rows are deleted and folded anew.
        esquece: deletes from local tables what is kept about some fold keys, or about the ids of
            a person; called when parts of their events are erased, in the same transaction.
        aguarda: consumed types whose publisher does not exist yet -> id of that colony.
        tables: its tables; ``info["classe"]`` projecao or local, each column's
            ``info["privacidade"]`` publica or restrita.
        memory: builds the in-memory structure from committed tables.
        flush: writes what the memory structure holds back; called before COMMIT and before rows are
            taken out or deleted. Only for a colony that neither reacts nor decides: nothing but
            its own ``apply`` may look at its tables in between.
        jobs: trabalhos by name; ``jobs_table`` made by ``jobs_table()``.
        regra_versao: sealed in each event's header; raise it when a rule changes a result.
        versao_projecao: raise it when apply or a table changes: marks a full refold.
    """

    id: str
    prefixo: str
    nome: str
    publica: tuple[str, ...]
    apply: Mapping[str, ApplyFn]
    chaves: Callable[[Event], frozenset[str]]
    react: Mapping[str, Reaction] = field(default_factory=dict)
    dobra: Callable[[Event], frozenset[str]] = lambda _event: frozenset({EVERYTHING})
    dobra_coluna: Mapping[str, str] = field(default_factory=dict)
    desconta: Callable[[frozenset[str], ApplyDb], None] | None = None
    esquece: Callable[[frozenset[str], ApplyDb], None] | None = None
    aguarda: Mapping[str, str] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()
    memory: Callable[[ReadDb], Any] | None = None
    flush: Callable[[ApplyDb], None] | None = None
    deadlines: Deadlines | None = None
    jobs: Mapping[str, Job] = field(default_factory=dict)
    jobs_table: Table | None = None
    regra_versao: int = 1
    versao_projecao: int = 1

    @property
    def consome(self) -> tuple[str, ...]:
        """Subscribed types, sorted."""
        return tuple(sorted(self.apply))
