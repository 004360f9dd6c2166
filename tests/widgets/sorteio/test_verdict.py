"""A verdict is never told by its colour alone."""

from __future__ import annotations

from typing import get_args

from PySide6.QtWidgets import QWidget

from app.services.cartoes_sorteio import PALAVRAS, Veredito
from tests.widgets.conftest import Ui
from widgets.sorteio.verdict import SHAPES, VerdictLabel


def test_shape_and_word_go_with_every_colour(ui: Ui, host: QWidget) -> None:
    label = VerdictLabel(ui.context.theme, host)
    for verdict in get_args(Veredito):
        label.say(verdict)
        shape, kind = SHAPES[verdict]
        assert label.text() == f"{shape} {PALAVRAS[verdict]}"
        assert label.property("kind") == kind
    assert SHAPES["confere"][0] != SHAPES["nao_confere"][0]
