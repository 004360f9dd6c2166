"""Whether bytes from elsewhere are what the pipeline would have stored; no pixel is decoded for it.

A bundle brings objects that another office's pipeline made; they are named by their hash, so they are
taken as they are or not at all. Pictures are JPEG or PNG of nothing but picture, within the sides that
are stored; recordings are what cleaning them again would leave. What is no medium of a demand
(outlines, documents of the network) is nobody's business here. Source: peers.md 5; sync.md 2.9.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from core.base.midia.formatos import JPEG, LIMITES_MIB, PNG, Formato, reconhecer
from core.base.midia.imagem import MAX_LADO
from core.base.midia.limpeza import MidiaLimpa
from core.kernel.errors import UserFacingError

_ROOM: Final = 2
"""An upright PNG may pack worse than the one that came in."""
_NO_MEDIUM: Final = frozenset({"midia.vazia", "midia.tipo_recusado", "midia.texto_grande"})
_SOI_BYTES: Final = 2
_JFIF: Final = 0xE0
_SCAN: Final = 0xDA
_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
_JPEG_PARTS: Final = frozenset({_JFIF, 0xDB, 0xC4, 0xDD, *_FRAMES})
"""Quantisation, Huffman, restarts, frame; no comments, EXIF, profiles, maker's notes."""
_JPEG_END: Final = b"\xff\xd9"
_PNG_HEAD_BYTES: Final = 8
_PNG_PARTS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_PNG_FRAME_BYTES: Final = 12


def conferir_guardada(conteudo: bytes, limpar: Callable[[bytes], MidiaLimpa]) -> None:
    """Refuse what no pipeline of this program stored.

    Args:
        conteudo: an object of any kind; one that is no medium passes.
        limpar: cleans a recording, in a process of its own (``Oficina.limpar``).

    Raises:
        UserFacingError: ``midia.*``: a program, a film, beyond the limits of its kind, damaged, or
            ``midia.nao_limpa``: with more in it than is seen or heard.
    """
    try:
        formato = reconhecer(conteudo)
    except UserFacingError as refusal:
        if refusal.code in _NO_MEDIUM:
            return
        # A stored picture may have grown beyond what may come in: measured below.
        picture = _picture(conteudo) if refusal.code == "midia.imagem_grande" else None
        if picture is None:
            raise
        formato = picture
    if formato.especie == "imagem":
        _check_picture(conteudo, formato)
    elif formato.especie == "audio" and limpar(conteudo).conteudo != conteudo:
        raise UserFacingError("midia.nao_limpa")


def _picture(conteudo: bytes) -> Formato | None:
    return next((one for one in (JPEG, PNG) if conteudo.startswith(_HEADS[one.nome])), None)


_HEADS: Final = {JPEG.nome: b"\xff\xd8\xff", PNG.nome: b"\x89PNG\r\n\x1a\n"}


def _check_picture(conteudo: bytes, formato: Formato) -> None:
    limit = LIMITES_MIB["imagem"] * _ROOM
    if len(conteudo) > limit << 20:
        raise UserFacingError("midia.imagem_grande", limite=limit)
    if formato not in (JPEG, PNG):
        raise UserFacingError("midia.nao_limpa")
    try:
        sides = _jpeg_sides(conteudo) if formato is JPEG else _png_sides(conteudo)
    except (struct.error, IndexError) as error:
        raise UserFacingError("midia.imagem_danificada") from error
    if not all(0 < side <= MAX_LADO for side in sides):
        raise UserFacingError("midia.dimensoes", limite=MAX_LADO * MAX_LADO // 1_000_000)


def _jpeg_sides(conteudo: bytes) -> tuple[int, int]:
    """Width and height; what stands before the picture's own data is looked at, part by part."""
    at, sides = _SOI_BYTES, (0, 0)
    while True:
        mark, kind, size = struct.unpack_from(">BBH", conteudo, at)
        if mark != 0xFF or kind not in _JPEG_PARTS | {_SCAN}:
            raise UserFacingError("midia.nao_limpa")
        if kind == _SCAN:
            break
        if kind in _FRAMES:
            height, width = struct.unpack_from(">HH", conteudo, at + 5)
            sides = (width, height)
        at += 2 + size
    if not conteudo.endswith(_JPEG_END) or _JPEG_END in conteudo[at:-2]:
        raise UserFacingError("midia.nao_limpa")
    return sides


def _png_sides(conteudo: bytes) -> tuple[int, int]:
    """Width and height; every part is looked at, and nothing stands behind the last."""
    at, sides = _PNG_HEAD_BYTES, (0, 0)
    while True:
        size, kind = struct.unpack_from(">I4s", conteudo, at)
        if kind not in _PNG_PARTS:
            raise UserFacingError("midia.nao_limpa")
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", conteudo, at + 8)
            sides = (width, height)
        at += _PNG_FRAME_BYTES + size
        if kind == b"IEND":
            break
    if at != len(conteudo):
        raise UserFacingError("midia.nao_limpa")
    return sides
