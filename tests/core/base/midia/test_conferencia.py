"""What comes stored from elsewhere is what the pipeline stores, or is not taken."""

from __future__ import annotations

import random
import struct
import zlib
from typing import Final

import pytest

from core.base.midia.conferencia import conferir_guardada
from core.base.midia.imagem import MAX_LADO
from core.base.midia.limpeza import limpar
from core.kernel.errors import UserFacingError
from tests.support import midias

DAMAGED: Final = frozenset({"midia.imagem_danificada", "midia.nao_limpa"})
SOUNDS = ("WAV", "MP3", "OGG", "M4A", "FLAC")


def refused(content: bytes) -> str | None:
    """Why it is not taken; None where it is. Whatever else is raised is a bug."""
    try:
        conferir_guardada(content, limpar)
    except UserFacingError as refusal:
        return refusal.code
    return None


def chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(
    "content",
    [
        midias.jpeg(),
        midias.png(),
        midias.encoded(midias.quadrants(300, 200), "JPEG", quality=60),
        *(midias.upside(turn) for turn in range(1, 9)),
        midias.with_thumbnail(),
        *(
            midias.encoded(midias.quadrants(mode=mode), kind)
            for mode, kind in (
                ("RGBA", "PNG"), ("P", "PNG"), ("L", "PNG"), ("I;16", "PNG"), ("CMYK", "JPEG"),
                ("P", "GIF"), ("RGB", "WEBP"), ("RGB", "TIFF"), ("RGB", "HEIF"),
            )
        ),
        midias.pdf(),
        "Falta água".encode(),
    ],
)  # fmt: skip
def test_whatever_the_pipeline_stores_passes(content: bytes) -> None:
    assert refused(limpar(content).conteudo) is None


@pytest.mark.parametrize("formato", SOUNDS)
def test_recordings_pass_clean_and_not_with_tags(formato: str) -> None:
    raw = midias.sound(formato)
    clean = limpar(raw).conteudo
    assert refused(clean) is None
    assert refused(raw) == (None if raw == clean else "midia.nao_limpa")


def test_what_is_no_medium_is_nobodys_business_here() -> None:
    for content in (b"", b"\x1f\x8b outlines", b"{}" * 4_000_000):
        assert refused(content) is None


def test_places_and_devices_hidden_in_a_picture_are_not_taken() -> None:
    for content in (midias.upside(1), midias.with_thumbnail(), midias.bomb_png(1)):
        assert refused(content) == "midia.nao_limpa"
    assert refused(midias.encoded(midias.quadrants(), "WEBP")) == "midia.nao_limpa"


def test_a_picture_that_is_another_file_too_is_not_taken() -> None:
    photo, drawing = limpar(midias.jpeg()).conteudo, limpar(midias.png()).conteudo
    for content in (photo + b"PK\x03\x04", photo + photo, drawing + b"PK\x03\x04"):
        assert refused(content) == "midia.nao_limpa"
    comment = photo[:2] + b"\xff\xfe\x00\x06oi! " + photo[2:]
    assert refused(comment) == "midia.nao_limpa"


def test_programs_films_and_absurd_sides_are_not_taken() -> None:
    assert refused(b"MZ" + bytes(64)) == "midia.programa"
    assert refused(midias.film()) in {"midia.video", "midia.nao_limpa"}
    assert refused(midias.huge_png()) == "midia.dimensoes"
    assert refused(midias.huge_png(MAX_LADO + 1, 1)) == "midia.dimensoes"
    assert refused(midias.huge_png(0, 1)) == "midia.dimensoes"


def test_a_picture_may_have_grown_and_not_without_an_end() -> None:
    clean = limpar(midias.png()).conteudo
    ending = chunk(b"IEND", b"")
    for mib, code in ((11, None), (21, "midia.imagem_grande")):
        grown = clean[: -len(ending)] + chunk(b"IDAT", bytes(mib << 20)) + ending
        assert refused(grown) == code


def test_cut_and_muddled_bytes_end_in_a_refusal_and_nothing_else() -> None:
    chance = random.Random(7)  # a test's dice, the same each time
    for clean in (limpar(midias.jpeg()).conteudo, limpar(midias.png()).conteudo):
        for cut in range(8, len(clean), 7):
            assert refused(clean[:cut]) in DAMAGED, cut
        for _ in range(500):
            muddled = bytearray(clean)
            for _ in range(3):
                muddled[chance.randrange(len(muddled))] = chance.randrange(256)
            # None: muddled within the picture itself, which is nobody's to judge.
            assert refused(bytes(muddled)) in {*DAMAGED, "midia.dimensoes", None}, muddled.hex()
