"""Auditoria mode as a window: a bundle, and no office anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.desktop import auditoria
from app.desktop.auditoria import AuditDesk, run_audit
from app.services.auditoria_pacote import AuditoriaDePacotes
from app.services.mensagens import Mensagens
from app.settings.recursos import Recursos
from app.settings.tempo import DEFAULT_ZONE, FormatoTempo
from core.contracts.catalogo import MODELS
from core.kernel.registry import Registry
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.keyboard_walk import faults

RECURSOS = Recursos()
MENSAGENS = Mensagens(RECURSOS.messages_toml())
TEMPO = FormatoTempo(DEFAULT_ZONE, lambda: 0)


@pytest.fixture
def service() -> AuditoriaDePacotes:
    return AuditoriaDePacotes(MENSAGENS, lambda: 0, Registry(MODELS))


@pytest.fixture
def desk(qapp: QApplication, service: AuditoriaDePacotes, tmp_path: Path) -> Iterator[AuditDesk]:
    made = AuditDesk(qapp, service, MENSAGENS, RECURSOS, TEMPO, tmp_path / "vista.ini")
    yield made
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setStyleSheet("")


def test_the_named_bundle_is_opened(qtbot: QtBot, desk: AuditDesk, pacote_vivo: Path) -> None:
    desk.show(pacote_vivo)
    qtbot.waitUntil(lambda: desk.runner.is_idle and desk.pane.found is not None, timeout=30_000)
    assert desk.pane.verdict.text().startswith("✓ O pacote confere")
    assert (unnamed(desk.window), unreachable(desk.window)) == ([], [])


def test_tab_walks_the_window_and_every_part_of_a_bundle(
    qtbot: QtBot, desk: AuditDesk, pacote_vivo: Path
) -> None:
    desk.show(None)
    desk.window.activateWindow()
    qtbot.waitUntil(desk.window.isActiveWindow)
    looked_at: set[QWidget] = set()
    assert faults(desk.window, looked_at) == "", "nothing is open"
    desk.pane.open_file(pacote_vivo)
    qtbot.waitUntil(lambda: desk.runner.is_idle and desk.pane.found is not None, timeout=30_000)
    tabs = desk.pane.tabs
    for at in range(tabs.count()):
        tabs.setCurrentIndex(at)
        assert faults(desk.window, looked_at) == "", tabs.tabText(at)


@pytest.mark.parametrize("scale_pct", [100, 200])
def test_it_fits_a_small_window(qtbot: QtBot, desk: AuditDesk, scale_pct: int) -> None:
    desk.theme.set_scale_pct(scale_pct)
    desk.show(None)
    desk.window.resize(1_024, 700)
    assert desk.pane.state.state == "vazio"
    least = desk.window.minimumSizeHint()
    assert (least.width() <= 1_024, least.height() <= 700) == (True, True)


def test_a_file_that_is_not_there_is_said_in_the_window(
    qtbot: QtBot, desk: AuditDesk, tmp_path: Path
) -> None:
    desk.show(tmp_path / "nao-ha.zip")
    qtbot.waitUntil(lambda: desk.pane.state.state == "erro", timeout=30_000)
    assert "não pôde ser lido" in desk.pane.state.message


def test_the_window_runs_until_it_is_closed(
    qapp: QApplication, service: AuditoriaDePacotes, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Closing(AuditDesk):
        @override
        def show(self, arquivo: Path | None) -> None:
            super().show(arquivo)
            QTimer.singleShot(0, self.window.close)

    monkeypatch.setattr(auditoria, "AuditDesk", Closing)
    assert run_audit(None, service, MENSAGENS, RECURSOS, TEMPO) == 0
    qapp.setStyleSheet("")
