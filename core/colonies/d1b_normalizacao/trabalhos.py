"""The slow work of D-1b: words out of pictures and recordings, one after the other.

It sees no database and no event: the addresses of the stored files go in, descriptions come out,
and they enter the log through ``api.midias_descritas``. Whatever is missing – a file, a model, time
– is left out, and the demand goes on with less confidence. A fault of one picture does not hinder
the others. Source: Apêndice B D-1b, design.md 3 (Slow work).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from core.base.ia.portas import Indisponivel, ModelosLocais, SemModelos
from core.base.midia.formatos import reconhecer
from core.base.texto.cleaning import clean
from core.base.texto.language import guess
from core.kernel.errors import UserFacingError

MIDIAS: Final = "midias"
"""Name of the trabalho."""

ORCAMENTO_S: Final = 600.0
"""Seconds for all media of a demand; what is not begun by then stays undescribed."""

PRAZO_S: Final = 900.0
"""The kernel's own bound: the budget, and the last answer that began within it."""

MAX_DITO: Final = 5_000
MAX_NAME: Final = 128
"""What the contract allows for a description, and for the names of its models."""

Descrita = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Oficina:
    """What the work needs from outside.

    Args:
        modelos: the models.
        ler: address of a stored file -> its bytes, None where it is not here.
        segundos: a monotonic clock, for the budget.
    """

    modelos: ModelosLocais
    ler: Callable[[str], bytes | None]
    segundos: Callable[[], float] = time.monotonic


def nothing_here(_url: str) -> None:
    """A store without files."""


SEM_OFICINA: Final = Oficina(SemModelos(), nothing_here)


def descrever(dados: Mapping[str, Any], oficina: Oficina) -> list[Descrita]:
    """Descriptions of what could be described, in the order of the capture.

    Args:
        dados: ``urls`` of the stored files; gone where the person was erased meanwhile.
        oficina: models, files and time.
    """
    ends_at = oficina.segundos() + ORCAMENTO_S
    found: list[Descrita] = []
    for index, url in enumerate(dados.get("urls") or ()):
        if oficina.segundos() >= ends_at:
            break
        content = oficina.ler(url)
        if content is None:
            continue
        try:
            made = _describe(content, oficina.modelos)
        except Indisponivel:
            continue
        if made is not None:
            found.append({"indice": index, **made})
    return found


def _describe(content: bytes, modelos: ModelosLocais) -> Descrita | None:
    try:
        kind = reconhecer(content).especie
    except UserFacingError:
        return None
    if kind == "audio":
        said = modelos.transcrever(content)
        words = _short(said.texto)
        return {"descricao": words, "modelo": said.modelo} if words else None
    if kind == "imagem":
        return _caption(content, modelos)
    return None


def _caption(content: bytes, modelos: ModelosLocais) -> Descrita | None:
    """The caption in Portuguese, and the original; untranslated where that failed."""
    seen = modelos.legendar(content)
    original = _short(seen.texto)
    if not original:
        return None
    if guess(original) == "pt":
        return {"descricao": original, "traduzida": True, "modelo": seen.modelo}
    untranslated = {"descricao": original, "traduzida": False, "modelo": seen.modelo}
    try:
        turned = modelos.traduzir(original)
    except Indisponivel:
        return untranslated
    translated = _short(turned.texto)
    if not translated:
        return untranslated
    return {
        "descricao": translated,
        "descricao_original": original,
        "traduzida": True,
        "modelo": f"{seen.modelo}+{turned.modelo}"[:MAX_NAME],
    }


def _short(words: str) -> str:
    return clean(words).texto.strip()[:MAX_DITO]
