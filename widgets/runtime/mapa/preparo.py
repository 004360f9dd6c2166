"""What has to be said before there is a QApplication: our URL scheme, and how Chromium may start.

Chromium itself starts with the first map that is shown, not here.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import Final

ESQUEMA: Final = b"formigueiro"
HOST: Final = "mapa"

_NO_SANDBOX: Final = "QTWEBENGINE_DISABLE_SANDBOX"
_QUICK: Final = "QT_QUICK_BACKEND"


def preparar_web() -> bool:
    """Register the scheme and set the environment; False where WebEngine cannot be loaded.

    Twice does nothing.
    """
    preparar_ambiente(os.environ, is_root=_is_root())
    try:
        from PySide6.QtWebEngineCore import QWebEngineUrlScheme  # noqa: PLC0415 # may be missing
    except ImportError:
        return False
    if QWebEngineUrlScheme.schemeByName(ESQUEMA).name() == ESQUEMA:
        return True
    scheme = QWebEngineUrlScheme(ESQUEMA)
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    scheme.setFlags(
        QWebEngineUrlScheme.Flag.SecureScheme
        | QWebEngineUrlScheme.Flag.CorsEnabled
        | QWebEngineUrlScheme.Flag.FetchApiAllowed
    )
    QWebEngineUrlScheme.registerScheme(scheme)
    return True


def preparar_ambiente(environ: MutableMapping[str, str], *, is_root: bool) -> None:
    """What Chromium reads at its start.

    Its sandbox refuses to run as root, so it is left out there and nowhere else. Without a screen
    there is no graphics card to ask.
    """
    if is_root:
        environ.setdefault(_NO_SANDBOX, "1")
    if environ.get("QT_QPA_PLATFORM") in ("offscreen", "minimal"):
        environ.setdefault(_QUICK, "software")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
