"""The screen Conselheiros over a living office."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.conselheiros.screen import ConselheirosScreen


@pytest.fixture
def screen(ui: Ui, vivo: Vivo, host: QWidget) -> Iterator[ConselheirosScreen]:
    """Shown and read."""
    made = ConselheirosScreen(vivo.servicos, ui.context, host)
    made.resize(1_200, 800)
    host.show()
    made.show()
    made.activate()
    ui.settle()
    yield made
    ui.settle()
    assert ui.faults == []
