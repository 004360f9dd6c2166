"""A dry run that changes nothing says so."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.ensaio_parametros import Ensaio
from core.base.parametros.conjunto import PADRAO
from tests.widgets.conftest import Ui
from widgets.parametros.trial_pane import TrialPane


def test_nothing_would_change(ui: Ui, host: QWidget) -> None:
    pane = TrialPane(ui.context, host)
    pane.show_trial(Ensaio(PADRAO, "ab" * 32, "cd" * 32, False, 7, 0, 0, (), (), ()))
    assert "Só o rótulo seria outro" in pane.words.text()
    assert pane.apply.isEnabled()
    pane.show_trial(Ensaio(PADRAO, "ab" * 32, "ab" * 32, True, 7, 0, 0, (), (), ()))
    assert not pane.apply.isEnabled()
