"""Acts come at once, patient commands when nothing else is left."""

from __future__ import annotations

from core.kernel.colony import Decisao
from core.kernel.engine.command_queue import AT_ONCE, CommandQueue
from core.kernel.engine.commands import Command
from core.kernel.errors import UserFacingError


def command(name: str, *, is_patient: bool = False) -> Command:
    return Command(name, lambda _context: Decisao(None), is_patient=is_patient)


def names(taken: list[Command]) -> list[str]:
    return [one.colony_id for one in taken]


def test_acts_go_before_patient_ones_that_came_earlier() -> None:
    queue = CommandQueue()
    for name, is_patient in (("p1", True), ("a1", False), ("p2", True), ("a2", False)):
        queue.add(command(name, is_patient=is_patient))
    assert len(queue) == 4
    assert names(queue.take(is_idle=True)) == ["a1", "a2"]
    assert names(queue.take(is_idle=False)) == []
    assert names(queue.take(is_idle=True)) == ["p1"]
    assert names(queue.take(is_idle=True)) == ["p2"]
    assert not queue


def test_a_long_queue_is_answered_batch_by_batch() -> None:
    queue = CommandQueue()
    for number in range(AT_ONCE + 1):
        queue.add(command(str(number)))
    assert len(queue.take(is_idle=False)) == AT_ONCE
    assert names(queue.take(is_idle=False)) == [str(AT_ONCE)]


def test_whoever_waits_is_refused_at_the_end() -> None:
    queue = CommandQueue()
    waiting = [command("a"), command("p", is_patient=True)]
    for one in waiting:
        queue.add(one)
    queue.refuse(UserFacingError("motor.encerrado"))
    assert not queue
    for one in waiting:
        assert isinstance(one.error, UserFacingError)
        assert one.is_settled
