"""The page leads nowhere."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile, QWebEngineSettings
from PySide6.QtWidgets import QWidget

from tests.support.log_watch import LogWatch
from widgets.runtime.mapa.pagina_web import PaginaWeb


def test_no_other_page_no_window_no_storage(host: QWidget, expect_log: LogWatch) -> None:
    expect_log.warning("mapa: script: x is not defined")
    owner = QWidget(host)
    profile = QWebEngineProfile(host)
    page = PaginaWeb(profile, owner)
    typed = QWebEnginePage.NavigationType.NavigationTypeTyped
    assert page.acceptNavigationRequest(QUrl("formigueiro://mapa/pagina.html"), typed, True)
    assert not page.acceptNavigationRequest(QUrl("https://exemplo.invalid"), typed, True)
    assert page.createWindow(QWebEnginePage.WebWindowType.WebBrowserTab) is None
    storage = QWebEngineSettings.WebAttribute.LocalStorageEnabled
    assert not page.settings().testAttribute(storage)
    assert [script.name() for script in page.scripts().toList()] == ["qwebchannel"]
    assert "QWebChannel" in page.scripts().toList()[0].sourceCode()
    levels = QWebEnginePage.JavaScriptConsoleMessageLevel
    page.javaScriptConsoleMessage(levels.InfoMessageLevel, "fine", 1, "")
    page.javaScriptConsoleMessage(levels.ErrorMessageLevel, "x is not defined", 1, "")
