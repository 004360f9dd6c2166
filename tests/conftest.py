"""What holds for every test: Qt without a screen, quiet logs, nothing left behind.

The fixtures themselves stand in tests/support/, one module per subject.
"""

from __future__ import annotations

import os

import hypothesis
import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

pytest_plugins = [
    "pytester",
    "tests.support.cenarios",
    "tests.support.dangling",
    "tests.support.log_watch",
    # Before postgres, which imports it: pytest rewrites assertions only on first import.
    "tests.support.unprivileged",
    "tests.support.postgres",
    "tests.support.office",
    "tests.support.command_line",
    "tests.support.founded",
    "tests.support.postos",
    "tests.support.vivo",
    "tests.support.pacote_vivo",
    "tests.support.com_contas",
    "tests.support.redes",
]


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    """As the program does it: the map's scheme is known before there is an application."""
    from PySide6.QtWidgets import QApplication

    from widgets.runtime.mapa.preparo import preparar_web

    preparar_web()
    return QApplication


# Slow machines are no failures, and CI finds the same examples every time.
hypothesis.settings.register_profile(
    "formigueiro",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("formigueiro")
