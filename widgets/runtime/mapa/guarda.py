"""Lets nothing out: every request that is not the map's own is stopped and counted."""

from __future__ import annotations

from collections import deque
from typing import Final

from PySide6.QtCore import QObject, QUrl
from PySide6.QtWebEngineCore import QWebEngineUrlRequestInfo, QWebEngineUrlRequestInterceptor
from typing_extensions import override

from widgets.runtime.mapa.preparo import ESQUEMA, HOST

_KEPT: Final = 20
_INLINE: Final = ("data", "blob")


def is_own(url: QUrl) -> bool:
    """Whether an address is the map's own, or bytes that the page holds already."""
    scheme = url.scheme()
    return scheme in _INLINE or (scheme == ESQUEMA.decode() and url.host() == HOST)


class Guarda(QWebEngineUrlRequestInterceptor):
    """Set on the map's profile.

    Args:
        parent: owner.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.recusados = 0
        self.proprios = 0
        self.ultimos: deque[str] = deque(maxlen=_KEPT)

    @override
    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        """Stop what is foreign."""
        if is_own(info.requestUrl()):
            self.proprios += 1
            return
        self.recusados += 1
        self.ultimos.append(info.requestUrl().toString()[:200])
        info.block(True)
