"""Saúde as an operator uses it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.services.copias import CopiaService
from app.services.mensagens import Mensagens
from app.services.modelos_ia import ModelosService
from app.services.saude import SaudeService
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault
from tests.app.services.fake_motor import FakeCopiador, FakeMotor, busy_motor
from tests.app.services.log_builder import COLONIES, NOW_MS, FileLeitor, LogBuilder
from tests.app.services.test_modelos_ia import Importer
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.saude.import_model_dialog import ImportModelDialog
from widgets.saude.release_dialog import ReleaseDialog
from widgets.saude.screen import SaudeScreen


@pytest.fixture
def motor() -> FakeMotor:
    return busy_motor()


@pytest.fixture
def copier(tmp_path: Path) -> FakeCopiador:
    return FakeCopiador(tmp_path)


@pytest.fixture
def leitor(tmp_path: Path) -> FileLeitor:
    builder = LogBuilder(tmp_path / "log.db")
    builder.add_demand(0)
    for colony in ("D-1b", "D-2", "D-10"):
        builder.add_position(colony, 6, active=colony != "D-10")
    builder.add_dead_letter("D-2", 2)
    builder.add_dead_letter("D-3", 3, estado="descartado", tentativas=5)
    builder.add_copy(NOW_MS - 7_200_000)
    builder.close()
    return FileLeitor(tmp_path / "log.db")


def _open(
    ui: Ui,
    host: QWidget,
    leitor: FileLeitor,
    motor: FakeMotor,
    copier: FakeCopiador,
    *,
    can_act: bool = True,
) -> SaudeScreen:
    service = SaudeService(
        leitor,
        motor,
        Mensagens(Recursos().messages_toml()),
        colonias=COLONIES,
        agora_ms=lambda: NOW_MS,
        can_act=can_act,
    )
    screen = SaudeScreen(
        service, CopiaService(copier), ModelosService(Importer()), ui.context, host
    )
    screen.resize(1_200, 760)
    host.show()
    screen.activate()
    ui.settle()
    return screen


@pytest.fixture
def screen(
    ui: Ui, host: QWidget, leitor: FileLeitor, motor: FakeMotor, copier: FakeCopiador
) -> SaudeScreen:
    return _open(ui, host, leitor, motor, copier)


def test_everything_at_a_glance(screen: SaudeScreen) -> None:
    assert screen.subtitle.text() == "Motor em dia · 6 eventos"
    assert [screen.tabs.tabText(i) for i in range(screen.tabs.count())] == [
        "Colônias",
        "Parados (2)",
        "Chaves à espera (2)",
        "Trabalhos (2)",
        "Cópias",
        "Modelos",
        "Medidas",
    ]
    assert [row.colonia for row in screen.colonies.model.rows] == ["D-1b", "D-2", "D-10"]
    assert len(screen.warnings.findChildren(QPushButton)) == 1
    for tab in range(6):
        screen.tabs.setCurrentIndex(tab)
        assert (unnamed(screen), unreachable(screen)) == ([], [])


def test_retry_one_and_all(ui: Ui, screen: SaudeScreen, motor: FakeMotor) -> None:
    screen.tabs.setCurrentIndex(1)
    assert not screen.retry.isEnabled()
    screen.parked.table.setFocus()
    screen.parked.table.selectRow(0)
    QTest.keyClick(screen.retry, Qt.Key.Key_Space)
    ui.settle()
    assert motor.asked == [("tentar", "D-2", "react", 2)]
    assert ui.notices == [("info", "1 evento aceito.")]
    motor.refuses = {3}
    screen.retry_all.click()
    ui.settle()
    assert ui.notices[-1][1].startswith("1 de 2 aceitos")


def test_a_fault_of_the_environment_is_reported(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    motor.error = EnvironmentFault("banco.ocupado")
    screen.retry_all.click()
    ui.settle()
    assert [type(fault) for fault in ui.faults] == [EnvironmentFault]
    assert screen.retry_all.isEnabled()


def test_release_only_what_was_discarded_and_with_a_reason(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    screen.parked.table.selectRow(0)
    assert not screen.release.isEnabled()
    screen.parked.table.selectRow(1)
    assert screen.release.isEnabled()
    screen.release.click()
    dialog = only(screen, ReleaseDialog)
    dialog.reason.setPlainText("anexo perdido")
    dialog.release.click()
    ui.settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert motor.asked == [("liberar", "D-3", "react", 3, "anexo perdido")]
    assert ui.notices[-1][1] == "Evento 3 liberado para a colônia D-3."


def test_a_colony_is_disabled_and_enabled_without_asking(
    ui: Ui, screen: SaudeScreen, motor: FakeMotor
) -> None:
    screen.colonies.table.selectRow(0)
    assert screen.toggle.text() == "Desativar colônia"
    screen.toggle.click()
    ui.settle()
    screen.colonies.table.selectRow(2)
    assert screen.toggle.text() == "Ativar colônia"
    screen.toggle.click()
    ui.settle()
    assert motor.asked == [("ativar", "D-1b", False), ("ativar", "D-10", True)]


def test_the_root_key_is_confirmed(ui: Ui, screen: SaudeScreen, motor: FakeMotor) -> None:
    screen.warnings.findChildren(QPushButton)[0].click()
    ui.settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert ("confirmar",) in motor.asked
    assert screen.warnings.findChildren(QPushButton) == []


def test_a_copy_is_made_or_fails_in_words(
    ui: Ui, screen: SaudeScreen, copier: FakeCopiador
) -> None:
    changes: list[frozenset[str]] = []
    ui.context.hub.changed.connect(lambda change: changes.append(change.what))
    screen.copy_button.click()
    assert not screen.copy_button.isEnabled()
    ui.settle()
    assert "Cópia feita e conferida: 12 eventos em copia-1.fcopia" in ui.notices[-1][1]
    assert changes == [frozenset({"copias"})]
    copier.error = EnvironmentFault("banco.disco_cheio")
    screen.copy_button.click()
    ui.settle()
    assert screen.copy_button.isEnabled()
    assert [type(fault) for fault in ui.faults] == [EnvironmentFault]


def test_plots_are_loaded_when_looked_at(ui: Ui, screen: SaudeScreen) -> None:
    from widgets.saude.plots import Plot

    assert screen.findChildren(Plot) == []
    screen.tabs.setCurrentIndex(6)
    ui.settle()
    names = [plot.measure.nome for plot in screen.findChildren(Plot)]
    assert names == ["eventos-por-hora", "publicar"]
    screen.refresh()
    ui.settle()


def test_without_the_role_nothing_can_be_done(
    ui: Ui, host: QWidget, leitor: FileLeitor, motor: FakeMotor, copier: FakeCopiador
) -> None:
    screen = _open(ui, host, leitor, motor, copier, can_act=False)
    screen.parked.table.selectRow(1)
    screen.colonies.table.selectRow(0)
    buttons = (screen.retry, screen.retry_all, screen.release, screen.toggle)
    assert [button.isEnabled() for button in buttons] == [False] * 4
    assert all(button.isHidden() for button in (*buttons, screen.copy_button))
    assert screen.warnings.findChildren(QPushButton) == []


def test_a_fault_stands_where_the_data_would_be(
    ui: Ui, screen: SaudeScreen, leitor: FileLeitor
) -> None:
    leitor.error = EnvironmentFault("banco.ocupado")
    screen.refresh()
    ui.until(lambda: screen.state.state == "erro")
    leitor.error = None
    screen.state.retry_requested.emit()
    ui.settle()
    assert screen.state.state == "conteudo"


def test_the_tab_is_found_again(
    ui: Ui,
    host: QWidget,
    screen: SaudeScreen,
    leitor: FileLeitor,
    motor: FakeMotor,
    copier: FakeCopiador,
) -> None:
    screen.tabs.setCurrentIndex(3)
    screen.save_view()
    assert _open(ui, host, leitor, motor, copier).tabs.currentIndex() == 3


def test_a_model_is_imported_from_its_tab_by_the_operator(ui: Ui, screen: SaudeScreen) -> None:
    screen.tabs.setCurrentWidget(screen.models)
    assert screen.import_model.isEnabled()
    screen.import_model.click()
    (dialog,) = screen.findChildren(ImportModelDialog)
    dialog.set_folder(Path("vit"))
    dialog.act.click()
    ui.settle()
    assert "vit@0123456789ab" in dialog.done_words.text()
    dialog.reject()
