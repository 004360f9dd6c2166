"""The window's composition root: services in, a running window out.

``app.bootstrap`` builds the services without Qt; this module gives them a face. It starts no
engine and knows no database. Also draws every screen to PNG where there is no display.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QLibraryInfo,
    QLocale,
    QObject,
    Qt,
    QTranslator,
    Slot,
)
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.services.composicao import Servicos
from app.services.eventos import Found
from app.services.falhas import Falha, describe
from app.settings.recursos import Recursos
from app.settings.vista import PADROES, vista_path
from widgets.eventos.screen import KEY as EVENTOS
from widgets.eventos.screen import EventosScreen
from widgets.runtime.changes_hub import ChangesHub
from widgets.runtime.context import UiContext
from widgets.runtime.notices import NoticesBar
from widgets.runtime.screen import ScreenSpec
from widgets.runtime.task_runner import TaskRunner
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme
from widgets.runtime.view_state import ViewState
from widgets.saude.screen import KEY as SAUDE
from widgets.saude.screen import SaudeScreen
from widgets.shell.fault_router import FaultRouter
from widgets.shell.main_window import MainWindow, OfficeLabel
from widgets.shell.opening_fault import Choice, OpeningFaultWindow
from widgets.shell.single_window import SingleWindow

_RENDER_WAIT_S: Final = 20.0
_NAME: Final = "Formigueiro"


def has_display() -> bool:
    """Whether a window can be shown here; elsewhere Qt would abort the process."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qt_application(argv: Sequence[str] = (), *, is_offscreen: bool = False) -> QApplication:
    """The one application of this process, made on first call, speaking Portuguese."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        _quit_by_ourselves(found)
        return found
    if is_offscreen:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    QLocale.setDefault(QLocale(QLocale.Language.Portuguese, QLocale.Country.Brazil))
    application = QApplication([_NAME, *argv])
    _quit_by_ourselves(application)
    application.setApplicationName(_NAME)
    application.setApplicationDisplayName(_NAME)
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale(), "qtbase", "_", folder):
        application.installTranslator(translator)
    return application


def _quit_by_ourselves(application: QApplication) -> None:
    """Loops end by their own window. Quitting the application would leave it quitting for ever,
    and every later loop, of a dialog after a failed opening too, would end before it began.
    """
    application.setQuitOnLastWindowClosed(False)


class Desktop(QObject):
    """One open office in one window.

    Args:
        application: the Qt application.
        services: everything the screens need.
        view_path: where the view is remembered; the data folder's where None.
    """

    def __init__(
        self, application: QApplication, services: Servicos, view_path: Path | None = None
    ) -> None:
        super().__init__(application)
        self._services = services
        self._is_closed = False
        path = view_path or vista_path(services.escritorio.data_dir)
        self.runner = TaskRunner(self)
        self.hub = ChangesHub(self)
        self.view = ViewState(path, PADROES, self)
        self.theme = Theme(application, self)
        self._restore_look()
        icons = Icons(services.recursos.icon_svg, self.theme, self)
        self._notices = NoticesBar(self.theme, icons)
        self._describe: Callable[[BaseException], Falha] = partial(
            describe, mensagens=services.mensagens, versao=services.versao
        )
        self.router = FaultRouter(self._describe, self._notices, self.theme, self)
        self.context = UiContext(
            runner=self.runner,
            hub=self.hub,
            theme=self.theme,
            icons=icons,
            view=self.view,
            moments=services.tempo,
            notify=self._notices.show_notice,
            describe=self._describe,
            report=self.router.report,
        )
        office = services.escritorio
        label = OfficeLabel(office.nome, office.impressao_no, office.is_demo, services.versao)
        self.window = MainWindow(
            self._screens(), label, self.context, self._notices, services.saude.summary
        )
        self.router.set_window(self.window)
        self.runner.failed.connect(self.router.report)
        self.runner.wrote.connect(self.hub.announce)
        self.window.searched.connect(self._on_searched)
        self._stop_listening = services.observar(self.hub.post)

    def show(self) -> None:
        """Show the window with the screen of the last time."""
        self.window.show_first()
        self.window.show()

    @Slot()
    def come_to_front(self) -> None:
        """Another start of the program wants this window."""
        state = self.window.windowState() & ~Qt.WindowState.WindowMinimized
        self.window.setWindowState(state)
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Stop listening, finish what runs, take the window down. Twice does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self._stop_listening()
        self.window.close()
        self.runner.shutdown()
        self.window.deleteLater()
        self.deleteLater()

    def _restore_look(self) -> None:
        mode = self.view.text("aparencia/tema")
        self.theme.set_scale_pct(self.view.number("aparencia/escala_pct"))
        self.theme.set_mode(mode if mode in ("claro", "escuro") else "sistema")

    def _screens(self) -> tuple[ScreenSpec, ...]:
        services = self._services

        def eventos(context: UiContext, parent: QWidget) -> EventosScreen:
            return EventosScreen(services.eventos, context, parent)

        def saude(context: UiContext, parent: QWidget) -> SaudeScreen:
            return SaudeScreen(services.saude, services.copias, context, parent)

        return (
            ScreenSpec(EVENTOS, "Eventos", "eventos", eventos),
            ScreenSpec(SAUDE, "Saúde", "saude", saude),
        )

    def _on_searched(self, text: str) -> None:
        self.runner.read(
            self.window,
            partial(self._services.eventos.find, text),
            self._on_found,
            self.router.report,
            key="busca",
        )

    def _on_found(self, found: Found) -> None:
        self.window.show_screen(EVENTOS)
        screen = self.window.screen_of(EVENTOS)
        if isinstance(screen, EventosScreen):
            screen.open_found(found)


def pick_folder(title: str, start: Path) -> Path | None:
    """Let the person choose a folder; None where the dialog is closed without."""
    found = QFileDialog.getExistingDirectory(None, title, str(start))
    return Path(found) if found else None


def pick_file(title: str, start: Path, kinds: str) -> Path | None:
    """Let the person choose a file; ``kinds`` as Qt wants it, e.g. ``Cópias (*.sqlite)``."""
    found, _kind = QFileDialog.getOpenFileName(None, title, str(start), kinds)
    return Path(found) if found else None


def run_desktop(
    services: Servicos, argv: Sequence[str] = (), single: SingleWindow | None = None
) -> int:
    """Show the office until its window is closed; the process's exit code.

    Closes the services at the end, also after a fault. ``single`` is where a second start of the
    program asks this window to come to the front.
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
        return loop.exec()
    finally:
        sys.excepthook, threading.excepthook = previous
        desktop.close()
        services.encerrar()
        _finish_deletions()


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
    theme = Theme(application, owner)
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
    _finish_deletions()
    return answers[0] if answers else Choice.SAIR


def render_screens(
    services: Servicos,
    out_dir: Path,
    *,
    is_dark: bool = False,
    scale_pct: int = 100,
    size_px: tuple[int, int] = (1280, 800),
) -> list[Path]:
    """Draw every screen to a PNG without a display; the files written.

    Args:
        services: of an open office; not closed here.
        out_dir: made where it is missing.
        is_dark: the dark scheme.
        scale_pct: text size, 100 to 200.
        size_px: width and height of the window.
    """
    application = qt_application(is_offscreen=True)
    out_dir.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    with tempfile.TemporaryDirectory() as folder:
        desktop = Desktop(application, services, Path(folder) / "vista.ini")
        try:
            desktop.theme.set_scale_pct(scale_pct)
            desktop.theme.set_mode("escuro" if is_dark else "claro")
            desktop.window.resize(*size_px)
            desktop.show()
            for name, prepare in _views(desktop):
                prepare()
                _settle(application, desktop)
                path = out_dir / f"{name}.png"
                if not desktop.window.grab().save(str(path), "PNG"):
                    raise OSError(f"{path.name} was not written")
                written.append(path)
        finally:
            desktop.close()
            _finish_deletions()
    return written


def _views(desktop: Desktop) -> list[tuple[str, Callable[[], object]]]:
    """What to draw, and how to get there."""
    window = desktop.window

    def eventos(tab: int) -> None:
        window.show_screen(EVENTOS)
        _settle_once(desktop)
        screen = window.screen_of(EVENTOS)
        if isinstance(screen, EventosScreen):
            if not screen.table.currentIndex().isValid() and len(screen.model.ids):
                screen.open_found(Found(numero=screen.model.ids[0]))
            screen.detail.tabs.setCurrentIndex(tab)
            if tab:
                screen.split.show_detail()

    def saude(tab: int) -> None:
        window.show_screen(SAUDE)
        screen = window.screen_of(SAUDE)
        if isinstance(screen, SaudeScreen):
            screen.tabs.setCurrentIndex(tab)

    views: list[tuple[str, Callable[[], object]]] = [
        ("eventos", partial(eventos, 0)),
        ("eventos-conteudo", partial(eventos, 1)),
        ("eventos-partes", partial(eventos, 2)),
        ("eventos-rastro", partial(eventos, 4)),
    ]
    names = ("saude", "saude-parados", "saude-chaves", "saude-trabalhos", "saude-copias")
    views += [(name, partial(saude, at)) for at, name in enumerate(names)]
    return [*views, ("saude-medidas", partial(saude, 5))]


def _settle(application: QApplication, desktop: Desktop) -> None:
    """Let reads arrive and paint until nothing moves; gives up after 20 s."""
    end = time.monotonic() + _RENDER_WAIT_S
    quiet = 0
    while quiet < 5 and time.monotonic() < end:
        application.processEvents()
        quiet = quiet + 1 if desktop.runner.is_idle else 0
        time.sleep(0.03)


def _settle_once(desktop: Desktop) -> None:
    application = QApplication.instance()
    if isinstance(application, QApplication):
        _settle(application, desktop)


def _finish_deletions() -> None:
    """Carry out ``deleteLater`` now: the event loop that would do it has ended."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


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
