"""Runs code as a user that may not do everything: CI is root, and root may write anywhere.

``run_as_nobody`` forks, so what the function needs must be imported before; a whole program is
started with ``nobody_popen`` instead. Both are plain calls where the tests already run
unprivileged.
"""

from __future__ import annotations

import os
import pickle
import pwd
import shutil
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypedDict, TypeVar

import pytest

T = TypeVar("T")
NAME = "nobody"


class ChildFailed(AssertionError):
    """The function raised in the child; the message is its traceback."""


class UserSwitch(TypedDict, total=False):
    """Keyword arguments of ``subprocess.Popen`` and ``run`` that change the user."""

    user: int
    group: int
    extra_groups: list[int]


def nobody_popen() -> UserSwitch:
    """Arguments that make a subprocess run as ``nobody``; none where we are not root."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(NAME)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _child(pipe: int, function: Callable[..., Any], args: tuple[Any, ...]) -> NoReturn:
    """In the fork: drop every privilege, call, send the outcome, leave without clean-up."""
    try:
        if os.geteuid() == 0:
            entry = pwd.getpwnam(NAME)
            os.setgroups([])
            os.setgid(entry.pw_gid)
            os.setuid(entry.pw_uid)
        outcome = pickle.dumps((True, function(*args)))
    except BaseException:  # noqa: BLE001 # whatever it was is shown by the parent
        outcome = pickle.dumps((False, traceback.format_exc()))
    with os.fdopen(pipe, "wb") as stream:
        stream.write(outcome)
    os._exit(0)


def run_as_nobody(function: Callable[..., T], *args: Any) -> T:
    """Call ``function`` in a forked child that runs as ``nobody``.

    Args:
        function: must not import anything new: the interpreter may lie where ``nobody`` cannot
            look. Its result travels back by pickle.
        args: its arguments.

    Raises:
        ChildFailed: the function raised (an assertion, for example) or the child died.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # forking with threads about
        child = os.fork()
    if child == 0:
        os.close(reading)
        _child(writing, function, args)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        received = stream.read()
    _, status = os.waitpid(child, 0)
    if not received:
        raise ChildFailed(f"the child ended with status {status} and said nothing")
    succeeded, value = pickle.loads(received)
    if not succeeded:
        raise ChildFailed(value)
    result: T = value
    return result


@pytest.fixture
def nobody_path() -> Iterator[Path]:
    """A folder that belongs to ``nobody``; pytest's own ``tmp_path`` is closed to other users."""
    folder = Path(tempfile.mkdtemp(prefix="fng-", dir="/tmp"))
    if os.geteuid() == 0:
        entry = pwd.getpwnam(NAME)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o700)
    shutil.rmtree(folder)
