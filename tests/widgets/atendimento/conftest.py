"""The counter's pieces over a living office."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget

from app.services.atendimento_ficha import Ficha
from tests.support.vivo import Vivo
from tests.widgets.conftest import Ui
from widgets.atendimento.screen import AtendimentoScreen

POSTE = Ficha(
    texto="O poste da praça está apagado há uma semana e ninguém passa à noite",
    precisao="ponto",
    local="-20,597; -36,938",
    lat=-20.597,
    lng=-36.938,
    publicacao_texto=True,
)


@pytest.fixture
def screen(ui: Ui, vivo: Vivo, host: QWidget) -> Iterator[AtendimentoScreen]:
    """The screen, shown and read."""
    made = AtendimentoScreen(vivo.servicos, ui.context, host)
    made.resize(1_200, 800)
    host.show()
    made.show()
    made.activate()
    ui.settle()
    yield made
    ui.settle()
    assert ui.faults == []
