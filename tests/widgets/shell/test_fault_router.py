"""Faults find their place, from any thread, one dialog at a time."""

from __future__ import annotations

import threading

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.services.progresso import Cancelled
from core.kernel.errors import EnvironmentFault
from tests.widgets.conftest import Ui
from widgets.runtime.notices import NoticesBar
from widgets.shell.fault_router import FaultRouter


def _router(ui: Ui, host: QWidget) -> tuple[FaultRouter, NoticesBar]:
    context = ui.context
    bar = NoticesBar(context.theme, context.icons, host)
    router = FaultRouter(context.describe, bar, context.theme, host)
    router.set_window(host)
    return router, bar


def test_what_a_person_can_mend_is_a_notice(ui: Ui, host: QWidget) -> None:
    router, bar = _router(ui, host)
    router.report(EnvironmentFault("banco.disco_cheio"))
    router.report(Cancelled())
    (notice,) = bar.notices()
    assert notice.level == "erro"
    assert notice.text.startswith("O disco está cheio")
    assert router.dialog is None


def test_a_bug_opens_one_dialog_even_from_another_thread(ui: Ui, host: QWidget) -> None:
    router, bar = _router(ui, host)
    worker = threading.Thread(target=lambda: router.report(KeyError("Maria")))
    worker.start()
    worker.join()
    ui.until(lambda: router.dialog is not None)
    first = router.dialog
    router.report(ValueError())
    assert router.dialog is first
    assert first is not None
    assert "Maria" not in first._report.toPlainText()
    first.accept()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert router.dialog is None
    assert bar.notices() == []
