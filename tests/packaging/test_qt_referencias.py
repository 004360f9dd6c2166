"""The Qt binding that is pinned keeps its references: 6.12.0 did not on Python 3.11."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
class Emitter(QObject):
    told = Signal()
application = QCoreApplication([])
emitter, timer = Emitter(), QTimer()
before = [sys.getrefcount(value) for value in (None, True, False)]
for n in range(20_000):
    emitter.told.emit(); timer.setInterval(n % 50); timer.isActive()
after = [sys.getrefcount(value) for value in (None, True, False)]
print(max(abs(b - a) for a, b in zip(before, after)))
"""


def test_calls_into_qt_lose_no_reference() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 100
