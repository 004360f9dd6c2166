"""Pictures of the demonstration, drawn when they are needed: nobody's street, nobody in them."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import ImageDraw

TAMANHO: Final = (1_200, 900)
_HORIZON: Final = 420
_SKY, _STREET, _KERB = (168, 202, 226), (112, 112, 116), (196, 190, 178)
_NIGHT, _DARK = (28, 36, 58), (48, 48, 56)


def buraco() -> bytes:
    """A hole in a street, with water in it; JPEG."""
    return _drawn(_hole, _SKY, _STREET)


def poste() -> bytes:
    """A lamp that does not burn, at night; JPEG."""
    return _drawn(_lamp, _NIGHT, _DARK)


def entulho() -> bytes:
    """A heap on the kerb; JPEG."""
    return _drawn(_heap, _SKY, _STREET)


def _drawn(
    scene: Callable[[ImageDraw.ImageDraw], None],
    sky: tuple[int, int, int],
    street: tuple[int, int, int],
) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 # only where a demonstration is built

    picture = Image.new("RGB", TAMANHO, sky)
    draw = ImageDraw.Draw(picture)
    width, height = TAMANHO
    draw.rectangle((0, _HORIZON, width, height), fill=_KERB)
    draw.polygon(((340, _HORIZON), (860, _HORIZON), (width, height), (0, height)), fill=street)
    for n in range(5):
        top = _HORIZON + 30 + n * 95
        draw.rectangle((594 - n * 3, top, 606 + n * 3, top + 45), fill=(222, 214, 170))
    scene(draw)
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def _hole(draw: ImageDraw.ImageDraw) -> None:
    draw.ellipse((380, 600, 800, 790), fill=(70, 62, 56))
    draw.ellipse((415, 620, 765, 772), fill=(46, 40, 36))
    draw.ellipse((470, 668, 710, 760), fill=(96, 120, 134))


def _lamp(draw: ImageDraw.ImageDraw) -> None:
    draw.rectangle((906, 90, 926, 720), fill=(92, 92, 96))
    draw.rectangle((760, 96, 916, 110), fill=(92, 92, 96))
    draw.ellipse((720, 92, 790, 132), fill=(62, 62, 66))


def _heap(draw: ImageDraw.ImageDraw) -> None:
    draw.polygon(((180, 760), (430, 470), (560, 610), (690, 500), (900, 760)), fill=(150, 120, 92))
    draw.polygon(((300, 760), (420, 600), (520, 760)), fill=(176, 88, 66))
    draw.rectangle((600, 640, 720, 760), fill=(92, 84, 78))
