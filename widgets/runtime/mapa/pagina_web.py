"""The page in Chromium: leads nowhere, opens nothing, says its faults in the log."""

from __future__ import annotations

import logging
from typing import Final

from PySide6.QtCore import QFile, QIODevice, QObject, QUrl
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
)
from typing_extensions import override

from widgets.runtime.mapa.guarda import is_own

_LOG: Final = logging.getLogger("mapa")
_CHANNEL: Final = ":/qtwebchannel/qwebchannel.js"
_OFF: Final = (
    QWebEngineSettings.WebAttribute.JavascriptCanOpenWindows,
    QWebEngineSettings.WebAttribute.JavascriptCanAccessClipboard,
    QWebEngineSettings.WebAttribute.LocalStorageEnabled,
    QWebEngineSettings.WebAttribute.LocalContentCanAccessRemoteUrls,
    QWebEngineSettings.WebAttribute.PluginsEnabled,
    QWebEngineSettings.WebAttribute.FullScreenSupportEnabled,
    QWebEngineSettings.WebAttribute.ErrorPageEnabled,
    QWebEngineSettings.WebAttribute.NavigateOnDropEnabled,
)


class PaginaWeb(QWebEnginePage):
    """See the module.

    Args:
        profile: off the record; outlives the page.
        parent: the view.
    """

    def __init__(self, profile: QWebEngineProfile, parent: QObject) -> None:
        super().__init__(profile, parent)
        for attribute in _OFF:
            self.settings().setAttribute(attribute, False)
        self.scripts().insert(_channel_script())

    @override
    def acceptNavigationRequest(
        self, url: QUrl | str, type: QWebEnginePage.NavigationType, isMainFrame: bool
    ) -> bool:
        """Only the map's own page."""
        return is_own(QUrl(url))

    @override
    def createWindow(self, type: QWebEnginePage.WebWindowType) -> QWebEnginePage | None:  # type: ignore[override] # none is made
        """No further windows."""
        return None

    @override
    def javaScriptConsoleMessage(
        self,
        level: QWebEnginePage.JavaScriptConsoleMessageLevel,
        message: str,
        lineNumber: int,
        sourceID: str,
    ) -> None:
        """A fault of our own script is a bug."""
        if level == QWebEnginePage.JavaScriptConsoleMessageLevel.ErrorMessageLevel:
            _LOG.warning("script: %s (line %s)", message[:300], lineNumber)


def _channel_script() -> QWebEngineScript:
    """Qt's own side of QWebChannel, put into the page before it runs."""
    file = QFile(_CHANNEL)
    file.open(QIODevice.OpenModeFlag.ReadOnly)
    source = bytes(file.readAll().data()).decode()
    file.close()
    script = QWebEngineScript()
    script.setName("qwebchannel")
    script.setSourceCode(source)
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
    script.setWorldId(QWebEngineScript.ScriptWorldId.MainWorld)
    return script
