"""Drawing the screens from a terminal, where Qt's own remarks mean nothing to anybody."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from app.desktop.desenho import render_screens
from app.services.composicao import Servicos

# Qt's offscreen platform says this of every window that has a smallest size.
_NOISE: Final = "This plugin does not support propagateSizeHints()"


def draw_screens(
    services: Servicos, folder: Path, *, is_dark: bool = False, scale_pct: int = 100
) -> list[Path]:
    """As ``render_screens``, without the noise; what else Qt has to say still goes to stderr."""
    with _quiet():
        return render_screens(services, folder, is_dark=is_dark, scale_pct=scale_pct)


@contextmanager
def _quiet() -> Iterator[None]:
    def say(_kind: QtMsgType, _where: QMessageLogContext, message: str) -> None:
        if message != _NOISE:
            print(message, file=sys.stderr)

    before = qInstallMessageHandler(say)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
