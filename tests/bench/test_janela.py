"""The window answers while the office imports; a second without an answer is a fault anywhere."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from tests.bench.janela import medir

ANYWHERE_MS = 1_000


def test_the_window_is_never_kept_waiting_for_a_second(qapp: QApplication) -> None:
    found = medir(150)
    assert found.importadas == 150
    assert found.maximo_ms < ANYWHERE_MS
