"""Ports to the local models: what colonies ask of them, and the answers.

A port may be slow, may fail and may be missing; whoever asks goes on without it. Ports are asked
from trabalhos only, never from a reaction, and what they say enters the log once, marked automatic
with the model's name: nothing is asked again on a replay. No model is imported here.
Source: design.md 10, Apêndice B D-1b and D-1c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol

Tarefa = Literal["transcricao", "legenda", "traducao", "nsfw", "pessoa"]

TAREFAS: Final[tuple[Tarefa, ...]] = ("transcricao", "legenda", "traducao", "nsfw", "pessoa")

PRAZO_S: Final[dict[Tarefa, float]] = {
    "transcricao": 60.0,
    "legenda": 180.0,
    "traducao": 60.0,
    "nsfw": 60.0,
    "pessoa": 60.0,
}
"""How long one answer may take. The first two are the specification's, the others ours."""

TAREFA_LEGENDA: Final = "<MORE_DETAILED_CAPTION>"


class Indisponivel(Exception):
    """No answer: the model is missing or damaged, took too long, or its process ended.

    Args:
        motivo: a word for logs: ``ausente``, ``danificado``, ``demorou``, ``caiu``, ``recusou``.
    """

    def __init__(self, motivo: str) -> None:
        super().__init__(motivo)
        self.motivo = motivo


@dataclass(frozen=True, slots=True)
class Dito:
    """Words that a model made. ``modelo`` is its name and version."""

    texto: str
    modelo: str


@dataclass(frozen=True, slots=True)
class Nota:
    """How sure a classifier is, 0-1."""

    valor: float
    modelo: str


class Transcricao(Protocol):
    """Speech to text."""

    def transcrever(self, audio: bytes) -> Dito:
        """The words of a recording in Portuguese; empty where there are none.

        Raises:
            Indisponivel: no answer.
        """


class Legenda(Protocol):
    """Picture to a description in English."""

    def legendar(self, imagem: bytes) -> Dito:
        """A description.

        Raises:
            Indisponivel: no answer.
        """


class Traducao(Protocol):
    """English to Portuguese."""

    def traduzir(self, texto: str) -> Dito:
        """The text in Portuguese.

        Raises:
            Indisponivel: no answer.
        """


class Nsfw(Protocol):
    """Is a picture unfit for the public."""

    def avaliar_nsfw(self, imagem: bytes) -> Nota:
        """How sure.

        Raises:
            Indisponivel: no answer.
        """


class Pessoa(Protocol):
    """Is somebody in the picture."""

    def avaliar_pessoa(self, imagem: bytes) -> Nota:
        """How sure, of the most certain person.

        Raises:
            Indisponivel: no answer.
        """


class ModelosLocais(Transcricao, Legenda, Traducao, Nsfw, Pessoa, Protocol):
    """All of them, as the composition root hands them over."""


class SemModelos:
    """An office without models: every answer is missing, at once."""

    def transcrever(self, audio: bytes) -> Dito:
        """See ``Transcricao``."""
        raise Indisponivel("ausente")

    def legendar(self, imagem: bytes) -> Dito:
        """See ``Legenda``."""
        raise Indisponivel("ausente")

    def traduzir(self, texto: str) -> Dito:
        """See ``Traducao``."""
        raise Indisponivel("ausente")

    def avaliar_nsfw(self, imagem: bytes) -> Nota:
        """See ``Nsfw``."""
        raise Indisponivel("ausente")

    def avaliar_pessoa(self, imagem: bytes) -> Nota:
        """See ``Pessoa``."""
        raise Indisponivel("ausente")
