"""Fills D-1c's port with what this machine has: local models, and heuristics that need none.

Pictures are shown to the models for nudity and persons and measured for the look of a document;
plain text is searched for patterns of personal data. A model that gives no answer leaves its question
unanswered, and the file then waits for a person. Decides nothing (design.md 10).
"""

from __future__ import annotations

from collections.abc import Callable

from core.base.ia.portas import Indisponivel, Nota, Nsfw, Pessoa
from core.base.imagem.documento import RASTER_PX, VERSAO_DOCUMENTO, Raster, aparencia
from core.base.midia.classificador import Classificacao
from core.base.midia.formatos import Formato, de_mime
from core.base.midia.imagem import abrir
from core.base.texto.personal_data import patterns
from core.kernel.errors import UserFacingError


class ClassificadorLocal:
    """See :class:`core.base.midia.classificador.Classificador`.

    Args:
        nudez: asked for what is unfit for the public.
        pessoas: asked for persons.
    """

    def __init__(self, nudez: Nsfw, pessoas: Pessoa) -> None:
        self._nudez = nudez
        self._pessoas = pessoas

    def classificar(self, conteudo: bytes, mime: str, /) -> Classificacao | None:
        """What is seen in a stored object; None for recordings and documents."""
        formato = de_mime(mime)
        if formato is None or formato.especie in ("audio", "documento"):
            return None
        if formato.especie == "texto":
            return Classificacao(padroes=patterns(_words(conteudo)))
        nude, person = (
            _asked(ask, conteudo)
            for ask in (self._nudez.avaliar_nsfw, self._pessoas.avaliar_pessoa)
        )
        raster = raster_de(conteudo, mime)
        looks = None if raster is None else float(aparencia(raster).parece_documento)
        models = [one.modelo for one in (nude, person) if one is not None]
        if looks:
            models.append(VERSAO_DOCUMENTO)
        return Classificacao(
            nsfw=None if nude is None else nude.valor,
            pessoa=None if person is None else person.valor,
            documento=looks,
            modelos=tuple(models),
        )


def raster_de(conteudo: bytes, mime: str) -> Raster | None:
    """A stored picture, small enough for the heuristic; None where it cannot be read.

    Stored pictures were encoded by this program or another office's: dimensions are checked again.
    """
    formato = _stored_as(mime)
    if formato is None:
        return None
    try:
        with abrir(conteudo, formato) as picture:
            picture.draft("RGB", (RASTER_PX, RASTER_PX))
            small = picture.convert("RGB")
            small.thumbnail((RASTER_PX, RASTER_PX))
            return Raster(small.width, small.height, small.tobytes())
    except (UserFacingError, OSError, SyntaxError, ValueError, EOFError):
        return None


def _stored_as(mime: str) -> Formato | None:
    formato = de_mime(mime)
    return formato if formato is not None and formato.mime == mime else None


def _asked(ask: Callable[[bytes], Nota], content: bytes) -> Nota | None:
    try:
        return ask(content)
    except Indisponivel:
        return None


def _words(content: bytes) -> str:
    for encoding in ("utf-16", "utf-8", "cp1252"):
        if encoding == "utf-16" and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
            continue
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return ""
