"""The transaction loop: commands first, then steps, then COMMIT; careful repetition on a fault.

No thread here: ``engine.py`` runs it in the writer thread, tests and the command line in their
own. A batch ends at 50 ms or 200 steps (design.md 2) where somebody waits for its end; while nobody
does it goes on for a quarter of a second, since each COMMIT writes the same pages again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter_ns, sleep
from typing import Final

from core.kernel.engine.commands import Command, Decider
from core.kernel.engine.deadlines import Deadliner
from core.kernel.engine.refolding import Refolder
from core.kernel.engine.stepping import StepFailed, Stepper
from core.kernel.errors import EnvironmentFault, IntegrityFault
from core.kernel.observability.telemetry import Telemetry
from core.kernel.store import log_append
from core.kernel.store.database import Database, Writer
from core.kernel.store.log_append import LogTail

BATCH_NS: Final = 50_000_000
BATCH_STEPS: Final = 200
UNHURRIED_NS: Final = 250_000_000
UNHURRIED_STEPS: Final = 2_000
"""What a batch may take while nobody waits: an import's own next rows do not."""

GIVE_WAY_S: Final = 0.002
"""Left after a long batch for other processes, which ask for the database more often than that."""


class Cycle:
    """Runs batches over one database. Owned by one thread at a time.

    Args:
        load_tail: reads the end of the log inside a transaction.
        types_after: which event types stand after a position, inside a transaction.
    """

    def __init__(
        self,
        database: Database,
        writer: Writer,
        stepper: Stepper,
        refolder: Refolder,
        deadliner: Deadliner,
        decider: Decider,
        telemetry: Telemetry,
        load_tail: Callable[[], LogTail],
        *,
        types_after: Callable[[int], frozenset[str]],
    ) -> None:
        self._database = database
        self._writer = writer
        self.stepper = stepper
        self.refolder = refolder
        self.deadliner = deadliner
        self._decider = decider
        self._telemetry = telemetry
        self._load_tail = load_tail
        self._types_after = types_after
        # The head up to which listeners know the log; None before the first batch, since whoever
        # opens an office reads it all. And what others wrote that nobody has been told of yet.
        self._told_head: int | None = None
        self._foreign: set[str] = set()
        # A guest applies and refolds; only the holder of the engine lock reacts.
        self.reacts = True
        self._stale = True
        self._wrote = False
        self._was_long = False
        self._next_due: str | None = None
        self._saved_head = 0
        self.committed_head = 0
        self.on_commit: Callable[[frozenset[str]], None] = lambda _types: None
        # Whether somebody waits for the running batch to end.
        self.is_pressed: Callable[[], bool] = lambda: False

    # -- transactions ----------------------------------------------------------------------

    def begin(self) -> None:
        """Open a transaction with memory equal to the committed rows.

        Raises:
            EnvironmentFault: the database is locked, full, read-only or gone.
        """
        changed = self._writer.begin()
        self._wrote = False
        if not changed and not self._stale:
            return
        try:
            self.stepper.publisher.tail = self._load_tail()
            self._saved_head = self.stepper.publisher.tail.head
            if self._told_head is not None and self._saved_head > self._told_head:
                self._foreign |= self._types_after(self._told_head)
            self._told_head = self._saved_head
            installed = self.stepper.reset()
            marked = self.refolder.load(self.stepper.runtimes)
            self.deadliner.reset()
        except Exception as error:
            self.abort()
            raise self.fault(error) or error from error
        self._wrote = installed or marked
        self._stale = False

    def begin_at_head(self) -> None:
        """As ``begin``, with every active colony applied up to the head and refolded.

        Raises:
            EnvironmentFault: the database is locked, full, read-only or gone.
        """
        self.begin()
        self._wrote = True
        self.stepper.all_to_head()
        while self.refolder.refold_next(self.stepper):
            pass

    def commit(self) -> None:
        """Save positions and tail, and make everything durable.

        Raises:
            EnvironmentFault: nothing was written.
        """
        tail = self.stepper.publisher.tail
        try:
            self._save()
            self._writer.commit()
        except Exception as error:
            self.abort()
            raise self.fault(error) or error from error
        self._told_head = self.committed_head = tail.head
        self._telemetry.committed()
        self._tell()

    def _save(self) -> None:
        """Write what the transaction holds back, and hear of whatever failed in it."""
        tail = self.stepper.publisher.tail
        self.stepper.save()
        if tail.head != self._saved_head:
            log_append.save_tail(self._writer.cursor, self._writer.dialect, tail)
            self._saved_head = tail.head
        self._writer.settle()

    def _tell(self) -> None:
        """Tell of the types that are new since the last time, be they this engine's or another's."""
        touched = frozenset(self.stepper.touched | self._foreign)
        self.stepper.touched.clear()
        self._foreign.clear()
        self.on_commit(touched)

    def _end(self) -> None:
        """Commit; a transaction that wrote nothing ends without a trace for other processes."""
        if self._wrote:
            self.commit()
        else:
            self._writer.rollback()
            self.committed_head = self.stepper.publisher.tail.head
            if self._foreign:
                self._tell()

    def forget(self) -> None:
        """Read everything again at the next begin."""
        self._stale = True

    @property
    def committed_tail(self) -> LogTail | None:
        """The end of the log as last committed; None before the first batch and after a fault.

        To be read in the engine's thread between transactions.
        """
        return None if self._stale else self.stepper.publisher.tail

    @property
    def next_due(self) -> str | None:
        """When the earliest deadline falls due, as of the last batch."""
        return self._next_due

    def abort(self) -> None:
        """Roll back; memory structures and positions are read again at the next begin."""
        self._stale = True
        self._telemetry.rolled_back()
        self._writer.rollback()

    def abort_or_raise(self, error: Exception) -> None:
        """Roll back; a fault of the environment flies on, one of content is the caller's."""
        self.abort()
        environment = self.fault(error)
        if environment is not None:
            raise environment from error

    def fault(self, error: Exception) -> Exception | None:
        """The fault of environment or integrity that an error is or stands for, else None."""
        if isinstance(error, EnvironmentFault | IntegrityFault):
            return error
        return self._database.fault(error)

    # -- batches ---------------------------------------------------------------------------

    def run_batch(self, commands: Sequence[Command]) -> bool:
        """Run commands and then steps in one transaction; True while work is left.

        Commands are settled after COMMIT. A fault of content rolls the batch back and repeats it
        step by step, parking what fails. Whatever flies out of here has settled every command.

        Raises:
            EnvironmentFault: nothing was written; open commands are settled with it.
        """
        try:
            return self._run_batch(commands)
        except Exception as error:
            for command in commands:
                command.refuse(error)
            raise

    def _run_batch(self, commands: Sequence[Command]) -> bool:
        self.stepper.careful = False
        self.begin()
        try:
            self._writer.hasten()
            for command in commands:
                self._wrote = True
                self._decider.decide(command)
            more = self._steps(UNHURRIED_STEPS)
            if self._wrote:
                self._save()  # here, where a fault of content still leads to the repetition
        except Exception as error:  # noqa: BLE001 # repeated step by step, where it is parked
            for command in commands:
                command.undo()
            self.abort_or_raise(error)
            return self._run_carefully(commands)
        self._end()
        for command in commands:
            self._settle(command)
        if self._was_long:
            sleep(GIVE_WAY_S)
        return more

    def _settle(self, command: Command) -> None:
        """Tell of a durable outcome; who fails to listen must not spoil the others' receipts."""
        try:
            command.settle()
        except Exception as error:  # noqa: BLE001 # the commit stands
            self._telemetry.fault("ouvinte", command.colony_id, None, error)

    def _run_carefully(self, commands: Sequence[Command]) -> bool:
        """One command or step a transaction; what fails is answered or parked."""
        self.stepper.careful = True
        self._telemetry.counts["lotes_repetidos"] += 1
        for command in commands:
            self.begin()
            try:
                self._decider.decide(command)
            except Exception as error:  # noqa: BLE001 # answered to whoever gave the command
                command.undo()
                self.abort_or_raise(error)
                self._telemetry.fault("comando", command.colony_id, None, error)
                command.refuse(error)
                continue
            self.commit()
            self._settle(command)
        return all(self._careful_step() for _ in range(BATCH_STEPS))

    def _careful_step(self) -> bool:
        self.begin()
        try:
            more = self._steps(1)
        except StepFailed as failed:
            self.abort()
            self.begin()
            self.park(failed)
            self.commit()
            return True
        except Exception as error:
            self.abort()
            raise self.fault(error) or error from error
        self._end()
        return more

    def park(self, failed: StepFailed) -> None:
        """Park a failed reaction or deadline, in the transaction after the rolled back one."""
        self.stepper.park_reaction(failed)
        if failed.deadline is not None:
            event_hash = bytes.fromhex(failed.event.event_hash)
            self.deadliner.handled(failed.runtime, failed.deadline.sujeito, event_hash)

    # -- what a batch does -----------------------------------------------------------------

    def _steps(self, budget: int) -> bool:
        """Bring every apply to the head, then react; True when the budget ended first."""
        started, most = perf_counter_ns(), budget
        while budget > 0:
            took = perf_counter_ns() - started
            self._was_long = took >= BATCH_NS or most - budget >= BATCH_STEPS
            if self._was_long and (took >= UNHURRIED_NS or self.is_pressed()):
                break
            behind = self.stepper.first_behind()
            if behind is not None:
                applied = self.stepper.catch_up(behind, min(budget, BATCH_STEPS))
                if applied:
                    self._wrote = True
                    budget -= applied
                continue
            if self.refolder.refold_next(self.stepper):
                self._wrote = True
                budget -= 1
                continue
            if not self.reacts:
                self.stepper.settle(reacts=False)
                return False
            due = self.stepper.next_reaction()
            if due is not None:
                self._wrote = True
                self.stepper.react(*due)
                budget -= 1
                continue
            if not self.deadliner.react_next(self.stepper):
                if self.stepper.settle(reacts=True):
                    self._wrote = True
                earliest = self.deadliner.earliest()
                self._next_due = earliest[1][0] if earliest else None
                return False
            self._wrote = True
            budget -= 1
        return True
