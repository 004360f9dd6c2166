"""The window: screens by key, words below, everything as it was left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from typing_extensions import override

from app.services.manual import Manual
from app.services.permissoes import Ato, Papel
from app.services.saude import Resumo
from app.services.sessao import Conta
from app.settings.recursos import Recursos
from core.kernel.errors import EnvironmentFault
from tests.app.services.log_builder import NOW_MS
from tests.widgets.accessibility import unnamed, unreachable
from tests.widgets.conftest import Ui
from tests.widgets.finding import only
from widgets.runtime.context import UiContext
from widgets.runtime.notices import NoticesBar
from widgets.runtime.screen import Screen, ScreenSpec
from widgets.shell.main_window import MainWindow
from widgets.shell.office_label import OfficeLabel


class Blank(Screen):
    """A screen that remembers what the frame told it."""

    def __init__(self, key: str, context: UiContext, parent: QWidget) -> None:
        super().__init__(key, key.title(), frozenset({"eventos"}), context, parent)
        self.reads = 0
        self.narrow: bool | None = None

    @override
    def reload(self) -> None:
        self.reads += 1

    @override
    def set_narrow(self, *, is_narrow: bool) -> None:
        self.narrow = is_narrow

    @override
    def save_view(self) -> None:
        self.context.view.put(self.setting("salvo"), "sim")


def _specs() -> tuple[ScreenSpec, ...]:
    return tuple(
        ScreenSpec(key, key.title(), key, partial(Blank, key)) for key in ("eventos", "saude")
    )


class Status:
    """Gives the status bar's summary, or fails."""

    def __init__(self) -> None:
        self.summary = Resumo("Motor em dia", False, 0, NOW_MS, 2)
        self.error: Exception | None = None

    def __call__(self) -> Resumo:
        if self.error is not None:
            raise self.error
        return self.summary


@pytest.fixture
def status() -> Status:
    return Status()


def _build(ui: Ui, qtbot: QtBot, status: Status) -> MainWindow:
    context = ui.context
    notices = NoticesBar(context.theme, context.icons)
    label = OfficeLabel("Subprefeitura da Sé", "4F7K-2QXP", is_demo=True, versao="0.1.0")
    window = MainWindow(_specs(), label, context, notices, status, Manual(Recursos()))
    qtbot.addWidget(window)
    window.resize(1_280, 800)
    return window


@pytest.fixture
def window(ui: Ui, qtbot: QtBot, status: Status) -> Iterator[MainWindow]:
    made = _build(ui, qtbot, status)
    made.show_first()
    made.show()
    ui.settle()
    yield made
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _screen(window: MainWindow, key: str) -> Blank:
    screen = window.screen_of(key)
    assert isinstance(screen, Blank)
    return screen


def test_keys_switch_screens_and_screens_are_built_when_shown(ui: Ui, window: MainWindow) -> None:
    window.activateWindow()
    ui.until(window.isActiveWindow)
    assert window.current_key == "eventos"
    assert list(window._screens) == ["eventos"]
    for key, wanted in (
        (Qt.Key.Key_F3, "saude"),
        (Qt.Key.Key_F2, "eventos"),
    ):
        QTest.keyClick(window, key)
        assert window.current_key == wanted
    QTest.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.current_key == "saude"
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert _screen(window, "saude").reads == 2
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.top.search.hasFocus()
    assert (unnamed(window), unreachable(window)) == ([], [])


def test_the_title_names_the_office(window: MainWindow) -> None:
    assert window.windowTitle() == "Subprefeitura da Sé · demonstração · Formigueiro"


def test_a_click_on_the_status_leads_to_health(ui: Ui, window: MainWindow, status: Status) -> None:
    assert window.status.engine.full_text == "Motor em dia"
    assert window.rail.buttons["saude"].text() == "Saude  2"
    window.status.engine.click()
    assert window.current_key == "saude"
    status.error = EnvironmentFault("banco.ocupado")
    ui.context.hub.announce(frozenset({"eventos"}))
    ui.settle()
    assert window.status.engine.full_text == "Situação desconhecida"


def test_everything_is_as_it_was_left(
    ui: Ui, qtbot: QtBot, window: MainWindow, status: Status
) -> None:
    window.show_screen("saude")
    window.rail.toggle.click()
    window.resize(760, 640)  # within the offscreen screen of 800 x 800
    window.close()
    assert ui.context.view.text("saude/salvo") == "sim"
    again = _build(ui, qtbot, status)
    again._restore_geometry()
    again.show_first()
    assert again.current_key == "saude"
    assert ui.context.view.flag("moldura/trilho_recolhido")
    assert (again.width(), again.height()) == (760, 640)
    ui.settle()


def test_narrow_windows_collapse_the_rail_and_tell_screens(window: MainWindow) -> None:
    assert _screen(window, "eventos").narrow is False
    window.resize(1_099, 700)
    assert _screen(window, "eventos").narrow is True
    assert window.rail.is_collapsed
    window.resize(1_100, 700)
    assert _screen(window, "eventos").narrow is False
    assert not window.rail.is_collapsed


def test_large_text_survives_a_small_window(ui: Ui, window: MainWindow) -> None:
    window._on_scale_chosen(200)
    ui.until(lambda: not window._rebuild.isActive() and window.minimumWidth() <= 1_024)
    window.resize(1_024, 700)
    assert (window.width(), window.height()) == (1_024, 700)
    assert window.minimumSizeHint().width() <= 1_024
    assert window.minimumSizeHint().height() <= 700
    assert _screen(window, "eventos").narrow is True
    assert ui.context.view.number("aparencia/escala_pct") == 200
    ui.settle()
    ui.context.theme.set_scale_pct(100)
    ui.until(lambda: not window._rebuild.isActive())
    ui.settle()


def test_another_scheme_keeps_screen_and_notices(ui: Ui, window: MainWindow) -> None:
    window.show_screen("saude")
    window._notices.show_notice("Atenção ao disco.", "aviso")
    window._on_mode_chosen("escuro")
    ui.until(lambda: not window._rebuild.isActive())
    assert window.current_key == "saude"
    assert [notice.text for notice in window._notices.notices()] == ["Atenção ao disco."]
    assert ui.context.view.text("aparencia/tema") == "escuro"
    ui.settle()


def test_search_and_about(ui: Ui, window: MainWindow) -> None:
    searched: list[str] = []
    window.searched.connect(searched.append)
    window.top.search.setText("123")
    window.top.search.returnPressed.emit()
    assert searched == ["123"]
    window._on_about()
    box = only(window, QMessageBox)
    assert "0.1.0" in box.text()
    box.close()
    box.deleteLater()


def test_help_and_keys_of_the_screen_in_front(ui: Ui, window: MainWindow) -> None:
    manual = window.show_help()
    assert manual.page == "indice"
    manual.close()
    overlay = window.show_keys()
    words = {label.text() for label in overlay.findChildren(QLabel)}
    assert {"Em toda a janela", "Ir para Saude", "Buscar", "Ctrl+K"} <= words
    overlay.close()


def test_a_screen_that_the_role_may_not_use_is_not_there(
    ui: Ui, qtbot: QtBot, status: Status
) -> None:
    ui.context.session.entrar(Conta("x", "Auditora", frozenset({Papel.AUDITOR})))
    notices = NoticesBar(ui.context.theme, ui.context.icons)
    label = OfficeLabel("Sé", "4F7K", is_demo=False, versao="0.1.0")
    closed = ScreenSpec(
        "contas", "Contas", "contas", partial(Blank, "contas"), frozenset({Ato.CONTAS})
    )
    window = MainWindow((*_specs(), closed), label, ui.context, notices, status, Manual(Recursos()))
    qtbot.addWidget(window)
    assert [spec.key for spec in window.specs] == ["eventos", "saude"]
    window.show_first()
    window.open_screen("contas", "x")
    assert window.current_key == "eventos"
    ui.settle()
    window.close()
