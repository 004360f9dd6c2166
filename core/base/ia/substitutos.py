"""Deterministic stand-ins for the models: what they say follows from the bytes alone.

For tests and for development without the extra ``ia``; never wired into an office.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from core.base.ia.portas import Dito, Indisponivel, Nota, Tarefa

VERSAO: Final = "substituto@1"
_SEEN: Final = ("a hole in the street", "a pile of garbage", "a broken lamp", "water on the road")
_IN_PORTUGUESE: Final = dict(
    zip(
        _SEEN,
        ("um buraco na rua", "uma pilha de lixo", "uma lâmpada quebrada", "água na rua"),
        strict=True,
    )
)


@dataclass
class ModelosSubstitutos:
    """All ports at once.

    Args:
        faltam: tasks that give no answer, and why.
        notas: (task, bytes) -> what the classifier says instead of 0.
        chamadas: every question, in order: task and first bytes.
    """

    faltam: Mapping[Tarefa, str] = field(default_factory=dict)
    notas: Mapping[tuple[Tarefa, bytes], float] = field(default_factory=dict)
    chamadas: list[tuple[Tarefa, bytes]] = field(default_factory=list)

    def transcrever(self, audio: bytes) -> Dito:
        """The recording's bytes, where they are words; else a fixed sentence."""
        self._asked("transcricao", audio)
        return Dito(_after_magic(audio) or "faz três dias que falta água aqui", VERSAO)

    def legendar(self, imagem: bytes) -> Dito:
        """One of a few things seen in streets."""
        self._asked("legenda", imagem)
        return Dito(_SEEN[hashlib.sha256(imagem).digest()[0] % len(_SEEN)], VERSAO)

    def traduzir(self, texto: str) -> Dito:
        """The same thing in Portuguese."""
        self._asked("traducao", texto.encode())
        return Dito(_IN_PORTUGUESE.get(texto, f"{texto} (em português)"), VERSAO)

    def avaliar_nsfw(self, imagem: bytes) -> Nota:
        """As told, else 0."""
        return self._nota("nsfw", imagem)

    def avaliar_pessoa(self, imagem: bytes) -> Nota:
        """As told, else 0."""
        return self._nota("pessoa", imagem)

    def _nota(self, tarefa: Tarefa, imagem: bytes) -> Nota:
        self._asked(tarefa, imagem)
        return Nota(self.notas.get((tarefa, imagem), 0.0), VERSAO)

    def _asked(self, tarefa: Tarefa, content: bytes) -> None:
        self.chamadas.append((tarefa, content[:24]))
        if tarefa in self.faltam:
            raise Indisponivel(self.faltam[tarefa])


def _after_magic(audio: bytes) -> str:
    """Words written behind a recording's first twelve bytes."""
    try:
        return audio[12:].decode("utf-8").strip("\x00")
    except UnicodeDecodeError:
        return ""
