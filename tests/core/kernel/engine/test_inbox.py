"""What is asked of the engine waits for its thread, and is answered at the end whatever happens."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.kernel.colony import Decisao
from core.kernel.engine.commands import Command
from core.kernel.engine.inbox import Inbox
from core.kernel.errors import UserFacingError


def command(*, is_patient: bool = False) -> Command:
    return Command("T-1", lambda _context: Decisao(None), is_patient=is_patient)


def inbox(*, inline: bool = False) -> Inbox:
    return Inbox(threading.Condition(), inline=inline)


def seen(box: Inbox) -> tuple[bool, bool, bool]:
    """What waits: commands, anything, more than an import."""
    return box.has_commands, box.is_waiting, box.is_pressed


def test_an_import_waits_without_pressing_and_everything_else_presses() -> None:
    box = inbox()
    assert seen(box) == (False, False, False)
    box.add(command(is_patient=True))
    assert seen(box) == (True, True, False)
    box.add(command())
    assert seen(box) == (True, True, True)
    assert len(box.take(is_idle=True)) == 1
    assert seen(box) == (True, True, False)
    box.add_task(lambda: None)
    assert seen(box) == (True, True, True)


def test_tasks_are_handed_out_in_the_order_in_which_they_came() -> None:
    box = inbox()
    futures = [box.add_task(lambda: None) for _ in range(3)]
    taken = [box.next_task() for _ in range(3)]
    assert [one[1] for one in taken if one is not None] == futures
    assert box.next_task() is None
    assert not box.is_waiting


def test_after_the_end_nothing_comes_in_and_nothing_stays_unanswered() -> None:
    box = inbox()
    early, late = command(), command()
    waiting = box.add_task(lambda: None)
    assert box.add(early)
    box.close()
    assert box.is_pressed
    assert not box.add(late)
    refused = box.add_task(lambda: None)
    box.empty()
    assert not box.has_commands
    for one in (early, late):
        assert isinstance(one.error, UserFacingError)
        assert one.error.code == "motor.encerrado"
    assert waiting.cancelled()
    assert isinstance(refused.exception(0), UserFacingError)


def test_what_comes_in_wakes_whoever_waits() -> None:
    wake = threading.Condition()
    box = Inbox(wake, inline=False)
    with ThreadPoolExecutor(1) as pool:
        with wake:
            asked = pool.submit(box.add, command())
            assert wake.wait_for(lambda: box.is_waiting, 30)
        assert asked.result(30)


@pytest.mark.parametrize("inline", [True, False])
def test_an_inline_engine_hears_only_the_thread_that_opened_it(inline: bool) -> None:
    box = inbox(inline=inline)
    with ThreadPoolExecutor(1) as pool:
        errors = [
            pool.submit(box.add, command()).exception(30),
            pool.submit(box.add_task, lambda: None).exception(30),
        ]
    assert [isinstance(one, RuntimeError) for one in errors] == [inline, inline]
    assert box.is_waiting is not inline
