"""The tests' demonstration is one and the same story, so that a failure comes again."""

from __future__ import annotations

from pathlib import Path

from core.kernel.identity.guard_file import GuardRecord
from core.kernel.store.opening import open_office
from core.kernel.store.sqlite import SqliteDatabase
from tests.support.vivo import tell


def head(folder: Path, semente: str) -> GuardRecord:
    """Node, epoch, number of events and the root over all of them, of a story told anew."""
    lugar = tell(folder, semente)
    return open_office(SqliteDatabase(lugar.dados), lugar.configuracao).cabeca


def test_two_runs_of_one_seed_build_the_same_log_and_another_seed_another(tmp_path: Path) -> None:
    first, again = head(tmp_path / "a", "um"), head(tmp_path / "b", "um")
    assert first == again
    assert head(tmp_path / "c", "dois") != first
