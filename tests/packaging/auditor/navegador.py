"""The auditor's page in a browser without a screen and without a net."""

from __future__ import annotations

import base64
import json
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from tests.architecture.tree import ROOT

PAGINA = ROOT / "packaging" / "auditor" / "verificar.html"
LONGE = 120_000  # ms: a browser starts, and hundreds of bundles are checked in it


class Vigia(QWebEngineUrlRequestInterceptor):
    """Every address that the page asks for."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pedidos: list[str] = []

    @override
    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        self.pedidos.append(info.requestUrl().scheme())


class Pagina(QWebEnginePage):
    """Errors of the script are kept, to be asserted."""

    def __init__(self, profile: QWebEngineProfile, parent: QWidget) -> None:
        super().__init__(profile, parent)
        self.erros: list[str] = []

    @override
    def javaScriptConsoleMessage(
        self,
        level: QWebEnginePage.JavaScriptConsoleMessageLevel,
        message: str,
        lineNumber: int,
        sourceID: str,
    ) -> None:
        self.erros.append(f"{lineNumber}: {message}")


class Navegador:
    """The page opened from the disk."""

    def __init__(self, qtbot: QtBot, host: QWidget) -> None:
        self.qtbot = qtbot
        self.view = QWebEngineView(host)
        self.view.resize(1000, 1600)
        profile = QWebEngineProfile(host)
        self.vigia = Vigia(host)
        profile.setUrlRequestInterceptor(self.vigia)
        self.page = Pagina(profile, self.view)
        self.view.setPage(self.page)
        with qtbot.waitSignal(self.page.loadFinished, timeout=LONGE) as carregada:
            self.page.load(QUrl.fromLocalFile(str(PAGINA)))
        assert carregada.args == [True]

    def rodar(self, script: str) -> Any:
        """The JSON value of an expression."""
        respostas: list[Any] = []
        self.page.runJavaScript(f"JSON.stringify({script})", respostas.append)
        self.qtbot.waitUntil(lambda: bool(respostas), timeout=LONGE)
        assert respostas[0], self.page.erros
        return json.loads(respostas[0])

    def esperar(self, script: str) -> None:
        self.qtbot.waitUntil(lambda: self.rodar(script) is True, timeout=LONGE)

    def conferir(self, pacotes: list[bytes], pedido: str = "{}") -> list[dict[str, Any]]:
        """The reports of the page on these bytes."""
        lista = json.dumps([base64.b64encode(dados).decode() for dados in pacotes])
        feito = self.rodar(
            f"{lista}.map((b) => conferir(Uint8Array.from(atob(b), (c) => c.charCodeAt(0)),"
            f" {pedido}).relatorio)"
        )
        assert isinstance(feito, list)
        return feito

    def escolher(self, dados: bytes) -> None:
        """As a person who drops a file and presses the button."""
        b64 = base64.b64encode(dados).decode()
        self.rodar(
            f"(escolher(new File([Uint8Array.from(atob('{b64}'), (c) => c.charCodeAt(0))],"
            " 'pacote.zip')), el('conferir').click(), true)"
        )
        self.esperar("el('andamento').textContent === 'Conferência terminada.'")
