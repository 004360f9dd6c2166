"""The process of the models: hears a question, loads the model, answers, and ends when idle.

Here, and nowhere else, models are loaded. Files are compared with their manifest before a byte of
them is trusted. Whatever goes wrong is a word to the other side; the worst is this process's end.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Protocol

import msgspec

from app.ia.manifesto import check, read
from app.ia.recados import FALHA, MAX_BYTES, PRONTO, RESPOSTA, Pedido, Resposta
from core.base.ia.portas import Tarefa
from core.kernel.errors import UserFacingError

OCIOSO_S: Final = 300.0
"""Without a question for so long, the process ends and gives its memory back."""

_ADAPTERS: Final[dict[Tarefa, str]] = {
    "transcricao": "whisper",
    "legenda": "florence",
    "traducao": "marian",
    "nsfw": "vit",
    "pessoa": "detr",
}

Responder = Callable[[bytes], Resposta]


class Carregar(Protocol):
    """How the worker gets a model; tests give it another."""

    def __call__(self, tarefa: Tarefa, pasta: Path, /) -> Responder:
        """Load what lies in a folder that was compared with its manifest."""


def load(tarefa: Tarefa, pasta: Path) -> Responder:
    """The adapter of a task over a checked folder.

    Raises:
        IntegrityFault: a file is not what was imported.
        Exception: whatever the libraries raise.
    """
    manifest = read(pasta)
    if manifest is None:
        raise FileNotFoundError(pasta)
    check(pasta, manifest)
    adapter = importlib.import_module(f"app.ia.adaptadores.{_ADAPTERS[tarefa]}")
    answer: Responder = adapter.carregar(pasta)
    return answer


def trabalhar(ouvido: Connection, ocioso_s: float = OCIOSO_S, carregar: Carregar = load) -> None:
    """Answer until the other side is gone or nobody has asked for a while.

    Args:
        ouvido: questions come in, answers go out.
        ocioso_s: seconds without a question after which it ends.
        carregar: gets a model.
    """
    _be_quiet()
    loaded: dict[tuple[str, str], Responder] = {}
    with contextlib.suppress(EOFError, OSError):
        while ouvido.poll(ocioso_s):
            asked = msgspec.json.decode(ouvido.recv_bytes(MAX_BYTES), type=Pedido)
            content = ouvido.recv_bytes(MAX_BYTES)
            try:
                key = (asked.tarefa, asked.modelo)
                if key not in loaded:
                    loaded[key] = carregar(asked.tarefa, Path(asked.pasta))
                ouvido.send_bytes(PRONTO)
                answer = loaded[key](content)
            except UserFacingError as error:
                ouvido.send_bytes(FALHA + error.code.encode())
            except Exception as error:  # noqa: BLE001 # a library's fault is a missing answer
                ouvido.send_bytes(FALHA + type(error).__name__.encode())
            else:
                ouvido.send_bytes(RESPOSTA + msgspec.json.encode(answer))
    ouvido.close()


def _be_quiet() -> None:
    """Never the network, no telemetry, no bars on the terminal, and behind the window's work."""
    os.environ.update(
        HF_HUB_OFFLINE="1",
        TRANSFORMERS_OFFLINE="1",
        HF_HUB_DISABLE_TELEMETRY="1",
        HF_HUB_DISABLE_PROGRESS_BARS="1",
        TRANSFORMERS_VERBOSITY="error",
        TOKENIZERS_PARALLELISM="false",
    )
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(10)
