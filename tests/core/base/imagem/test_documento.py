from __future__ import annotations

import random

import pytest
from PIL import Image, ImageDraw, ImageFont

from core.base.imagem.documento import RASTER_PX, Raster, aparencia

WORDS = [
    "REGISTRO",
    "GERAL",
    "nome",
    "filiacao",
    "naturalidade",
    "data",
    "de",
    "nascimento",
    "documento",
    "origem",
]


def raster(image: Image.Image) -> Raster:
    small = image.convert("RGB")
    small.thumbnail((RASTER_PX, RASTER_PX))
    return Raster(small.width, small.height, small.tobytes())


def page(
    size: tuple[int, int], paper: tuple[int, int, int], lines: int, *, font_px: int
) -> Image.Image:
    image = Image.new("RGB", size, paper)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(font_px)
    rng = random.Random(4)
    step = size[1] // (lines + 1)
    for line in range(lines):
        text = " ".join(rng.choices(WORDS, k=12))
        draw.text((20, step // 2 + line * step), text, fill=(20, 20, 40), font=font)
    return image


def on_a_table(card: Image.Image) -> Image.Image:
    table = Image.new("RGB", (int(card.width * 1.25), int(card.height * 1.3)), (90, 60, 40))
    table.paste(card, (card.width // 8, card.height // 8))
    return table


@pytest.mark.parametrize(
    "image",
    [
        page((1240, 1754), (250, 250, 248), 40, font_px=22),
        page((1000, 640), (215, 225, 205), 10, font_px=30),
        on_a_table(page((1000, 640), (225, 228, 220), 9, font_px=32)),
        page((640, 1000), (235, 235, 235), 20, font_px=24),
    ],
    ids=["page", "card", "card on a table", "upright"],
)
def test_papers_are_flagged(image: Image.Image) -> None:
    assert aparencia(raster(image)).parece_documento


def noise(colour: tuple[int, int, int], spread: int) -> Image.Image:
    rng = random.Random(7)
    data = bytes(
        min(255, max(0, channel + rng.randint(-spread, spread)))
        for _ in range(256 * 192)
        for channel in colour
    )
    return Image.frombytes("RGB", (256, 192), data)


def bricks() -> Image.Image:
    image = Image.new("RGB", (800, 600), (170, 90, 70))
    draw = ImageDraw.Draw(image)
    for y in range(0, 600, 40):
        draw.line((0, y, 800, y), fill=(200, 190, 180), width=5)
        for x in range((y // 40 % 2) * 50, 800, 100):
            draw.line((x, y, x, y + 40), fill=(200, 190, 180), width=5)
    return image


def sky_over_asphalt() -> Image.Image:
    image = Image.linear_gradient("L").resize((800, 600)).convert("RGB")
    image.paste((70, 70, 75), (0, 350, 800, 600))
    return image


@pytest.mark.parametrize(
    "image",
    [
        noise((120, 118, 115), 60),
        noise((190, 188, 186), 10),
        bricks(),
        sky_over_asphalt(),
        Image.new("RGB", (400, 300), (255, 255, 255)),
        Image.new("RGB", (1, 1), (0, 0, 0)),
        page((1000, 640), (215, 225, 205), 1, font_px=120),
    ],
    ids=["rubble", "fog", "bricks", "road", "blank", "pixel", "street sign"],
)
def test_places_are_not(image: Image.Image) -> None:
    assert not aparencia(raster(image)).parece_documento


@pytest.mark.parametrize(("width", "height", "size"), [(0, 1, 0), (2, 2, 11), (2, 2, 13)])
def test_a_raster_has_its_size(width: int, height: int, size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        Raster(width, height, bytes(size))
