"""A picture is blurred until somebody asks."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from app.services.impressos.impresso import qr_png
from tests.widgets.conftest import Ui
from widgets.runtime.photo import Photo, blurred


def png() -> bytes:
    """A picture of sharp black and white."""
    return qr_png("formigueiro")


def test_blurred_until_asked(ui: Ui, host: QWidget) -> None:
    photo = Photo(png(), 1, ui.context, host)
    assert "borrada" in photo.picture.accessibleName()
    photo.toggle.click()
    assert photo.is_shown
    assert photo.toggle.text() == "Borrar imagem 1"


def test_nothing_sharp_is_left() -> None:
    image = QImage.fromData(png())
    soft = blurred(image)
    middle, width = image.height() // 2, image.width()

    def jumps(picture: QImage) -> int:
        row = [picture.pixelColor(x, middle).lightness() for x in range(width)]
        return max(abs(here - there) for here, there in pairwise(row))

    assert soft.size() == image.size()
    assert jumps(image) == 255
    assert jumps(soft) < 64


def test_what_is_no_picture_says_so(ui: Ui, host: QWidget) -> None:
    photo = Photo(b"nada", 2, ui.context, host)
    assert not photo.is_readable
    assert photo.picture.text() == "Imagem 2: não pode ser mostrada aqui."


def test_held_down_it_is_seen_and_let_go_it_is_blurred(ui: Ui, host: QWidget) -> None:
    photo = Photo(png(), 1, ui.context, host)
    photo.peek.pressed.emit()
    assert "à vista" in photo.picture.accessibleName()
    assert not photo.is_shown
    photo.peek.released.emit()
    assert "borrada" in photo.picture.accessibleName()
