"""Long work says how far it is and can be stopped."""

from __future__ import annotations

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
