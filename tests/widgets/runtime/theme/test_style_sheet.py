"""Palette and style sheet say what the tokens say."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.settings.recursos import Recursos
from tests.widgets.conftest import Ui
from widgets.runtime.theme.style_sheet import build_palette, build_style_sheet
from widgets.runtime.theme.tokens import DARK, LIGHT, Tokens


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["claro", "escuro"])
def test_roles(qapp: QApplication, tokens: Tokens) -> None:
    palette = build_palette(tokens)
    role = QPalette.ColorRole
    for name, colour in (
        (role.Window, tokens.background),
        (role.Base, tokens.surface),
        (role.Text, tokens.text),
        (role.Highlight, tokens.accent),
        (role.HighlightedText, tokens.on_accent),
    ):
        assert palette.color(name) == QColor(colour)
    disabled = palette.color(QPalette.ColorGroup.Disabled, role.Text)
    assert disabled == QColor(tokens.secondary)


def test_paddings_grow_with_the_text_and_lines_do_not() -> None:
    small, large = build_style_sheet(LIGHT, 1.0), build_style_sheet(LIGHT, 2.0)
    assert "padding: 6px 16px" in small
    assert "padding: 12px 32px" in large
    assert small.count("1px solid") == large.count("1px solid")


def test_braces_balance_and_colours_are_whole() -> None:
    sheet = build_style_sheet(DARK, 1.5)
    assert sheet.count("{") == sheet.count("}")
    assert all(len(found) == 6 for found in re.findall(r"#([0-9A-Fa-f]+);", sheet))


def test_boxes_are_drawn_from_the_pictures_they_are_given() -> None:
    assert "down-arrow" not in build_style_sheet(LIGHT, 1.0)
    assert 'url("/x/seta-claro.svg")' in build_style_sheet(LIGHT, 1.0, "/x")
    assert 'url("/x/certo-escuro.svg")' in build_style_sheet(DARK, 1.0, "/x")


def test_the_pictures_have_the_colours_of_their_schemes() -> None:
    for scheme, tokens in (("claro", LIGHT), ("escuro", DARK)):
        for name, colour in (("seta", tokens.secondary), ("certo", tokens.on_accent)):
            drawn = Recursos().icon_svg(f"folha/{name}-{scheme}")
            assert f'stroke="{colour}"'.encode() in drawn


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["claro", "escuro"])
@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_the_focus_of_boxes_is_a_frame_and_not_a_colour(
    ui: Ui, host: QWidget, tokens: Tokens, kind: type[QCheckBox | QRadioButton]
) -> None:
    pictures = str(Recursos().path("icones") / "folha")
    host.setStyleSheet(build_style_sheet(tokens, 1.0, pictures))
    column = QVBoxLayout(host)
    other, box = QLineEdit(host), kind("Publicar o texto", host)
    column.addWidget(other)
    column.addWidget(box)
    host.show()
    host.activateWindow()

    def frame() -> set[str]:
        drawn = box.grab().toImage()
        return {drawn.pixelColor(at, 0).name() for at in range(8, drawn.width() - 8)}

    box.setFocus()
    ui.until(box.hasFocus)
    assert frame() == {tokens.accent.lower()}
    other.setFocus()
    ui.until(other.hasFocus)
    assert tokens.accent.lower() not in frame()
