"""Running a window until it is closed, and the window that says why there is none."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType

from PySide6.QtCore import QEventLoop, QObject

from app.desktop.aplicacao import finish_deletions, qt_application
from app.desktop.janela import Desktop
from app.desktop.memoria import QuietMemory
from app.services.composicao import Servicos
from app.services.falhas import Falha
from app.settings.recursos import Recursos
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.shell.fault_router import FaultRouter
from widgets.shell.opening_fault import Choice, OpeningFaultWindow
from widgets.shell.single_window import SingleWindow


def run_desktop(
    services: Servicos,
    argv: Sequence[str] = (),
    single: SingleWindow | None = None,
    recado: str = "",
) -> int:
    """Show the office until its window is closed; the process's exit code.

    Closes the services at the end, also after a fault.

    Args:
        services: of an open office.
        argv: for Qt.
        single: where a second start of the program asks this window to come to the front.
        recado: what came of closing the window before; stays until it is read. Empty for nothing.
    """
    application = qt_application(argv)
    desktop = Desktop(application, services)
    if single is not None:
        single.raise_requested.connect(desktop.come_to_front)
    previous = sys.excepthook, threading.excepthook
    sys.excepthook = partial(_route_bug, desktop.router, previous[0])
    threading.excepthook = partial(_route_thread_bug, desktop.router, previous[1])
    # Python sees Ctrl+C only between Qt's events; the log is durable, so dying at once is safe.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    loop = QEventLoop()
    desktop.window.closing.connect(loop.quit)
    try:
        desktop.show()
        if recado:
            desktop.context.notify(recado, "aviso")
        with QuietMemory() as memory:
            memory.look_through_at_rest(application, desktop)
            return loop.exec()
    finally:
        sys.excepthook, threading.excepthook = previous
        desktop.close()
        services.encerrar()
        finish_deletions()


def ask_after_opening_fault(
    falha: Falha, place: str, recursos: Recursos, argv: Sequence[str] = ()
) -> Choice:
    """Say why the office did not open and what the person wants to do about it.

    Args:
        falha: the fault, from ``app.services.falhas.describe``.
        place: the folder or database, shown as it is.
        recursos: icons.
        argv: for Qt.
    """
    application = qt_application(argv)
    owner = QObject(application)
    theme = Theme(application, owner, recursos.path("icones"))
    theme.apply()
    window = OpeningFaultWindow(falha, place, theme, Icons(recursos.icon_svg, theme, owner))
    answers: list[Choice] = []

    loop = QEventLoop()

    def take(choice: str) -> None:
        answers.append(Choice(choice))
        window.close()
        loop.quit()

    window.chosen.connect(take)
    window.show()
    loop.exec()
    window.deleteLater()
    owner.deleteLater()
    finish_deletions()
    return answers[0] if answers else Choice.SAIR


def _route_bug(
    router: FaultRouter,
    previous: Callable[[type[BaseException], BaseException, TracebackType | None], object],
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> None:
    previous(kind, error, trace)
    if not issubclass(kind, KeyboardInterrupt):
        router.report(error)


def _route_thread_bug(
    router: FaultRouter,
    previous: Callable[[threading.ExceptHookArgs], object],
    args: threading.ExceptHookArgs,
) -> None:
    previous(args)
    if args.exc_value is not None:
        router.report(args.exc_value)
