"""A browser for the auditor's page; loaded only by the tests that ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.packaging.auditor.navegador import Navegador


@pytest.fixture
def navegador(qtbot: QtBot) -> Iterator[Navegador]:
    from PySide6.QtCore import QCoreApplication, QEvent  # there is a run without Qt
    from PySide6.QtWebEngineCore import QWebEnginePage  # as above
    from PySide6.QtWidgets import QWidget  # as above

    from tests.packaging.auditor.navegador import Navegador  # as above

    host = QWidget()
    host.resize(1000, 1600)
    qtbot.addWidget(host)
    aberto = Navegador(qtbot, host)
    yield aberto
    assert aberto.page.erros == []
    assert set(aberto.vigia.pedidos) <= {"file", "blob"}
    aberto.view.setPage(QWebEnginePage(host))
    aberto.page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
