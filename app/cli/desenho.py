"""Drawing the screens from a terminal, where Qt's own remarks mean nothing to anybody."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.bootstrap.janela import servicos_da_janela
from app.cli.ambiente import Ambiente
from app.desktop.desenho import render_screens

# Qt's offscreen platform says this of every window that has a smallest size.
_NOISE: Final = "This plugin does not support propagateSizeHints()"


@contextmanager
def open_for_drawing(ambiente: Ambiente) -> Iterator[Aplicacao]:
    """The office with its engine in a thread of its own, as behind a window.

    Screens write too, e.g. a lease, and from a worker: an engine that runs only in this thread would
    never hear them, and closing the window waits for them.
    """
    opening = abrir(ambiente.lugar, ambiente.mensagens, ambiente.recursos, senha=ambiente.senha)
    with opened(opening) as office:
        yield office


def draw_screens(
    office: Aplicacao, folder: Path, *, is_dark: bool = False, scale_pct: int = 100
) -> list[Path]:
    """As ``render_screens``, without the noise; what else Qt has to say still goes to stderr.

    Args:
        office: from ``open_for_drawing``.
        folder: where the pictures go.
        is_dark: the dark scheme.
        scale_pct: text size.
    """
    services = servicos_da_janela(office)
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
