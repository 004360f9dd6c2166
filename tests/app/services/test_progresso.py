"""Progress that nobody watches."""

from __future__ import annotations

from app.services.progresso import Progress, ignore_progress


def test_ignoring_progress_is_a_progress() -> None:
    watch: Progress = ignore_progress
    watch(1, 2)
