"""The process that ``startup.py`` times: opens an office, shows it, says so, ends.

``python -m tests.bench.opened_window motor|janela FOLDER``
"""

from __future__ import annotations

import sys
from pathlib import Path

from app.bootstrap.abertura import Aplicacao, abrir, opened
from app.services.mensagens import Mensagens
from app.settings.lugares import place_of
from app.settings.recursos import Recursos


def _loaded() -> None:
    print("carregado", flush=True)


def _show(app: Aplicacao) -> None:
    """Show the window and wait until the list of events has painted rows."""
    from PySide6.QtWidgets import QApplication

    from app.bootstrap.janela import servicos_da_janela
    from app.desktop.aplicacao import qt_application
    from app.desktop.janela import Desktop
    from widgets.eventos.screen import KEY, EventosScreen

    application = qt_application(is_offscreen=True)
    desktop = Desktop(application, servicos_da_janela(app))
    desktop.show()
    desktop.window.show_screen(KEY)
    screen = desktop.window.screen_of(KEY)
    if not isinstance(screen, EventosScreen):
        raise TypeError("no list of events")

    def painted(_first: int, _last: int) -> None:
        screen.table.viewport().repaint()
        _loaded()
        application.quit()

    screen.model.page_loaded.connect(painted)
    application.exec()
    desktop.close()
    QApplication.processEvents()


def main() -> None:
    """See the module."""
    mode, folder = sys.argv[1:]
    recursos = Recursos()
    place = place_of(Path(folder), None)
    with opened(abrir(place, Mensagens(recursos.messages_toml()), recursos)) as app:
        if mode == "janela":
            _show(app)
        else:
            app.engine.aguardar_ocioso()
            _loaded()


if __name__ == "__main__":
    main()
