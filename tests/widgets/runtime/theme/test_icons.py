"""Icons take the palette's colour."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from app.settings.recursos import bundled_root
from tests.widgets.conftest import Ui
from widgets.runtime.theme.tokens import DARK, LIGHT


def _colours(icon: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> set[str]:
    image = icon.pixmap(QSize(64, 64), mode).toImage()
    opaque = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    ]
    return {colour.name().upper() for colour in opaque}


@pytest.mark.parametrize("name", sorted(p.stem for p in (bundled_root() / "icones").glob("*.svg")))
def test_every_icon_is_drawn_in_its_tone(ui: Ui, name: str) -> None:
    assert _colours(ui.context.icons.icon(name)) == {LIGHT.text}


def test_tones_modes_and_schemes(ui: Ui) -> None:
    icons = ui.context.icons
    assert _colours(icons.icon("aviso", "warning")) == {LIGHT.warning}
    assert _colours(icons.icon("aviso"), QIcon.Mode.Disabled) == {LIGHT.border}
    assert icons.icon("aviso") is icons.icon("aviso")
    ui.context.theme.set_mode("escuro")
    assert _colours(icons.icon("aviso")) == {DARK.text}
    assert QColor(DARK.text).isValid()
