"""The theme follows the system, or what was chosen; text grows from 100 to 200 %."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.settings.recursos import Recursos
from tests.widgets.conftest import Ui
from widgets.runtime.theme.tokens import DARK, LIGHT


def test_chosen_schemes(ui: Ui, qapp: QApplication, qtbot: QtBot) -> None:
    theme = ui.context.theme
    assert theme.tokens is LIGHT
    with qtbot.waitSignal(theme.changed):
        theme.set_mode("escuro")
    assert theme.tokens is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.background)
    with pytest.raises(ValueError, match="roxo"):
        theme.set_mode("roxo")


def test_the_system_scheme_is_followed_only_when_asked(ui: Ui, qtbot: QtBot) -> None:
    theme = ui.context.theme
    with qtbot.assertNotEmitted(theme.changed):
        theme._on_system_scheme_changed()
    theme.set_mode("sistema")
    with qtbot.waitSignal(theme.changed):
        theme._on_system_scheme_changed()
    assert theme.tokens in (LIGHT, DARK)


@pytest.mark.parametrize(("asked", "given"), [(50, 100), (100, 100), (150, 150), (300, 200)])
def test_text_size_is_clamped_and_applied(
    ui: Ui, qapp: QApplication, asked: int, given: int
) -> None:
    theme = ui.context.theme
    base = theme.font().pointSizeF() / theme.scale
    theme.set_scale_pct(asked)
    assert theme.scale_pct == given
    assert qapp.font().pointSizeF() == pytest.approx(base * given / 100)
    assert theme.row_height_px == round(32 * given / 100)
    assert theme.px(10) == round(10 * given / 100)
    theme.set_scale_pct(100)


def test_the_scale_does_not_grow_on_itself(ui: Ui, qapp: QApplication) -> None:
    theme = ui.context.theme
    theme.set_scale_pct(200)
    again = type(theme)(qapp, theme, Recursos().path("icones"))
    assert again.font().pointSizeF() == pytest.approx(theme.font().pointSizeF() / 2)
    theme.set_scale_pct(100)


def test_figures_have_equal_width_and_sizes_step(ui: Ui) -> None:
    theme = ui.context.theme
    assert theme.font().featureValue(QFont.Tag("tnum")) == 1
    sizes = [theme.font(step).pointSizeF() for step in range(4)]
    assert sizes == sorted(sizes)
    assert theme.font(3, bold=True).bold()
