"""The map leaves as a picture and as a page that needs nobody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWebEngineCore import QWebEngineProfile
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from core.kernel.errors import EnvironmentFault
from tests.support.office import demanda
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from tests.widgets.runtime.mapa.conftest import NEAR
from widgets.mapa.screen import MapaScreen
from widgets.runtime.mapa.guarda import Guarda
from widgets.runtime.mapa.pagina_web import PaginaWeb

Open = Callable[..., MapaScreen]


def written(ui: Ui, name: str) -> None:
    ui.qtbot.waitUntil(lambda: ("info", f"Mapa gravado em {name}.") in ui.notices, timeout=NEAR)


def test_a_picture(open_screen: Open, ui: Ui, tmp_path: Path) -> None:
    screen = open_screen()
    screen.exporter.write_png(tmp_path / "mapa.png")
    written(ui, "mapa.png")
    image = QImage(str(tmp_path / "mapa.png"))
    assert image.width() > 300
    assert len({image.pixel(x, y) for x in range(0, 300, 3) for y in range(0, 300, 3)}) > 5


class Browser(PaginaWeb):
    """It would go anywhere."""

    @override
    def acceptNavigationRequest(self, *_args: object) -> bool:
        return True


def test_a_page_draws_itself_without_asking_anybody(
    open_screen: Open, ui: Ui, host: QWidget, tmp_path: Path
) -> None:
    screen = open_screen()
    screen.exporter.write_html(tmp_path / "mapa.html")
    written(ui, "mapa.html")
    view = QWebEngineView(host)
    profile = QWebEngineProfile(host)
    guard = Guarda(host)
    profile.setUrlRequestInterceptor(guard)
    page = Browser(profile, view)
    view.setPage(page)
    view.resize(800, 600)
    view.show()
    loaded: list[bool] = []
    page.loadFinished.connect(loaded.append)
    page.setHtml((tmp_path / "mapa.html").read_text("utf-8"), QUrl("data:,"))
    ui.qtbot.waitUntil(lambda: loaded == [True], timeout=NEAR)
    answers: list[Any] = []
    script = (
        "[...Formigueiro.simbolos.values()].reduce((n, m) => n + (m.dado.total || 1), 0) + '/' +"
        " document.querySelectorAll('path.contorno, path.moldura').length"
    )

    def ask() -> bool:
        page.runJavaScript(script, answers.append)
        return bool(answers) and answers[-1] not in ("0/0", None)

    ui.qtbot.waitUntil(ask, timeout=NEAR)
    assert answers[-1].startswith("3/")
    assert guard.recusados == 0
    page.runJavaScript(f"Formigueiro.simbolos.has('{demanda(1)}')", answers.append)
    ui.qtbot.waitUntil(lambda: answers[-1] is True, timeout=NEAR)
    view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_where_it_cannot_be_written_the_fault_is_told(
    open_screen: Open, ui: Ui, tmp_path: Path
) -> None:
    screen = open_screen()
    screen.exporter.write_html(tmp_path / "falta" / "mapa.html")
    screen.exporter.write_png(tmp_path / "falta" / "mapa.png")
    ui.qtbot.waitUntil(lambda: len(ui.faults) == 2, timeout=NEAR)
    assert [type(fault) for fault in ui.faults] == [EnvironmentFault] * 2


def test_names_are_offered(open_screen: Open, ui: Ui) -> None:
    screen = open_screen()
    screen.exporter.ask_html()
    dialog = only(screen, QFileDialog)
    assert dialog.defaultSuffix() == "html"
    dialog.reject()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
