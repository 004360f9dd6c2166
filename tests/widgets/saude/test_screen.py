"""Saúde as an operator uses it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from core.kernel.errors import EnvironmentFault
from tests.app.services.fake_motor import FakeCopiador, FakeMotor
from tests.app.services.log_builder import FileLeitor
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.saude.conftest import opened
from widgets.saude.import_model_dialog import ImportModelDialog
from widgets.saude.screen import SaudeScreen


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
    assert len(screen.warnings.offered) == 1
    for tab in range(6):
        screen.tabs.setCurrentIndex(tab)
        assert (unnamed(screen), unreachable(screen)) == ([], [])


def test_the_root_key_is_confirmed(ui: Ui, screen: SaudeScreen, motor: FakeMotor) -> None:
    screen.warnings.offered[0].click()
    ui.settle()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert ("confirmar",) in motor.asked
    assert screen.warnings.offered == []


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
    assert opened(ui, host, leitor, motor, copier).tabs.currentIndex() == 3


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
