"""What may be attached, told by the bytes alone, and how much of it (Apêndice B D-1c).

A name's ending says nothing. Only the head of the bytes is looked at here, never decoded: that a
file really is what its head promises is for ``imagem`` and ``audio`` to show, in a process of
their own (``oficina``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from core.kernel.errors import UserFacingError

Especie = Literal["imagem", "audio", "documento", "texto"]

MAX_POR_DEMANDA: Final = 10
_MIB: Final = 1024 * 1024
LIMITES_MIB: Final[dict[Especie, int]] = {"imagem": 10, "audio": 5, "documento": 20, "texto": 5}
_TOO_LARGE: Final[dict[Especie, str]] = {
    "imagem": "midia.imagem_grande",
    "audio": "midia.audio_grande",
    "documento": "midia.documento_grande",
    "texto": "midia.texto_grande",
}
MAX_BYTES: Final = max(LIMITES_MIB.values()) * _MIB
"""No file that is larger than this needs to be read at all."""


@dataclass(frozen=True, slots=True)
class Formato:
    """A kind of file.

    Args:
        nome: short and unique, e.g. ``JPEG``.
        especie: which limit and which treatment.
        mime: of the bytes as they came.
        mime_limpo: of the bytes that are stored.
        final: ending that a copy of the stored bytes gets, without the dot.
    """

    nome: str
    especie: Especie
    mime: str
    mime_limpo: str
    final: str


def _foto(nome: str, mime: str) -> Formato:
    return Formato(nome, "imagem", mime, "image/jpeg", "jpg")


def _som(nome: str, mime: str, final: str) -> Formato:
    return Formato(nome, "audio", mime, mime, final)


JPEG: Final = _foto("JPEG", "image/jpeg")
PNG: Final = Formato("PNG", "imagem", "image/png", "image/png", "png")
WEBP: Final = _foto("WEBP", "image/webp")
HEIF: Final = _foto("HEIF", "image/heic")
TIFF: Final = _foto("TIFF", "image/tiff")
GIF: Final = _foto("GIF", "image/gif")
WAV: Final = _som("WAV", "audio/wav", "wav")
MP3: Final = _som("MP3", "audio/mpeg", "mp3")
OGG: Final = _som("OGG", "audio/ogg", "ogg")
M4A: Final = _som("M4A", "audio/mp4", "m4a")
FLAC: Final = _som("FLAC", "audio/flac", "flac")
PDF: Final = Formato("PDF", "documento", "application/pdf", "application/pdf", "pdf")
TEXTO: Final = Formato("TEXTO", "texto", "text/plain", "text/plain", "txt")

FORMATOS: Final = (
    JPEG, PNG, WEBP, HEIF, TIFF, GIF, WAV, MP3, OGG, M4A, FLAC, PDF, TEXTO,
)  # fmt: skip

_HEADS: Final = (
    (b"\xff\xd8\xff", JPEG),
    (b"\x89PNG\r\n\x1a\n", PNG),
    (b"GIF87a", GIF),
    (b"GIF89a", GIF),
    (b"II*\x00", TIFF),
    (b"MM\x00*", TIFF),
    (b"OggS", OGG),
    (b"fLaC", FLAC),
    (b"ID3", MP3),
    (b"%PDF-", PDF),
)
_PROGRAMS: Final = (
    b"MZ", b"\x7fELF", b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"#!", b"\x00asm", b"dex\n",
)  # fmt: skip
_HEIF_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"})
_AUDIO_BRANDS: Final = frozenset(
    {b"M4A ", b"M4B ", b"mp41", b"mp42", b"isom", b"iso2", b"iso4", b"iso5", b"iso6", b"3gp4",
     b"3gp5", b"3gp6", b"dash"}
)  # fmt: skip
_FILM_HEADS: Final = (b"\x1a\x45\xdf\xa3", b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", b"FLV")
# Where readers look for the mark that ends a PDF.
_PDF_TAIL: Final = 4096
_TEXT_CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1b")
_HEAD: Final = 64


def reconhecer(conteudo: bytes) -> Formato:
    """The kind of a file, within the size that its kind may have.

    Raises:
        UserFacingError: ``midia.vazia``, ``midia.programa``, ``midia.video``,
            ``midia.tipo_recusado``, ``midia.*_grande``, ``midia.pdf_cortado``.
    """
    if not conteudo:
        raise UserFacingError("midia.vazia")
    formato = _sniffed(conteudo)
    conferir_tamanho(formato, len(conteudo))
    if formato is PDF and b"%%EOF" not in conteudo[-_PDF_TAIL:]:
        raise UserFacingError("midia.pdf_cortado")
    return formato


def conferir_tamanho(formato: Formato, tamanho_bytes: int) -> None:
    """Refuse more bytes than the kind may have.

    Raises:
        UserFacingError: ``midia.*_grande``.
    """
    limite = LIMITES_MIB[formato.especie]
    if tamanho_bytes > limite * _MIB:
        raise UserFacingError(_TOO_LARGE[formato.especie], limite=limite)


def conferir_quantidade(quantas: int) -> None:
    """Refuse more files than one demand, or one report on it, may have.

    Raises:
        UserFacingError: ``midia.demais``.
    """
    if quantas > MAX_POR_DEMANDA:
        raise UserFacingError("midia.demais", limite=MAX_POR_DEMANDA)


def de_mime(mime: str) -> Formato | None:
    """The kind that a stored object of this MIME type is; None where it is none of ours."""
    for formato in FORMATOS:
        if formato.mime_limpo == mime:
            return formato
    return None


def _sniffed(conteudo: bytes) -> Formato:
    head = conteudo[:_HEAD]
    if head.startswith(_PROGRAMS):
        raise UserFacingError("midia.programa")
    for start, formato in _HEADS:
        if head.startswith(start):
            return formato
    if head.startswith(_FILM_HEADS):
        raise UserFacingError("midia.video")
    if head[:4] == b"RIFF":
        return _riff(head[8:12])
    if head[4:8] == b"ftyp":
        return _boxed(conteudo)
    if _is_mp3_frame(head):
        return MP3
    if _is_text(conteudo):
        return TEXTO
    raise UserFacingError("midia.tipo_recusado")


def _riff(kind: bytes) -> Formato:
    if kind == b"WEBP":
        return WEBP
    if kind == b"WAVE":
        return WAV
    raise UserFacingError("midia.video" if kind == b"AVI " else "midia.tipo_recusado")


def _boxed(conteudo: bytes) -> Formato:
    """ISO base media: photos of telephones, recordings, films."""
    size = int.from_bytes(conteudo[:4], "big")
    box = conteudo[8 : min(size, 8 + 4 * 64)]
    main = box[:4]
    brands = {main, *(box[at : at + 4] for at in range(8, len(box) - 3, 4))}
    if main in _HEIF_BRANDS or (main in (b"mif1", b"msf1") and brands & _HEIF_BRANDS):
        return HEIF
    if main in _AUDIO_BRANDS:
        # Whether a film is in there too is seen when its streams are listed.
        return M4A
    raise UserFacingError("midia.video" if main == b"qt  " else "midia.tipo_recusado")


def _is_mp3_frame(head: bytes) -> bool:
    """An MPEG audio frame of layer III with a bit rate and a sampling rate that exist."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return False
    version, layer = head[1] >> 3 & 3, head[1] >> 1 & 3
    rate, sampling = head[2] >> 4, head[2] >> 2 & 3
    return version != 1 and layer == 1 and rate not in (0, 15) and sampling != 3


def _is_text(conteudo: bytes) -> bool:
    """Words in UTF-8, in UTF-16 with its mark, or in the Windows code page."""
    if conteudo.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    elif _TEXT_CONTROLS.intersection(conteudo):
        return False
    else:
        encodings = ("utf-8", "cp1252")
    for encoding in encodings:
        try:
            text = conteudo.decode(encoding)
        except UnicodeDecodeError:
            continue
        return any(char.isprintable() and not char.isspace() for char in text) and not any(
            ord(char) in _TEXT_CONTROLS for char in text
        )
    return False
