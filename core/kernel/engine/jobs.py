"""Trabalhos: slow work outside any transaction, its result entering as an event.

A row survives restarts and is run only by the node that authored its trigger, never by a
rebuild. A time-out or an exception enters the same way, as the degraded outcome (result None).
Source: design.md 3, Slow work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Timer
from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select

from core.kernel.colony import Context, Decisao, Job
from core.kernel.engine.cycle import Command
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.event import Event
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store.database import Writer
from core.kernel.store.log_append import find_hash
from core.kernel.store.log_read import read_one
from core.kernel.store.statement import Statement

WORKERS: Final = 2
BACKLOG: Final = 50

Key = tuple[str, str, str, bytes]


@dataclass(frozen=True, slots=True)
class OpenJob:
    """An open row: which work, about what, for which trigger."""

    colony_id: str
    trabalho: str
    sujeito: str
    event_hash: bytes
    dados: Any

    @property
    def key(self) -> Key:
        """Identity of the row."""
        return (self.colony_id, self.trabalho, self.sujeito, self.event_hash)


class JobRunner:
    """Starts open rows in worker threads and hands their outcomes back as commands.

    Args:
        submit: takes the outcome command; called from a worker or timer thread.
    """

    def __init__(
        self,
        writer: Writer,
        runtimes: Sequence[ColonyRuntime],
        telemetry: Telemetry,
        submit: Callable[[Command], None],
    ) -> None:
        self._writer = writer
        self._runtimes = {runtime.id: runtime for runtime in runtimes if runtime.colony.jobs}
        self._telemetry = telemetry
        self._submit = submit
        self._open = {runtime.id: _open_rows(runtime) for runtime in self._runtimes.values()}
        self._running: set[Key] = set()
        self._pool: ThreadPoolExecutor | None = None
        self._timers: dict[Key, Timer] = {}

    def busy(self) -> int:
        """How many rows are being worked on or wait for their outcome to be recorded."""
        return len(self._running)

    def dispatch(self, own: str) -> int:
        """Start open rows whose trigger this node authored; called between transactions."""
        started = 0
        for runtime in self._runtimes.values():
            if not runtime.active:
                continue
            for job, event in self._open_jobs(runtime):
                if job.key not in self._running and event.no == own:
                    self._start(runtime.colony.jobs[job.trabalho], job, event)
                    started += 1
        return started

    def _open_jobs(self, runtime: ColonyRuntime) -> list[tuple[OpenJob, Event]]:
        cursor, dialect = self._writer.cursor, self._writer.dialect
        rows = (
            self._open[runtime.id]
            .run(cursor, dialect, {"limite": BACKLOG + len(self._running)})
            .fetchall()
        )
        found: list[tuple[OpenJob, Event]] = []
        for name, subject, event_hash, values in rows:
            job = OpenJob(runtime.id, name, subject, bytes(event_hash), msgspec.json.decode(values))
            if job.key in self._running:
                continue
            event = read_one(cursor, dialect, find_hash(cursor, dialect, job.event_hash) or 0)
            if event is not None:
                found.append((job, event))
        return found

    def _start(self, work: Job, job: OpenJob, event: Event) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="trabalho")
        self._running.add(job.key)
        answered = _Once()

        def finished(future: Future[Any]) -> None:
            if future.cancelled() or not answered.first():
                return
            error = future.exception()
            if error is not None:
                self._telemetry.fault("trabalho", job.colony_id, event, error)
            self._hand_back(work, job, event, None if error is not None else future.result())

        def too_late() -> None:
            if answered.first():
                self._telemetry.note(
                    "aviso", fase="trabalho", colonia=job.colony_id, falha="tempo esgotado"
                )
                self._hand_back(work, job, event, None)

        timer = Timer(work.timeout_s, too_late)
        timer.daemon = True
        self._timers[job.key] = timer
        future = self._pool.submit(work.run, job.dados)
        timer.start()
        future.add_done_callback(finished)

    def _hand_back(self, work: Job, job: OpenJob, event: Event, result: Any) -> None:
        def decide(context: Context) -> Decisao:
            return Decisao(None, work.outcome(job.sujeito, job.dados, result, context))

        self._submit(
            Command(job.colony_id, decide, cause=event, settled=lambda _c: self._settled(job))
        )

    def _settled(self, job: OpenJob) -> None:
        timer = self._timers.pop(job.key, None)
        if timer is not None:
            timer.cancel()
        self._running.discard(job.key)

    def close(self) -> None:
        """Stop taking work; what runs is left to end, its outcome is run again after a restart."""
        for timer in list(self._timers.values()):
            timer.cancel()
            timer.join()
        self._timers.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
        self._running.clear()


class _Once:
    """True to whoever comes first: the result or the time-out."""

    def __init__(self) -> None:
        self._ticket = [None]

    def first(self) -> bool:
        try:
            self._ticket.pop()  # atomic: of two threads one gets it
        except IndexError:
            return False
        return True


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
