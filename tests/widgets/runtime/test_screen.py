"""A screen reads when it is shown and when it is concerned."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from tests.widgets.accessibility import unnamed
from tests.widgets.conftest import Ui
from widgets.runtime.screen import Screen, ScreenSpec


class Counting(Screen):
    """Counts its reads."""

    def __init__(self, ui: Ui, host: QWidget) -> None:
        super().__init__("contagem", "Contagem", frozenset({"eventos"}), ui.context, host)
        self.reads = 0

    @override
    def reload(self) -> None:
        self.reads += 1


def test_it_reads_when_shown_and_only_when_concerned(ui: Ui, host: QWidget) -> None:
    screen = Counting(ui, host)
    hub = ui.context.hub
    hub.announce(frozenset({"eventos"}))
    assert screen.reads == 0
    host.show()
    screen.activate()
    screen.activate()
    assert screen.reads == 1
    hub.announce(frozenset({"copias"}))
    assert screen.reads == 1
    hub.announce(frozenset({"copias", "eventos"}))
    assert screen.reads == 2
    screen.hide()
    hub.announce(frozenset({"eventos"}))
    assert (screen.reads, screen.is_stale) == (2, True)
    screen.show()
    screen.activate()
    assert (screen.reads, screen.is_stale) == (3, False)


def test_frame_of_a_screen(ui: Ui, host: QWidget) -> None:
    screen = Counting(ui, host)
    assert screen.add_primary("Registrar").property("kind") == "primary"
    assert screen.setting("aba") == "contagem/aba"
    assert unnamed(screen) == []
    spec = ScreenSpec("c", "Contagem", "eventos", lambda context, parent: screen)
    assert spec.build(ui.context, host) is screen


def test_a_long_title_gives_the_subtitle_a_line_of_its_own(ui: Ui, host: QWidget) -> None:
    screen = Counting(ui, host)
    screen.subtitle.setText("3 itens esperam")
    screen.add_primary("Uma ação de nome bem comprido mesmo")
    screen.resize(1_000, 400)
    host.show()
    assert screen.top.indexOf(screen.subtitle) >= 0
    screen.resize(screen.top.minimumSize().width() + 8, 400)
    assert screen.column.indexOf(screen.subtitle) == 1
    screen.resize(1_000, 400)
    assert screen.top.indexOf(screen.subtitle) == 1
