"""One question to a model that is about to be taken into use, so that a folder that cannot answer stays out."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from app.ia.manifesto import Manifesto
from app.ia.modelos import NOMES, ModelosDoEscritorio
from core.base.ia.portas import Indisponivel, Tarefa
from core.kernel.errors import UserFacingError


def sample(task: Tarefa) -> bytes:
    """Something to ask a model, made here."""
    if task == "traducao":
        return b"a hole in the street."
    held = io.BytesIO()
    if task == "transcricao":
        with wave.open(held, "wb") as silence:
            silence.setnchannels(1)
            silence.setsampwidth(2)
            silence.setframerate(16_000)
            silence.writeframes(bytes(16_000))
    else:
        Image.linear_gradient("L").convert("RGB").save(held, "PNG")
    return held.getvalue()


def prover(models: ModelosDoEscritorio) -> Callable[[Path, Manifesto], None]:
    """Asks the copy in the process of the models; without the extra ``ia`` nothing is asked."""

    def prove(copied: Path, manifest: Manifesto) -> None:
        """Raise ``modelos.nao_responde`` where no answer comes."""
        if not models.instalado:
            return
        try:
            models.provar(copied, manifest, sample(manifest.tarefa))
        except Indisponivel as missing:
            task = NOMES[manifest.tarefa]
            raise UserFacingError(
                "modelos.nao_responde", tarefa=task, motivo=missing.motivo
            ) from missing

    return prove
