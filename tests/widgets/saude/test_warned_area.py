"""What a screen is for keeps its room beside warnings."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from app.services.saude import AvisoRow
from tests.widgets.conftest import Ui
from widgets.saude.warned_area import WarnedArea
from widgets.saude.warning_list import WarningList

SENTENCE = "Um aviso que diz o que há, o que significa e o que fazer para que ele vá embora."


@pytest.mark.parametrize("scale_pct", [100, 200])
def test_most_of_the_height_is_for_what_stands_below(ui: Ui, host: QWidget, scale_pct: int) -> None:
    ui.context.theme.set_scale_pct(scale_pct)
    warnings = WarningList(ui.context, host)
    rest = QLabel("o resto", host)
    area = WarnedArea("Área", warnings, rest, ui.context.theme, host)
    area.resize(900, 450)
    warnings.show_warnings(tuple(AvisoRow(str(at), SENTENCE, None) for at in range(3)))
    area.show()
    host.show()
    ui.until(lambda: rest.height() > area.viewport().height() * 0.6)
    assert warnings.is_folded is (scale_pct == 200)
