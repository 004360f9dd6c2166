"""The screen of demands over a living office, as a person sits before it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.services.demanda_lista import Escolha
from tests.widgets.conftest import Mesa
from widgets.demandas.screen import DemandasScreen


@dataclass
class Tela:
    """The screen, and the window around it."""

    mesa: Mesa
    screen: DemandasScreen

    def of(self, situacao: str = "aguardando_vaga") -> str:
        """The newest demand in a state whose text is public."""
        service = self.mesa.vivo.servicos.demanda_lista
        rows = service.linhas(service.ordem(Escolha(situacoes=(situacao,))))
        return next(row.demanda_id for row in rows if not row.titulo.startswith("("))

    def show(self, target: str) -> None:
        """Open a demand and wait for all of it."""
        self.screen.open_target(target)
        self.mesa.settle()

    def texts(self) -> str:
        """What the summary says."""
        return "\n".join(f"{one.label} {one.text}" for one in self.screen.detail.summary.facts)


@pytest.fixture
def tela(mesa: Mesa) -> Tela:
    screen = mesa.open("demandas")
    assert isinstance(screen, DemandasScreen)
    return Tela(mesa, screen)
