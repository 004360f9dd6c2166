"""Empty lists say why."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from tests.widgets.conftest import Ui
from tests.widgets.sorteio.conftest import Tell
from widgets.sorteio.lists import registry_panel, role_panel, waiting_panel


def test_empty_and_whole(ui: Ui, host: QWidget, tell: Tell) -> None:
    for panel in (waiting_panel(ui.context, host), role_panel(ui.context, host)):
        panel.show_rows(())
        assert panel.state.state == "vazio"
    registry, _stories = tell()
    panel, model = registry_panel(registry, ui.context, host)
    model.set_ids((4, 3))
    panel.show_count(2)
    assert panel.state.state == "conteudo"
    assert panel.count.text() == "2 linhas"
    ui.settle()
