"""Trabalhos: slow work outside any transaction, its result entering as an event.

A row survives restarts and is run only by the node that authored its trigger, never by a
rebuild. A time-out or an exception enters the same way, as the degraded outcome (result None).
Source: design.md 3, Slow work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select, update

from core.kernel.colony import Context, Decisao, Job
from core.kernel.engine.commands import Command
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.errors import EnvironmentFault
from core.kernel.event import Event
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.database import Writer
from core.kernel.store.log_append import find_hash
from core.kernel.store.log_read import read_one
from core.kernel.store.statement import Statement

WORKERS: Final = 2
BACKLOG: Final = 50
# So many threads that never came back: nothing more is started, the rows wait, shown in Saúde.
ABANDONED: Final = 8
# How long a closing window waits for running work; what is cut off runs again after a restart.
GRACE_S: Final = 2.0

Key = tuple[str, str, str, bytes]


@dataclass(frozen=True, slots=True)
class OpenJob:
    """An open row: which work, about what, for which trigger."""

    colony_id: str
    trabalho: str
    sujeito: str
    event_hash: bytes
    dados: Mapping[str, Any]

    @property
    def key(self) -> Key:
        """Identity of the row."""
        return (self.colony_id, self.trabalho, self.sujeito, self.event_hash)


@dataclass(slots=True)
class _Running:
    """Work in a thread. ``ends_at`` is None once its outcome was handed on."""

    work: Job
    job: OpenJob
    event: Event
    ends_at: float | None
    thread: Thread


class JobRunner:
    """Starts open rows in worker threads and turns what comes of them into commands.

    Everything but the work itself happens in the engine's thread.

    Args:
        monotonic: seconds, for time-outs.
        wake: tells the engine that there is something to collect; called from workers.
    """

    def __init__(
        self,
        writer: Writer,
        cycle: Cycle,
        telemetry: Telemetry,
        monotonic: Callable[[], float],
        wake: Callable[[], None],
    ) -> None:
        self._writer = writer
        self._cycle = cycle
        self._stepper = cycle.stepper
        self._runtimes = [runtime for runtime in cycle.stepper.runtimes if runtime.colony.jobs]
        self._telemetry = telemetry
        self._monotonic = monotonic
        self._wake = wake
        self._open = {runtime.id: _open_rows(runtime) for runtime in self._runtimes}
        self._set_aside = {runtime.id: _row_set_aside(runtime) for runtime in self._runtimes}
        self._running: dict[Key, _Running] = {}
        # Their outcome could not be published: shown as open, tried again after a restart.
        self._failed: set[Key] = set()
        self._results: deque[tuple[_Running, BaseException | None, Any]] = deque()
        # Colony -> (last apply, refolds) at which nothing was left to start.
        self._empty: dict[str, tuple[int, int]] = {}
        # Not ours to do: another node's trigger, or one from before the colony's installation.
        self._aside: list[Key] = []
        # Timed out, but still in their thread.
        self._abandoned: list[Thread] = []

    def busy(self) -> int:
        """How many rows are being worked on or wait for their outcome to be recorded."""
        return len(self._running)

    def state_of(self, key: Key) -> str:
        """``esperando``, ``em_curso`` or ``falhou``; may be asked from any thread."""
        if key in self._running:
            return "em_curso"
        return "falhou" if key in self._failed else "esperando"

    def is_asked(self) -> bool:
        """True when results wait to be collected or a time-out has passed."""
        if self._results:
            return True
        now = self._monotonic()
        return any(r.ends_at is not None and r.ends_at <= now for r in self._running.values())

    def again(self) -> None:
        """Try rows whose outcome failed once more: a redelivery."""
        self._failed.clear()
        self._empty.clear()

    # -- starting --------------------------------------------------------------------------

    def dispatch(self, own: str) -> int:
        """Start open rows whose trigger this node authored; called between transactions."""
        started = 0
        self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
        if len(self._abandoned) >= ABANDONED:
            return 0
        for runtime in self._runtimes:
            if len(self._running) >= WORKERS:
                return started
            # Behind, a row may be open only because its outcome is not applied yet.
            if not runtime.active or self._stepper.is_behind(runtime):
                continue
            moved = (runtime.applied, runtime.folds)
            if self._empty.get(runtime.id) == moved:
                continue
            found = self._open_jobs(runtime, own)
            for job, event in found[: WORKERS - len(self._running)]:
                self._start(runtime.colony.jobs[job.trabalho], job, event)
                started += 1
            if not found:
                self._empty[runtime.id] = moved
        if self._aside:
            self._write_aside()
        return started

    def _write_aside(self) -> None:
        """Take rows that are not ours out of the list of open ones; an outcome still closes them."""
        aside = self._aside
        self._aside = []
        self._cycle.begin()
        for colony_id, name, subject, event_hash in aside:
            params = {"k_trabalho": name, "k_sujeito": subject, "k_evento": event_hash}
            self._set_aside[colony_id].run(self._writer.cursor, self._writer.dialect, params)
        self._cycle.commit()
        self._empty.clear()

    def open_all(self, runtime: ColonyRuntime) -> None:
        """Open every row that was set aside: the historical load."""
        table = runtime.colony.jobs_table
        if table is not None:
            reopen = update(table).where(table.c.estado == "dispensado").values(estado="aberto")
            Statement(reopen).run(self._writer.cursor, self._writer.dialect)
        self._empty.clear()

    def _open_jobs(self, runtime: ColonyRuntime, own: str) -> list[tuple[OpenJob, Event]]:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        limit = BACKLOG + len(self._running) + len(self._failed)
        rows = self._open[runtime.id].run(cursor, dialect, {"limite": limit}).fetchall()
        found: list[tuple[OpenJob, Event]] = []
        for name, subject, event_hash, values in rows:
            key = (runtime.id, name, subject, bytes(event_hash))
            if key in self._running or key in self._failed or name not in runtime.colony.jobs:
                continue
            event = read_one(cursor, dialect, find_hash(cursor, dialect, key[3]) or 0)
            if event is None or event.no != own or event.sequence_number <= runtime.installed:
                self._aside.append(key)
                continue
            found.append((OpenJob(*key, msgspec.json.decode(values)), event))
        return found

    def _start(self, work: Job, job: OpenJob, event: Event) -> None:
        thread = Thread(
            target=lambda: self._do(running), name=f"trabalho-{job.trabalho}", daemon=True
        )
        running = _Running(work, job, event, self._monotonic() + work.timeout_s, thread)
        self._running[job.key] = running
        thread.start()

    def _do(self, running: _Running) -> None:
        """In the worker's thread: the work, and nothing that touches the engine's state."""
        error: BaseException | None = None
        result: Any = None
        try:
            result = running.work.run(running.job.dados)
        except BaseException as failure:  # noqa: BLE001 # whatever it is, the outcome is degraded
            error = failure
        self._results.append((running, error, result))
        self._wake()

    # -- outcomes --------------------------------------------------------------------------

    def collect(self) -> list[Command]:
        """Outcomes of what ended, failed or took too long, as commands; a late result is dropped."""
        commands: list[Command] = []
        while self._results:
            running, error, result = self._results.popleft()
            if running.ends_at is None:
                continue
            if error is not None:
                self._telemetry.fault("trabalho", running.job.colony_id, running.event, error)
            commands.append(self._outcome(running, result))
        now = self._monotonic()
        for running in self._running.values():
            if running.ends_at is not None and running.ends_at <= now:
                self._telemetry.late("trabalho", running.job.colony_id, running.event)
                self._abandoned.append(running.thread)
                commands.append(self._outcome(running, None))
        return commands

    def _outcome(self, running: _Running, result: Any) -> Command:
        running.ends_at = None
        work, job = running.work, running.job

        def decide(context: Context) -> Decisao:
            return Decisao(None, work.outcome(job.sujeito, job.dados, result, context))

        def settled(command: Command) -> None:
            self._settled(job, command)

        return Command(job.colony_id, decide, cause=running.event, settled=settled)

    def _settled(self, job: OpenJob, command: Command) -> None:
        del self._running[job.key]
        self._empty.pop(job.colony_id, None)
        published = command.recibo is not None and command.recibo.eventos
        if not published and not isinstance(command.error, EnvironmentFault):
            # Refused, or nothing new came of it: run at once again it would only come to the same.
            self._failed.add(job.key)
            if command.error is not None:
                self._telemetry.fault("desfecho", job.colony_id, None, command.error)

    def close(self) -> None:
        """Stop taking work; what runs gets a moment to end, its outcome is for the next start."""
        for running in self._running.values():
            running.thread.join(GRACE_S)
        for thread in self._abandoned:
            thread.join(GRACE_S)
        self._running.clear()
        self._abandoned.clear()
        self._results.clear()


def _open_rows(runtime: ColonyRuntime) -> Statement:
    table = runtime.colony.jobs_table
    if table is None:
        raise ValueError(f"colony {runtime.id} declares jobs but no jobs_table")
    return Statement(
        select(table.c.trabalho, table.c.sujeito, table.c.evento, table.c.dados)
        .where(table.c.estado == "aberto")
        .order_by(table.c.aberto_em, table.c.trabalho, table.c.sujeito)
        .limit(bindparam("limite"))
    )


def _row_set_aside(runtime: ColonyRuntime) -> Statement:
    table = runtime.colony.jobs_table
    assert table is not None  # checked by _open_rows
    return Statement(
        update(table)
        .where(
            table.c.trabalho == bindparam("k_trabalho"),
            table.c.sujeito == bindparam("k_sujeito"),
            table.c.evento == bindparam("k_evento"),
            table.c.estado == "aberto",
        )
        .values(estado="dispensado")
    )
