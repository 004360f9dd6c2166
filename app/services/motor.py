"""The port to the running process: what it knows beyond the tables, and what can be asked of it.

Implemented by the composition root over the engine; faked in tests. No Qt, no SQL.
Source: design.md 2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class EstadoMotor:
    """What the engine is doing.

    Args:
        codigo: message code, ``motor.em_dia``, ``motor.trabalhando``, ``motor.parado``,
            ``motor.em_outra_janela`` …
        params: values for its sentence.
        is_stopped: nothing moves until someone acts or the environment recovers.
    """

    codigo: str
    params: Mapping[str, object] = field(default_factory=dict)
    is_stopped: bool = False


@dataclass(frozen=True, slots=True)
class Trabalho:
    """Slow work outside transactions: waiting, running, done or degraded."""

    colonia: str
    nome: str
    sujeito: str
    estado: str
    tentativas: int
    desde_ms: int


@dataclass(frozen=True, slots=True)
class ModeloLocal:
    """A task for a local model, and the one that was imported for it.

    Args:
        tarefa: which.
        nome: of the task, in words.
        modelo: name and version; empty where there is none.
        licenca: as its makers state it.
        bytes: size on disk.
        estado: ``em_uso``, ``ausente``, ``danificado`` or ``sem_extra``.
    """

    tarefa: str
    nome: str
    modelo: str
    licenca: str
    bytes: int
    estado: str


@dataclass(frozen=True, slots=True)
class Aviso:
    """A lasting warning of this installation; ``acao`` names what the screen may offer."""

    codigo: str
    params: Mapping[str, object] = field(default_factory=dict)
    acao: str | None = None


@dataclass(frozen=True, slots=True)
class Medida:
    """A series to plot, oldest first.

    Args:
        nome: stable name, also the file name of an export.
        titulo: heading.
        unidade: of the values, written on the axis, e.g. ``ms``.
        pontos: (Unix milliseconds, value).
    """

    nome: str
    titulo: str
    unidade: str
    pontos: tuple[tuple[int, float], ...]


class Motor(Protocol):
    """What the running process knows and does. Called from worker threads; acts may block."""

    def estado(self) -> EstadoMotor:
        """What the engine is doing now."""

    def trabalhos(self) -> Sequence[Trabalho]:
        """Waiting, running and failed trabalhos of all colonies."""

    def modelos(self) -> Sequence[ModeloLocal]:
        """Local models, a line a task."""

    def avisos(self) -> Sequence[Aviso]:
        """Lasting warnings, e.g. ``aviso.sem_senha``."""

    def medidas(self) -> Sequence[Medida]:
        """Recent measures of this process: duration of publishes and steps."""

    def tentar_de_novo(self, consumidor: str, fase: str, sequence_number: int, /) -> None:
        """Redeliver one dead letter.

        Raises:
            UserFacingError: it failed again, or is no longer there.
        """

    def liberar(self, consumidor: str, fase: str, sequence_number: int, motivo: str, /) -> None:
        """Give up a discarded dead letter and release its keys; a recorded act."""

    def ativar_colonia(self, colonia: str, ativa: bool, /) -> None:
        """Enable or disable a colony."""

    def confirmar_chave_raiz(self) -> None:
        """Record that the copy of the root key lies in a second place."""
