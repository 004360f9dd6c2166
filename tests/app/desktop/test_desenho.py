"""Pictures of every screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.desktop.desenho import render_screens
from tests.app.desktop.conftest import Office

ROOT = Path(__file__).parents[3]
PICTURES = ROOT / "resources" / "manual" / "imagens"
DOCUMENTS = (*ROOT.glob("*.md"), *(ROOT / "resources" / "manual").glob("*.md"))
_SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+\.png)\)")


def kept_pictures() -> set[str]:
    """Names of the pictures that the documents come with."""
    return {path.stem for path in PICTURES.glob("*.png")}


def test_every_document_has_its_pictures_and_every_picture_a_document() -> None:
    shown = {
        (document.parent / found).resolve()
        for document in DOCUMENTS
        for found in _SHOWN.findall(document.read_text("utf-8"))
    }
    assert len(shown) > 25
    assert {path.name for path in shown if not path.is_file()} == set()
    assert {path.stem for path in shown} == kept_pictures()


@pytest.mark.parametrize(
    ("is_dark", "scale_pct", "size_px"),
    [(False, 100, (1_280, 800)), (True, 100, (1_280, 800)), (False, 200, (1_024, 700))],
)
def test_pictures_of_every_screen(
    qtbot: QtBot,
    office: Office,
    tmp_path: Path,
    is_dark: bool,
    scale_pct: int,
    size_px: tuple[int, int],
) -> None:
    written = render_screens(
        office.services, tmp_path / "telas", is_dark=is_dark, scale_pct=scale_pct, size_px=size_px
    )
    names = {path.stem for path in written}
    assert {"eventos", "eventos-conteudo", "saude"} <= names
    assert kept_pictures() - names == set(), (
        "no document shows a picture that nobody can draw again"
    )
    sizes: dict[str, tuple[int, int]] = {}
    for path in written:
        image = QImage(str(path))
        sizes[path.name] = (image.width(), image.height())
        colours = {
            image.pixel(x, y)
            for x in range(0, image.width(), 7)
            for y in range(0, image.height(), 7)
        }
        assert len(colours) > 5, path.name
    screens = {name: size for name, size in sizes.items() if not name.startswith("dialogo-")}
    assert {name: size for name, size in screens.items() if size != size_px} == {}
    dialogs = {name: size for name, size in sizes.items() if name not in screens}
    assert {"dialogo-teclas.png", "dialogo-corrigir.png", "dialogo-conta.png"} <= dialogs.keys()
    too_large = {
        name: size for name, size in dialogs.items() if size[0] > size_px[0] or size[1] > size_px[1]
    }
    assert too_large == {}
    assert not (tmp_path / "vista.ini").exists()
    assert office.closed == 0
