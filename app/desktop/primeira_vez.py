"""The window of the first run, until it is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEventLoop, QObject

from app.desktop.aplicacao import finish_deletions, qt_application
from app.services.falhas import Falha
from app.services.primeira_vez import Preparador
from app.settings.recursos import Recursos
from widgets.entrada.first_run import FirstRunWindow
from widgets.runtime.theme.icons import Icons
from widgets.runtime.theme.theme import Theme


def ask_first_run(
    place: str,
    preparer: Preparador,
    describe: Callable[[BaseException], Falha],
    recursos: Recursos,
    argv: Sequence[str] = (),
) -> bool:
    """Ask what a new office needs and make it; True where there is one now."""
    application = qt_application(argv)
    owner = QObject(application)
    theme = Theme(application, owner, recursos.path("icones"))
    theme.apply()
    icons = Icons(recursos.icon_svg, theme, owner)
    window = FirstRunWindow(place, preparer, describe, theme, icons)
    answers: list[bool] = []
    loop = QEventLoop()

    def take(is_made: bool) -> None:
        answers.append(is_made)
        loop.quit()

    window.done.connect(take)
    window.show()
    loop.exec()
    window.deleteLater()
    owner.deleteLater()
    finish_deletions()
    return bool(answers and answers[0])
