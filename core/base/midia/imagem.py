"""Photos made clean: turned upright, in sRGB, without anything but their pixels.

The header is asked for the dimensions before a single pixel is decoded. What comes out is encoded
anew, so nothing that was hidden in, before or behind the picture survives: no place, no serial
numbers, no thumbnail of what was cropped away. Meant to run in ``oficina``'s process.
"""

from __future__ import annotations

import io
import warnings
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from core.base.midia.formatos import GIF, HEIF, JPEG, PNG, TIFF, WEBP, Formato
from core.kernel.errors import UserFacingError

if TYPE_CHECKING:
    from PIL import Image as Pillow

MAX_PIXELS: Final = 80_000_000
MAX_LADO_ORIGEM: Final = 16_384
MAX_LADO: Final = 4_096
QUALIDADE: Final = 88
_STRIP: Final = 32
_AS_SMALL: Final = 1.03

_PILLOW_NAMES: Final = {
    JPEG.nome: ("JPEG", "MPO"),
    PNG.nome: ("PNG",),
    WEBP.nome: ("WEBP",),
    HEIF.nome: ("HEIF",),
    TIFF.nome: ("TIFF",),
    GIF.nome: ("GIF",),
}
_WHITE: Final = (255, 255, 255)
_WITH_ALPHA: Final = ("RGBA", "LA", "PA", "La", "RGBa")


@dataclass(frozen=True, slots=True)
class ImagemLimpa:
    """What is stored of a picture."""

    conteudo: bytes
    largura: int
    altura: int


def limpar_imagem(conteudo: bytes, formato: Formato) -> ImagemLimpa:
    """A picture without metadata, upright, sRGB, at most ``MAX_LADO`` a side; first frame only.

    Args:
        conteudo: the bytes as they came.
        formato: what their head says they are; nothing else is tried on them.

    Raises:
        UserFacingError: ``midia.dimensoes``, ``midia.imagem_danificada``.
        MemoryError: as it says; whoever runs this bounds the memory.
    """
    with abrir(conteudo, formato) as opened:
        try:
            upright = _upright(opened, formato)
            return _encoded(upright, formato)
        except (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError,
                OverflowError, AssertionError, RuntimeError, ZeroDivisionError) as error:  # fmt: skip
            # What Pillow's readers raise on bytes that lie is a list without an end.
            raise UserFacingError("midia.imagem_danificada") from error


def abrir(conteudo: bytes, formato: Formato) -> Pillow.Image:
    """A picture whose dimensions are known to be sane; its pixels are not decoded yet.

    Raises:
        UserFacingError: as ``limpar_imagem``.
    """
    import struct  # noqa: PLC0415 # with Pillow, whose readers raise its error

    from PIL import Image  # noqa: PLC0415 # only where pictures are read

    if formato is HEIF:
        from pillow_heif import register_heif_opener  # noqa: PLC0415 # as above

        register_heif_opener(thumbnails=False)
    try:
        with warnings.catch_warnings():
            # Pillow says of odd files what is of no use to anyone, and of large ones what counts.
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(conteudo), formats=_PILLOW_NAMES[formato.nome])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise UserFacingError("midia.dimensoes", limite=MAX_PIXELS // 1_000_000) from error
    except (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError,
            OverflowError, AssertionError, RuntimeError, struct.error) as error:  # fmt: skip
        raise UserFacingError("midia.imagem_danificada") from error
    width, height = picture.size
    if width * height > MAX_PIXELS or max(width, height) > MAX_LADO_ORIGEM:
        picture.close()
        raise UserFacingError("midia.dimensoes", limite=MAX_PIXELS // 1_000_000)
    return picture


def miniatura(conteudo: bytes, mime: str, lado: int) -> bytes:
    """A small JPEG of a stored picture, whatever a stranger's office says it is.

    Args:
        conteudo: a stored object.
        mime: of the object, ``image/jpeg`` or ``image/png``.
        lado: longest side in pixels.

    Raises:
        UserFacingError: as ``limpar_imagem``, and ``midia.tipo_recusado`` for another type.
    """
    formato = {JPEG.mime_limpo: JPEG, PNG.mime_limpo: PNG}.get(mime)
    if formato is None:
        raise UserFacingError("midia.tipo_recusado")
    with abrir(conteudo, formato) as opened:
        try:
            small = _eight_bits(opened) if opened.mode not in ("RGB", "L", "CMYK") else opened
            small.thumbnail((lado, lado))
            return _jpeg(_flat(small))
        except (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError,
                OverflowError, AssertionError, RuntimeError) as error:  # fmt: skip
            raise UserFacingError("midia.imagem_danificada") from error


def _upright(picture: Pillow.Image, formato: Formato) -> Pillow.Image:
    """The first frame, small enough, turned as it was held, in eight bits of sRGB."""
    from PIL import Image, ImageOps  # noqa: PLC0415 # as in ``abrir``

    # The orientation is read before anything is thrown away; a damaged EXIF block turns nothing.
    try:
        turn = picture.getexif().get(0x0112, 1)
    except (SyntaxError, ValueError, OSError, KeyError, TypeError, IndexError):
        turn = 1
    profile = picture.info.get("icc_profile")
    if picture.mode in ("RGB", "L", "CMYK"):
        # Of a large photo only as much is decoded as is kept.
        picture.draft(None, (MAX_LADO, MAX_LADO))
    picture.load()
    plain = _eight_bits(picture)
    if max(plain.size) > MAX_LADO:
        plain.thumbnail((MAX_LADO, MAX_LADO), Image.Resampling.LANCZOS)
    plain = _srgb(plain, profile)
    plain.info = {}
    if formato is not HEIF and isinstance(turn, int) and 2 <= turn <= 8:
        tagged = Image.Exif()
        tagged[0x0112] = turn
        plain.info["exif"] = tagged.tobytes()
        plain = ImageOps.exif_transpose(plain)
    return plain


def _eight_bits(picture: Pillow.Image) -> Pillow.Image:
    """A copy in L, RGB, RGBA or CMYK."""
    mode = picture.mode
    if mode.startswith("I") or mode == "F":
        return _scaled(picture)
    if "transparency" in picture.info or mode in _WITH_ALPHA:
        return picture.convert("RGBA")
    if mode in ("L", "RGB", "CMYK"):
        return picture.copy()
    return picture.convert("L" if mode == "1" else "RGB")


def _scaled(picture: Pillow.Image) -> Pillow.Image:
    """Deep greys brought to eight bits: sixteen by their scale, others by what is in them."""
    import numpy as np  # noqa: PLC0415 # only for the rare picture of more than eight bits

    values = np.asarray(picture).astype(np.float64)
    values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
    low, high = (0.0, 65_535.0) if picture.mode.startswith("I;16") else _range(values)
    scaled = np.clip((values - low) / max(high - low, 1e-9) * 255.0, 0, 255)
    from PIL import Image  # noqa: PLC0415 # as in ``abrir``

    return Image.fromarray(scaled.round().astype(np.uint8))


def _range(values: object) -> tuple[float, float]:
    import numpy as np  # noqa: PLC0415 # as above

    low, high = float(np.min(values)), float(np.max(values))  # type: ignore[call-overload] # numpy's own types are wider than what stands here
    if low >= 0 and high <= 255:
        return 0.0, 255.0
    if low >= 0 and high <= 65_535:
        return 0.0, 65_535.0
    return low, high


def _srgb(picture: Pillow.Image, profile: object) -> Pillow.Image:
    """Colours as sRGB; a profile that does not fit its picture is ignored."""
    from PIL import ImageCms  # noqa: PLC0415 # as in ``abrir``

    if isinstance(profile, bytes) and profile and picture.mode != "L":
        target = "RGBA" if picture.mode == "RGBA" else "RGB"
        try:
            converted = ImageCms.profileToProfile(
                picture,
                ImageCms.ImageCmsProfile(io.BytesIO(profile)),
                ImageCms.createProfile("sRGB"),
                outputMode=target,
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            converted = None
        if converted is not None:
            return converted
    return picture.convert("RGB") if picture.mode == "CMYK" else picture


def _flat(picture: Pillow.Image) -> Pillow.Image:
    """Without transparency: on white."""
    from PIL import Image  # noqa: PLC0415 # as in ``abrir``

    if picture.mode == "RGBA":
        ground = Image.new("RGB", picture.size, _WHITE)
        ground.paste(picture, mask=picture.getchannel("A"))
        return ground
    return picture if picture.mode in ("L", "RGB") else picture.convert("RGB")


def _encoded(picture: Pillow.Image, formato: Formato) -> ImagemLimpa:
    picture.info = {}
    content = _png(picture) if formato is PNG else _jpeg(_flat(picture))
    return ImagemLimpa(content, *picture.size)


def _png(picture: Pillow.Image) -> bytes:
    """The same pixels, packed the quick way where a strip of them shows that it costs no room.

    Of a photo, looking for repetitions takes three times as long and saves one hundredth; of a
    drawing it makes a file of one eighth.
    """
    middle = max(0, (picture.height - _STRIP) // 2)
    strip = picture.crop((0, middle, picture.width, min(picture.height, middle + _STRIP)))
    quick, thorough = len(_packed(strip, zlib.Z_RLE, 1)), len(_packed(strip))
    if quick <= thorough * _AS_SMALL:
        return _packed(picture, zlib.Z_RLE, 1)
    return _packed(picture)


def _packed(picture: Pillow.Image, strategy: int = -1, level: int = -1) -> bytes:
    picture.info = {}
    out = io.BytesIO()
    picture.save(out, "PNG", icc_profile=None, compress_type=strategy, compress_level=level)
    return out.getvalue()


def _jpeg(picture: Pillow.Image) -> bytes:
    picture.info = {}
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALIDADE, optimize=False)
    return out.getvalue()
