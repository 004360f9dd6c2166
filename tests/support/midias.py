"""Invented photos and recordings, made when they are asked for: no file of anyone's."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from PIL import Image, ImageCms
from PIL.TiffImagePlugin import IFDRational

from core.base.midia.limpeza import MidiaGuardada

ORIENTATION, MAKE, SERIAL, GPS = 0x0112, 0x010F, 0xA431, 0x8825


def quadrants(width: int = 80, height: int = 40, mode: str = "RGB") -> Image.Image:
    """Red, green (top), blue, white (bottom): which way up it is shows in its corners."""
    pixels = np.zeros((height, width, 3), dtype=np.uint8)
    half_y, half_x = height // 2, width // 2
    pixels[:half_y, :half_x] = (255, 0, 0)
    pixels[:half_y, half_x:] = (0, 255, 0)
    pixels[half_y:, :half_x] = (0, 0, 255)
    pixels[half_y:, half_x:] = (255, 255, 255)
    return Image.fromarray(pixels).convert(mode)


def encoded(picture: Image.Image, formato: str, **options: Any) -> bytes:
    """A picture as a file of that format."""
    if formato == "HEIF":
        from pillow_heif import register_heif_opener

        register_heif_opener()
    out = io.BytesIO()
    picture.save(out, formato, **options)
    return out.getvalue()


def jpeg(width: int = 80, height: int = 40, **options: Any) -> bytes:
    """A plain photo."""
    return encoded(quadrants(width, height), "JPEG", quality=95, **options)


def png(width: int = 80, height: int = 40) -> bytes:
    """A plain drawing."""
    return encoded(quadrants(width, height), "PNG")


def telling_exif(orientation: int = 1) -> Image.Exif:
    """What a telephone writes: place, maker, serial number."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[MAKE] = "FabricanteInventado"
    exif.get_ifd(0x8769)[SERIAL] = "SERIE-0042"
    gps = exif.get_ifd(GPS)
    gps[1], gps[3] = "S", "W"
    gps[2] = gps[4] = (IFDRational(25), IFDRational(30), IFDRational(12))
    return exif


def upside(orientation: int, **options: Any) -> bytes:
    """``quadrants`` as a camera stores it that was held another way."""
    inverse = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = quadrants()
    if orientation in inverse:
        stored = stored.transpose(inverse[orientation])
    return encoded(stored, "JPEG", quality=95, exif=telling_exif(orientation), **options)


def with_thumbnail() -> bytes:
    """A photo that still carries, small, what was cropped away."""
    hidden = encoded(Image.new("RGB", (32, 32), (255, 0, 255)), "JPEG", quality=95)
    # One directory with nothing in it, then the one of the thumbnail.
    first = struct.pack("<H", 0) + struct.pack("<I", 8 + 6)
    second = struct.pack("<H", 3)
    start = 8 + 6 + 2 + 3 * 12 + 4
    for tag, value in ((0x0103, 6), (0x0201, start), (0x0202, len(hidden))):
        second += struct.pack("<HHII", tag, 3 if tag == 0x0103 else 4, 1, value)
    block = b"II*\x00" + struct.pack("<I", 8) + first + second + struct.pack("<I", 0) + hidden
    return encoded(quadrants(), "JPEG", exif=b"Exif\x00\x00" + block)


def swapped() -> bytes:
    """A profile of a device whose red is everybody's green."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    places = {}
    for entry in range(int.from_bytes(profile[128:132], "big")):
        at = 132 + 12 * entry
        places[bytes(profile[at : at + 4])] = at + 4
    red, green = places[b"rXYZ"], places[b"gXYZ"]
    kept = profile[red : red + 4]
    profile[red : red + 4] = profile[green : green + 4]
    profile[green : green + 4] = kept
    return bytes(profile)


def huge_png(width: int = 20_000, height: int = 20_000) -> bytes:
    """A file of some kilobytes that promises hundreds of megapixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(bytes(3 * 1024 * 1024), 9)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def bomb_png(text_mib: int = 200) -> bytes:
    """A small picture with a compressed text that unpacks to hundreds of megabytes."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1024 * 1024)) for _ in range(text_mib))
    packed += packer.flush()
    body = b"zTXt" + b"Comment\x00\x00" + packed
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    plain = png()
    return plain[:33] + chunk + plain[33:]


def wav(seconds: float = 0.5, rate: int = 8_000) -> bytes:
    """A tone."""
    count = int(seconds * rate)
    samples = (np.sin(np.arange(count) * 440 * 2 * np.pi / rate) * 12_000).astype("<i2").tobytes()
    head = struct.pack("<4sI4s4sIHHIIHH", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 1,
                       rate, rate * 2, 2, 16)  # fmt: skip
    return head + b"data" + struct.pack("<I", len(samples)) + samples


_SOUNDS = {
    "MP3": ("mp3", "mp3", "s16p", 44_100),
    "OGG": ("ogg", "libopus", "s16", 48_000),
    "M4A": ("ipod", "aac", "fltp", 44_100),
    "FLAC": ("flac", "flac", "s16", 44_100),
}


def sound(formato: str, seconds: float = 0.6) -> bytes:
    """A tone with tags in it, in one of the formats that are accepted."""
    import av

    if formato == "WAV":
        return wav(seconds)
    container, codec, layout, rate = _SOUNDS[formato]
    out = io.BytesIO()
    with av.open(out, "w", format=container) as target:
        target.metadata["title"] = "TituloSecreto"
        target.metadata["artist"] = "PessoaInventada"
        stream: Any = target.add_stream(codec, rate=rate)
        stream.layout = "mono"
        stream.format = layout
        count = int(seconds * rate)
        tone = np.sin(np.arange(count) * 440 * 2 * np.pi / rate)
        is_real = layout == "fltp"
        values = tone.astype("<f4") if is_real else (tone * 12_000).astype("<i2")
        frame = av.AudioFrame.from_ndarray(values.reshape(1, -1), format=layout, layout="mono")
        frame.sample_rate = rate
        resampler = av.AudioResampler(layout, "mono", rate, frame_size=960)
        pieces = [*resampler.resample(frame), *resampler.resample(None)]
        for piece in pieces:
            for packet in stream.encode(piece):
                target.mux(packet)
        for packet in stream.encode(None):
            target.mux(packet)
    return out.getvalue()


def film() -> bytes:
    """A film of some frames, packed like a recording."""
    import av

    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as target:
        stream: Any = target.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for _ in range(5):
            frame = av.VideoFrame.from_ndarray(
                np.zeros((48, 64, 3), dtype=np.uint8), format="rgb24"
            )
            for packet in stream.encode(frame):
                target.mux(packet)
        for packet in stream.encode(None):
            target.mux(packet)
    return out.getvalue()


def pdf() -> bytes:
    """The smallest document."""
    return b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def guardada(n: int = 1, mime: str = "image/jpeg", nome: str = "") -> MidiaGuardada:
    """A file that is said to be stored."""
    return MidiaGuardada(
        sha256=f"{n:064x}",
        tamanho_bytes=1_234,
        mime=mime,
        hash_origem=f"{n + 1_000:064x}",
        nome=nome,
    )


def grainy(width: int, height: int, formato: str = "JPEG", quality: int = 90) -> bytes:
    """A picture with as much in it as a photo has; it weighs like one."""
    rng = np.random.default_rng(1)
    small = rng.integers(0, 255, (max(1, height // 12), max(1, width // 12), 3), dtype=np.uint8)
    picture = Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC)
    options = {} if formato == "PNG" else {"quality": quality}
    return encoded(picture, formato, **options)
