"""Revisão in the window of a living office: only for whoever may decide."""

from __future__ import annotations

import pytest

from app.services.permissoes import Ato, Papel, pode
from tests.support.vivo import Vivo
from tests.widgets.conftest import Mesa
from widgets.revisao.screen import RevisaoScreen
from widgets.revisao.spec import spec

pytestmark = pytest.mark.lento


def test_a_moderator_decides_and_takes_back(mesa: Mesa) -> None:
    screen = mesa.open("revisao")
    assert isinstance(screen, RevisaoScreen)
    first = screen.current
    assert first is not None
    before = screen.queue.model.rowCount()
    screen.item.category.choose(0)
    mesa.settle()
    mesa.until(lambda: screen.queue.model.rowCount() == before - 1)
    screen.undo()
    mesa.settle()
    mesa.until(lambda: screen.queue.model.rowCount() == before)


def test_only_a_moderator_has_the_screen(vivo: Vivo) -> None:
    found = spec(vivo.servicos)
    assert found.acts == {Ato.REVISAR}
    assert not pode([Papel.ATENDENTE, Papel.OPERADOR, Papel.AUDITOR], Ato.REVISAR)
    assert [view.name for view in found.pictures] == ["revisao", "revisao-item", "revisao-espera"]
