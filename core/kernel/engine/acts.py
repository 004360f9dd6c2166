"""What an operator orders: release, redeliver, rebuild, disable and enable, load history.

Each runs in the engine's thread. What others must be able to see is published in the same
transaction as the rows it is about. Source: design.md 2 and 3.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from core.kernel.colony import Context, Decisao
from core.kernel.engine.commands import Command
from core.kernel.engine.cycle import Cycle
from core.kernel.engine.jobs import JobRunner
from core.kernel.engine.nucleo import N0A
from core.kernel.engine.parking import Parked
from core.kernel.engine.refolding import Cancelled, Progress, RebuildCancelled
from core.kernel.engine.runtime import ColonyRuntime
from core.kernel.errors import UserFacingError
from core.kernel.event import Event, NewEvent
from core.kernel.observability.telemetry import Telemetry

Call = Callable[[Callable[[], Any]], Future[Any]]


def never() -> bool:
    """Nobody cancels."""
    return False


def unseen(_done: int, _total: int) -> None:
    """Nobody watches."""


class Acts:
    """Acts over one cycle.

    Args:
        call: runs work in the engine's thread between two batches.
        redeliver: notes that a colony's dead letters are to be tried again.
    """

    def __init__(
        self,
        cycle: Cycle,
        jobs: JobRunner,
        telemetry: Telemetry,
        call: Call,
        redeliver: Callable[[str], None],
    ) -> None:
        self._cycle = cycle
        self._stepper = cycle.stepper
        self._jobs = jobs
        self._telemetry = telemetry
        self._call = call
        self._redeliver = redeliver
        self._rebuild = threading.Lock()

    # -- dead letters ----------------------------------------------------------------------

    def release(
        self,
        consumidor: str,
        fase: str,
        sequence: int,
        motivo: str,
        ator: Mapping[str, str],
        settled: Callable[[Command], None],
    ) -> Command:
        """The command that publishes ``entrega.liberada`` and frees the keys with it."""
        found: list[Parked] = []

        def decide(_context: Context) -> Decisao:
            found.clear()
            self._stepper.runtime(consumidor)
            row = self._stepper.parking.row(consumidor, fase, sequence)
            if row is None or row.estado == "liberado":
                raise UserFacingError("motor.entrega_nao_encontrada", colonia=consumidor)
            if row.estado != "descartado":
                raise UserFacingError("motor.entrega_ainda_tentada", colonia=consumidor)
            found.append(row)
            event = self._stepper.events_at([sequence])[sequence]
            payload = {
                "consumidor": consumidor,
                "fase": fase,
                "event_hash": event.event_hash,
                "motivo": motivo,
            }
            return Decisao(None, (NewEvent("entrega.liberada", payload, consumidor, ator=ator),))

        def along(_events: Sequence[Event]) -> None:
            runtime, parking = self._stepper.runtime(consumidor), self._stepper.parking
            parking.release(found[0])
            runtime.parked_apply = parking.keys_of(consumidor, "apply")
            runtime.parked_react = parking.keys_of(consumidor, "react")
            self._redeliver(consumidor)

        return Command(N0A.id, decide, along=along, settled=settled)

    # -- rebuild ---------------------------------------------------------------------------

    def rebuild(
        self, colony_id: str | None, progress: Progress, cancelled: Cancelled
    ) -> Future[int]:
        """Rebuild the projections of one colony or all in one transaction; the events applied."""
        refused: Future[int] = Future()
        if not self._rebuild.acquire(blocking=False):
            refused.set_exception(UserFacingError("motor.reconstrucao_em_curso"))
            return refused
        future = self._call(lambda: self._rebuild_now(colony_id, progress, cancelled))
        future.add_done_callback(lambda _future: self._rebuild.release())
        return future

    def _rebuild_now(self, colony_id: str | None, progress: Progress, cancelled: Cancelled) -> int:
        chosen = [
            runtime
            for runtime in self._stepper.runtimes
            if runtime.types and colony_id in (None, runtime.id)
        ]
        if colony_id is not None and not chosen:
            raise UserFacingError("motor.colonia_desconhecida", colonia=colony_id)
        self._telemetry.note("info", fase="reconstrucao", colonia=colony_id, estado="iniciada")
        try:
            done = self._rebuild_once(chosen, progress, cancelled, careful=False)
        except UserFacingError:
            raise
        except RebuildCancelled:
            self._telemetry.note("info", fase="reconstrucao", colonia=colony_id, estado="cancelada")
            raise
        except Exception as error:  # noqa: BLE001 # repeated with fences, where it is parked
            self._cycle.abort_or_raise(error)
            done = self._rebuild_once(chosen, progress, cancelled, careful=True)
        self._telemetry.note(
            "info", fase="reconstrucao", colonia=colony_id, estado="terminada", eventos=done
        )
        for runtime in chosen:
            self._redeliver(runtime.id)
        return done

    def _rebuild_once(
        self,
        chosen: Sequence[ColonyRuntime],
        progress: Progress,
        cancelled: Cancelled,
        *,
        careful: bool,
    ) -> int:
        self._cycle.begin()
        self._stepper.careful = careful
        totals = [self._cycle.refolder.count(runtime) for runtime in chosen]
        before, whole = 0, sum(totals)
        for runtime, own in zip(chosen, totals, strict=True):
            start = before
            self._cycle.refolder.rebuild(
                runtime,
                self._stepper,
                lambda done, _total, start=start: progress(start + done, whole),  # type: ignore[misc] # mypy cannot infer a lambda with a default
                cancelled,
            )
            before += own
            self._stepper.touched.update(runtime.types)  # what screens show may have changed
        self._cycle.commit()
        return before

    # -- colonies --------------------------------------------------------------------------

    def set_active(self, colony_id: str, *, active: bool) -> None:
        """Let a colony stand still, or go on from where it stood."""
        self._cycle.begin()
        self._with_position(colony_id).set_active(active=active)
        self._cycle.commit()
        self._cycle.forget()
        self._telemetry.note("info", fase="colonia", colonia=colony_id, ativa=active)
        if active:
            self._jobs.again()  # an outcome may have come while it could not be published
            self._redeliver(colony_id)

    def load_history(self, colony_id: str) -> None:
        """Have a colony react to everything from before its installation, too (G-001)."""
        self._cycle.begin()
        runtime = self._with_position(colony_id)
        runtime.react_from_start()
        self._cycle.deadliner.open_all(runtime)
        self._jobs.open_all(runtime)
        self._cycle.commit()
        self._cycle.forget()
        self._telemetry.note("info", fase="carga_historica", colonia=colony_id)

    def _with_position(self, colony_id: str) -> ColonyRuntime:
        runtime = self._stepper.runtime(colony_id)
        if not runtime.types:
            raise UserFacingError("motor.colonia_do_nucleo", colonia=colony_id)
        return runtime
