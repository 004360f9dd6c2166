"""A pool of one has nothing to shuffle."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.historia_sorteio import Entradas
from tests.support.office import conselheiro
from tests.widgets.conftest import Ui
from widgets.sorteio.shuffle_stepper import ShuffleStepper


def test_nothing_to_shuffle(ui: Ui, host: QWidget) -> None:
    stepper = ShuffleStepper(ui.context, host)
    one = (conselheiro(1),)
    stepper.show_inputs(Entradas("b", "t", one, "00", one, None, one[0]), {one[0]: "Ana"})
    assert stepper.total == 0
    assert "não há o que embaralhar" in stepper.words.text()
    assert not stepper.forward.isEnabled()
    stepper.show_inputs(None, {})
    assert stepper.isHidden()
