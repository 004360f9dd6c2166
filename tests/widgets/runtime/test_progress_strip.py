"""Long work says how far it is and can be stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from widgets.runtime.progress_strip import ProgressStrip
from widgets.runtime.task_runner import Task


def test_progress_in_words_and_cancel(ui: Ui, host: QWidget) -> None:
    strip = ProgressStrip(ui.context, host)
    assert strip.isHidden()
    task = Task(lambda number, done, total: None, 1)
    strip.start("Exportando", lambda: task)
    assert strip.is_busy
    assert strip.label.text() == "Exportando…"
    strip._start_ms -= 10_000
    strip.update_progress(2_500, 10_000)
    assert strip.label.text() == "Exportando 2.500 de 10.000 · resta cerca de 30 s"
    strip.cancel_button.click()
    assert task.is_cancelled
    assert not strip.cancel_button.isEnabled()
    strip.finish()
    assert strip.isHidden()
    assert not strip.is_busy


def test_work_is_run_and_what_came_of_it_handed_over(ui: Ui, host: QWidget) -> None:
    strip = ProgressStrip(ui.context, host)
    came: list[object] = []

    def work(progress: Callable[[int, int], None]) -> str:
        progress(1, 2)
        return "pronto"

    strip.run("Gravando", host, work, came.append, came.append)
    assert strip.is_busy
    ui.until(lambda: bool(came))
    assert came == ["pronto"]
    assert strip.label.text() == "Gravando 1 de 2"
    strip.finish()
    strip.run("Gravando", host, _fails, came.append, came.append)
    ui.until(lambda: len(came) == 2)
    assert isinstance(came[1], ValueError)
    strip.finish()


def _fails(_progress: Callable[[int, int], None]) -> None:
    raise ValueError("nothing comes of it")
