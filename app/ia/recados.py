"""What passes between the program and the process of the models: JSON and bytes, never a pickle."""

from __future__ import annotations

from typing import Final

import msgspec

from core.base.ia.portas import Tarefa

PRONTO: Final = b"p"
"""The model is loaded: from here on the answer's own time counts."""

RESPOSTA: Final = b"r"
FALHA: Final = b"f"
MAX_BYTES: Final = 64 * 1024**2


class Pedido(msgspec.Struct, frozen=True, kw_only=True):
    """A question: to which model, and where its files lie. The content follows apart."""

    tarefa: Tarefa
    pasta: str
    modelo: str


class Resposta(msgspec.Struct, frozen=True, kw_only=True):
    """What a model said: words or a number, as its task has it."""

    texto: str = ""
    valor: float = 0.0
