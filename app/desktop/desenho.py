"""Every screen as a PNG, without a display."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication

from app.desktop.aplicacao import finish_deletions, qt_application
from app.desktop.janela import Desktop
from app.services.composicao import Servicos
from app.services.escrita import NINGUEM
from app.services.permissoes import Papel
from app.services.sessao import Conta

_RENDER_WAIT_S: Final = 20.0


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
            views = [(one.key, view) for one in desktop.specs for view in one.pictures]
            for key, view in views:
                if desktop.window.current_key != key:
                    desktop.window.show_screen(key)
                    _settle(application, desktop)
                view.prepare(desktop.window.screen_of(key))
                _settle(application, desktop)
                written.append(_draw(desktop, out_dir / f"{view.name}.png"))
            desktop.gate.lock()
            _settle(application, desktop)
            written.append(_draw(desktop, out_dir / "entrada.png"))
        finally:
            desktop.close()
            if is_asked:
                services.sessao.sair()
            finish_deletions()
    return written


def _draw(desktop: Desktop, path: Path) -> Path:
    if not desktop.window.grab().save(str(path), "PNG"):
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
