from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageCms

from core.base.midia.formatos import GIF, HEIF, JPEG, PNG, TIFF, WEBP, reconhecer
from core.base.midia.imagem import MAX_LADO, ImagemLimpa, limpar_imagem, miniatura
from core.kernel.errors import UserFacingError
from tests.support import midias

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
SECRETS = (b"FabricanteInventado", b"SERIE-0042", b"Exif", b"GPS", b"http://ns.adobe.com")


def cleaned(content: bytes) -> ImagemLimpa:
    return limpar_imagem(content, reconhecer(content))


def opened(made: ImagemLimpa) -> Image.Image:
    picture = Image.open(io.BytesIO(made.conteudo))
    picture.load()
    return picture


def corners(picture: Image.Image) -> list[tuple[int, ...]]:
    """Colours at the four corners, each channel said roughly."""
    width, height = picture.size
    plain = picture.convert("RGB")
    places = [(3, 3), (width - 4, 3), (3, height - 4), (width - 4, height - 4)]
    found: list[tuple[int, ...]] = []
    for place in places:
        value: Any = plain.getpixel(place)
        found.append(tuple(255 if channel > 127 else 0 for channel in value))
    return found


def refused(content: bytes) -> str:
    with pytest.raises(UserFacingError) as caught:
        cleaned(content)
    return caught.value.code


@pytest.mark.parametrize("orientation", range(1, 9))
def test_eight_orientations_come_out_upright_and_say_nothing(orientation: int) -> None:
    raw = midias.upside(orientation)
    assert b"SERIE-0042" in raw
    made = cleaned(raw)
    picture = opened(made)
    assert corners(picture) == [RED, GREEN, BLUE, WHITE]
    assert (made.largura, made.altura) == picture.size == (80, 40)
    assert dict(picture.getexif()) == {}
    assert not any(secret in made.conteudo for secret in SECRETS)


def test_an_embedded_thumbnail_of_what_was_cropped_is_gone() -> None:
    raw = midias.with_thumbnail()
    assert raw.count(b"\xff\xd8\xff") == 2
    assert cleaned(raw).conteudo.count(b"\xff\xd8\xff") == 1


@pytest.mark.parametrize(
    ("raw", "formato", "stored"),
    [
        (midias.jpeg(), JPEG, "JPEG"),
        (midias.png(), PNG, "PNG"),
        (midias.encoded(midias.quadrants(), "WEBP", quality=95), WEBP, "JPEG"),
        (midias.encoded(midias.quadrants(), "GIF"), GIF, "JPEG"),
        (midias.encoded(midias.quadrants(), "TIFF"), TIFF, "JPEG"),
        (midias.encoded(midias.quadrants(), "TIFF", compression="tiff_lzw"), TIFF, "JPEG"),
        (midias.encoded(midias.quadrants(128, 64), "HEIF", quality=95), HEIF, "JPEG"),
        (midias.encoded(midias.quadrants(mode="P"), "PNG"), PNG, "PNG"),
        (midias.encoded(midias.quadrants(mode="CMYK"), "JPEG", quality=95), JPEG, "JPEG"),
        (midias.encoded(midias.quadrants(mode="CMYK"), "TIFF"), TIFF, "JPEG"),
        (midias.encoded(midias.quadrants(mode="RGBA"), "PNG"), PNG, "PNG"),
    ],
)
def test_photos_become_jpeg_and_png_stays_png(raw: bytes, formato: Any, stored: str) -> None:
    assert reconhecer(raw) is formato
    picture = opened(cleaned(raw))
    assert picture.format == stored
    assert picture.mode in ("RGB", "RGBA")
    assert corners(picture) == [RED, GREEN, BLUE, WHITE]


def test_a_heic_that_was_held_sideways_is_upright() -> None:
    stored = midias.quadrants(64, 128).transpose(Image.Transpose.ROTATE_90)
    raw = midias.encoded(stored, "HEIF", quality=95, exif=midias.telling_exif(6).tobytes())
    made = cleaned(raw)
    assert (made.largura, made.altura) == (64, 128)
    assert corners(opened(made)) == [RED, GREEN, BLUE, WHITE]
    assert not any(secret in made.conteudo for secret in SECRETS)


def test_sixteen_bits_keep_their_greys() -> None:
    ramp = np.tile(np.linspace(0, 65_535, 64).astype("<u2"), (16, 1))
    for raw in (midias.encoded(Image.fromarray(ramp), name) for name in ("PNG", "TIFF")):
        picture = opened(cleaned(raw)).convert("L")
        left, right = picture.getpixel((0, 8)), picture.getpixel((63, 8))
        assert isinstance(left, int | float)
        assert isinstance(right, int | float)
        assert left < 4
        assert right > 250


def test_a_float_tiff_is_scaled_to_what_is_in_it() -> None:
    raw = midias.encoded(Image.fromarray(np.linspace(-4, 4, 64, dtype="f4").reshape(8, 8)), "TIFF")
    picture = opened(cleaned(raw)).convert("L")
    assert picture.getextrema() == (0, 255)


def test_an_animation_is_its_first_frame() -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in (RED, BLUE)]
    for name in ("GIF", "WEBP", "PNG"):
        raw = midias.encoded(frames[0], name, save_all=True, append_images=frames[1:])
        picture = opened(cleaned(raw))
        assert getattr(picture, "n_frames", 1) == 1
        assert corners(picture)[0] == RED


def test_a_transparent_photo_lies_on_white() -> None:
    raw = midias.encoded(Image.new("RGBA", (20, 20), (255, 0, 0, 0)), "WEBP", lossless=True)
    assert corners(opened(cleaned(raw)))[0] == WHITE


def test_a_png_keeps_what_can_be_seen_through() -> None:
    raw = midias.encoded(Image.new("RGBA", (20, 20), (255, 0, 0, 0)), "PNG")
    assert opened(cleaned(raw)).getpixel((1, 1)) == (255, 0, 0, 0)


def test_texts_times_and_profiles_leave_a_png() -> None:
    from PIL.PngImagePlugin import PngInfo

    told = PngInfo()
    told.add_text("Author", "PessoaInventada")
    told.add_itxt("XML:com.adobe.xmp", "<x>SegredoXmp</x>")
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    raw = midias.encoded(
        midias.quadrants(), "PNG", pnginfo=told, icc_profile=profile, exif=midias.telling_exif()
    )
    made = cleaned(raw)
    for secret in (b"PessoaInventada", b"SegredoXmp", b"iCCP", b"eXIf", b"SERIE"):
        assert secret not in made.conteudo


def test_colours_of_another_profile_are_brought_to_srgb() -> None:
    raw = midias.encoded(Image.new("RGB", (16, 16), RED), "PNG", icc_profile=midias.swapped())
    assert corners(opened(cleaned(raw)))[0] == GREEN


def test_a_broken_profile_is_ignored() -> None:
    raw = midias.encoded(midias.quadrants(), "PNG", icc_profile=b"nada disso")
    assert corners(opened(cleaned(raw))) == [RED, GREEN, BLUE, WHITE]


def test_a_large_photo_is_made_smaller_and_a_small_one_left() -> None:
    made = cleaned(midias.encoded(midias.quadrants(6_000, 1_500), "JPEG"))
    assert (made.largura, made.altura) == (MAX_LADO, 1_024)
    assert corners(opened(made)) == [RED, GREEN, BLUE, WHITE]


def test_absurd_dimensions_are_refused_before_decoding() -> None:
    raw = midias.huge_png()
    assert len(raw) < 100_000
    assert refused(raw) == "midia.dimensoes"
    assert refused(midias.huge_png(20_000, 10)) == "midia.dimensoes"
    assert refused(midias.huge_png(9_000, 9_000)) == "midia.dimensoes"


def test_a_text_that_unpacks_to_hundreds_of_megabytes_costs_nothing() -> None:
    assert refused(midias.bomb_png(80)) == "midia.imagem_danificada"


@pytest.mark.parametrize(
    "raw",
    [
        midias.jpeg(400, 400)[:900],
        midias.png(400, 400)[:200],
        midias.encoded(midias.quadrants(64, 64), "HEIF")[:300],
        midias.encoded(midias.quadrants(300, 300), "WEBP")[:60],
        b"GIF89a<script>alert(1)</script>",
        b"II*\x00\xff\xff\xff\xff",
        b"\xff\xd8\xff" + b"\x00" * 500,
    ],
)
def test_what_is_cut_or_is_no_picture_is_refused(raw: bytes) -> None:
    assert refused(raw) == "midia.imagem_danificada"


def test_nothing_hidden_behind_a_picture_survives() -> None:
    for raw in (midias.jpeg(), midias.png()):
        polyglot = raw + b"PK\x03\x04segredo.txt" + b"<script>"
        made = cleaned(polyglot)
        assert b"segredo" not in made.conteudo
        assert corners(opened(made)) == [RED, GREEN, BLUE, WHITE]


def test_the_same_photo_is_the_same_object() -> None:
    raw = midias.upside(6)
    assert cleaned(raw).conteudo == cleaned(raw).conteudo


@pytest.mark.parametrize("content", [midias.jpeg(600, 300), midias.png(600, 300)])
def test_a_thumbnail_is_small_and_upright(content: bytes) -> None:
    mime = reconhecer(content).mime_limpo
    small = Image.open(io.BytesIO(miniatura(content, mime, 96)))
    assert small.size == (96, 48)
    assert corners(small) == [RED, GREEN, BLUE, WHITE]


def test_a_thumbnail_of_something_else_is_refused() -> None:
    for content, mime in ((b"%PDF-", "application/pdf"), (b"nada", "image/jpeg")):
        with pytest.raises(UserFacingError):
            miniatura(content, mime, 96)


_SEEDS = (
    midias.jpeg(48, 24, exif=midias.telling_exif(6)),
    midias.png(48, 24),
    midias.encoded(midias.quadrants(48, 24), "GIF"),
    midias.encoded(midias.quadrants(48, 24), "TIFF", compression="tiff_lzw"),
    midias.encoded(midias.quadrants(48, 24), "WEBP"),
    midias.encoded(midias.quadrants(64, 64), "HEIF"),
)


@settings(deadline=None, max_examples=250)
@given(st.data())
def test_damaged_pictures_are_cleaned_or_refused(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(_SEEDS)))
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    content = bytes(raw[: data.draw(st.integers(1, len(raw)))])
    code, made = "midia.", None
    try:
        made = cleaned(content)
    except UserFacingError as refusal:
        code = refusal.code
    except MemoryError:
        code = "midia.memoria"
    assert code.startswith("midia.")
    if made is not None:
        assert opened(made).size == (made.largura, made.altura)


def test_a_photo_as_png_is_packed_quickly_and_a_drawing_small() -> None:
    """Both keep every pixel; neither gets larger than a few hundredths more than need be."""
    drawing = Image.new("RGB", (400, 300), "white")
    for n in range(0, 300, 10):
        drawing.paste((0, 0, n % 256), (n, n, n + 40, n + 5))
    for content in (midias.grainy(400, 300, formato="PNG"), midias.encoded(drawing, "PNG")):
        before = Image.open(io.BytesIO(content)).convert("RGB")
        made = limpar_imagem(content, PNG).conteudo
        after = Image.open(io.BytesIO(made))
        assert after.convert("RGB").tobytes() == before.tobytes()
        best = io.BytesIO()
        before.save(best, "PNG")
        assert len(made) <= len(best.getvalue()) * 1.05
