"""Every screen as a PNG, without a display."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication, QWidget

from app.desktop.aplicacao import finish_deletions, qt_application
from app.desktop.janela import Desktop
from app.services.composicao import Servicos
from app.services.escrita import NINGUEM
from app.services.falhas import Cause, Falha
from app.services.permissoes import Papel
from app.services.sessao import Conta
from widgets.entrada.own_password import OwnPasswordDialog
from widgets.runtime.dialog import Dialog
from widgets.runtime.fault_dialog import FaultDialog
from widgets.runtime.screen import View
from widgets.shell.main_window import MainWindow

_RENDER_WAIT_S: Final = 20.0
_SEARCHED, _SEARCHED_ON = "escola", "demandas"


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
    # Pictures are a way of reading, which asks nobody who it is.
    is_asked = services.sessao.conta is None
    if is_asked:
        services.sessao.entrar(Conta(NINGUEM, "", frozenset(Papel)))
    with tempfile.TemporaryDirectory() as folder:
        desktop = Desktop(application, services, Path(folder) / "vista.ini")
        try:
            desktop.theme.set_scale_pct(scale_pct)
            desktop.theme.set_mode("escuro" if is_dark else "claro")
            desktop.window.resize(*size_px)
            desktop.show()
            # The theme builds the window anew; what is prepared before that is lost.
            _settle(application, desktop)
            for spec in desktop.specs:
                desktop.window.show_screen(spec.key)
                _settle(application, desktop)
                screen = desktop.window.screen_of(spec.key)
                for view in spec.pictures:
                    view.prepare(screen)
                    _settle(application, desktop)
                    written.append(_draw(desktop.window, out_dir / f"{view.name}.png"))
                for view in spec.dialogs:
                    written += _draw_dialog(application, desktop, view, screen, out_dir)
            for view in frame_dialogs(desktop, services):
                written += _draw_dialog(application, desktop, view, desktop.window, out_dir)
            _show_search(desktop)
            _settle(application, desktop)
            written.append(_draw(desktop.window, out_dir / "busca.png"))
            desktop.gate.lock()
            _settle(application, desktop)
            written.append(_draw(desktop.window, out_dir / "entrada.png"))
        finally:
            desktop.close()
            if is_asked:
                services.sessao.sair()
            finish_deletions()
    return written


def _show_search(desktop: Desktop) -> None:
    """What is found for a word, over the list of demands."""
    desktop.window.show_screen(_SEARCHED_ON)
    desktop.window.activateWindow()
    if desktop.window.search_popup is not None:
        desktop.window.search_popup.look_for(_SEARCHED)


def frame_dialogs(desktop: Desktop, services: Servicos) -> tuple[View, ...]:
    """What opens over any screen."""
    fault = Falha(
        Cause.DEFEITO,
        "ValueError",
        "O programa falhou ao mostrar a lista. Nada do que foi registrado se perdeu.",
        "Formigueiro 0.1.0\nValueError: exemplo\n  widgets/exemplo.py, linha 12",
    )

    def password(window: MainWindow) -> None:
        OwnPasswordDialog("Ana", services.contas.trocar_senha, desktop.context, window).open()

    return (
        View("dialogo-teclas", lambda window: window.show_keys()),
        View("dialogo-manual", lambda window: window.show_help()),
        View("dialogo-minha-senha", password),
        View(
            "dialogo-falha", lambda window: FaultDialog(fault, desktop.context.theme, window).open()
        ),
    )


def _draw_dialog(
    application: QApplication, desktop: Desktop, view: View, on: QWidget, out_dir: Path
) -> list[Path]:
    """What ``view`` opens, on its own; nothing where it has nothing to open."""
    view.prepare(on)
    _settle(application, desktop)
    open_now = [one for one in desktop.window.findChildren(Dialog) if one.isVisible()]
    written = [_draw(one, out_dir / f"{view.name}.png") for one in open_now[:1]]
    for one in open_now:
        one.hide()
        one.deleteLater()
    finish_deletions()
    return written


def _draw(widget: QWidget, path: Path) -> Path:
    if not widget.grab().save(str(path), "PNG"):
        raise OSError(f"{path.name} was not written")
    return path


def _settle(application: QApplication, desktop: Desktop) -> None:
    """Let reads arrive and paint until nothing moves; gives up after 20 s."""
    end = time.monotonic() + _RENDER_WAIT_S
    quiet = 0
    while quiet < 5 and time.monotonic() < end:
        application.processEvents()
        screen = desktop.window.screen_of(desktop.window.current_key)
        is_still = desktop.runner.is_idle and screen.is_settled
        quiet = quiet + 1 if is_still else 0
        time.sleep(0.03)


def _settle_once(desktop: Desktop) -> None:
    application = QApplication.instance()
    if isinstance(application, QApplication):
        _settle(application, desktop)
