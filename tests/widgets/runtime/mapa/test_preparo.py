"""The scheme is known before there is an application; the sandbox goes only for root."""

from __future__ import annotations

from PySide6.QtWebEngineCore import QWebEngineUrlScheme

from widgets.runtime.mapa.preparo import ESQUEMA, preparar_ambiente, preparar_web


def test_the_scheme_is_secure_and_may_be_fetched(qapp: object) -> None:
    assert preparar_web()
    scheme = QWebEngineUrlScheme.schemeByName(ESQUEMA)
    assert scheme.name() == ESQUEMA
    for flag in ("SecureScheme", "CorsEnabled", "FetchApiAllowed"):
        assert scheme.flags() & QWebEngineUrlScheme.Flag[flag]
    assert not scheme.flags() & QWebEngineUrlScheme.Flag.LocalAccessAllowed


def test_only_root_goes_without_the_sandbox() -> None:
    person: dict[str, str] = {}
    preparar_ambiente(person, is_root=False)
    assert person == {}
    root: dict[str, str] = {}
    preparar_ambiente(root, is_root=True)
    assert root == {"QTWEBENGINE_DISABLE_SANDBOX": "1"}


def test_without_a_screen_no_graphics_card_is_asked() -> None:
    environ = {"QT_QPA_PLATFORM": "offscreen"}
    preparar_ambiente(environ, is_root=False)
    assert environ["QT_QUICK_BACKEND"] == "software"
    environ = {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "rhi"}
    preparar_ambiente(environ, is_root=False)
    assert environ["QT_QUICK_BACKEND"] == "rhi"
