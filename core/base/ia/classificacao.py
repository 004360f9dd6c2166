"""What follows from a picture's classification: blocked for now, flagged, or neither.

Automatic and provisional: a moderator decides. Unfit for the public from 0.85 on blocks, from 0.50
on flags; a person from 0.50 on flags; what looks like a document flags. A classifier that gave no
answer flags nothing, and is named as missing. Source: Apêndice B D-1c, G-040.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from core.base.ia.portas import Indisponivel, Nota, Nsfw, Pessoa
from core.base.imagem.documento import VERSAO_DOCUMENTO, Raster, aparencia

NSFW_BLOQUEIA: Final = 0.85
NSFW_SINALIZA: Final = 0.50
PESSOA_SINALIZA: Final = 0.50

Categoria = Literal["nsfw", "documento", "pessoa"]


@dataclass(frozen=True, slots=True)
class Classificada:
    """The result, in D-1c's words.

    Args:
        categoria: the gravest that was found; None where nothing was.
        is_bloqueada: provisionally out of sight.
        motivo: what was found, with the model that said so and how sure it was.
        faltaram: classifiers without an answer.
    """

    categoria: Categoria | None
    is_bloqueada: bool
    motivo: str | None
    faltaram: tuple[str, ...]

    @property
    def possui_dado_sensivel(self) -> bool:
        """A moderator should look."""
        return self.categoria is not None


def classificar(imagem: bytes, raster: Raster | None, nudez: Nsfw, pessoas: Pessoa) -> Classificada:
    """Classify a picture.

    Args:
        imagem: the stored file.
        raster: the same, small, for the document heuristic; None where it could not be made.
        nudez: asked for what is unfit.
        pessoas: asked for persons.
    """
    missing: list[str] = []

    def asked(name: str, ask: Callable[[bytes], Nota]) -> Nota | None:
        try:
            return ask(imagem)
        except Indisponivel:
            missing.append(name)
            return None

    nsfw = asked("nsfw", nudez.avaliar_nsfw)
    person = asked("pessoa", pessoas.avaliar_pessoa)
    looks = None if raster is None else aparencia(raster)
    found: list[tuple[Categoria, str]] = []
    if nsfw is not None and nsfw.valor >= NSFW_SINALIZA:
        found.append(("nsfw", _said(nsfw)))
    if looks is not None and looks.parece_documento:
        found.append(("documento", VERSAO_DOCUMENTO))
    if person is not None and person.valor >= PESSOA_SINALIZA:
        found.append(("pessoa", _said(person)))
    return Classificada(
        categoria=found[0][0] if found else None,
        is_bloqueada=nsfw is not None and nsfw.valor >= NSFW_BLOQUEIA,
        motivo="; ".join(f"{name} ({by})" for name, by in found) or None,
        faltaram=tuple(missing),
    )


def _said(nota: Nota) -> str:
    return f"{nota.modelo}, {nota.valor:.2f}"
