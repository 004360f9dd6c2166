"""Work before there is a main window: a small window with progress, a cancel button, and an end.

Verifying and restoring happen when an office did not open, so there is no screen to show them on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox, QProgressDialog

from app.services.progresso import Cancelled
from widgets.runtime.task_runner import TaskRunner

T = TypeVar("T")
Told = Callable[[int, int], None]


def wait_for(title: str, work: Callable[[Told], T], owner: QObject) -> T:
    """Do ``work`` in a worker thread while a window shows how far it is.

    Args:
        title: what is being done, e.g. ``Conferindo o registro``.
        work: gets what it calls with (done, total), which raises when cancelled.
        owner: lives at least as long as the work.

    Returns:
        What ``work`` returned.

    Raises:
        BaseException: whatever ``work`` raised, the cancellation included.
    """
    runner = TaskRunner(owner)
    loop = QEventLoop(owner)
    results: list[T] = []
    faults: list[BaseException] = []
    window = QProgressDialog(f"{title}…", "Cancelar", 0, 0)
    window.setWindowTitle("Formigueiro")
    window.setAccessibleName(title)
    window.setWindowModality(Qt.WindowModality.ApplicationModal)
    window.setMinimumDuration(0)
    window.setAutoClose(False)
    window.setAutoReset(False)

    def done(result: T) -> None:
        results.append(result)
        loop.quit()

    def failed(error: BaseException) -> None:
        faults.append(error)
        loop.quit()

    def cancelled() -> None:
        # Closing the window says so too. The runner calls nobody back for cancelled work;
        # shutting down waits for its end.
        if not results and not faults:
            task.cancel()
            failed(Cancelled())

    def progressed(count: int, total: int) -> None:
        window.setRange(0, total)
        window.setValue(count)

    task = runner.long(owner, work, done, progressed, failed)
    window.canceled.connect(cancelled)
    window.show()
    loop.exec()
    window.close()
    window.deleteLater()
    runner.shutdown()
    runner.deleteLater()
    if faults:
        raise faults[0]
    return results[0]


def tell(title: str, text: str, details: str = "") -> None:
    """A sentence in a window of its own; ``details`` can be opened and copied."""
    box = QMessageBox()
    box.setWindowTitle("Formigueiro")
    box.setText(title)
    box.setInformativeText(text)
    if details:
        box.setDetailedText(details)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.exec()
    box.deleteLater()


def confirm(title: str, text: str, act: str) -> bool:
    """Ask before something that cannot be taken back; ``act`` stands on the button."""
    box = QMessageBox()
    box.setWindowTitle("Formigueiro")
    box.setText(title)
    box.setInformativeText(text)
    button = box.addButton(act, QMessageBox.ButtonRole.AcceptRole)
    leave = box.addButton("Voltar", QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(leave)
    box.setEscapeButton(leave)
    box.exec()
    chosen = box.clickedButton() is button
    box.deleteLater()
    return chosen


def ask_password(prompt: str) -> str | None:
    """A password, not shown; None where the person gives up."""
    text, given = QInputDialog.getText(None, "Formigueiro", prompt, QLineEdit.EchoMode.Password)
    return text if given else None
