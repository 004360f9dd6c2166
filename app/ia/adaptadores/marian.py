"""English to Portuguese with OPUS-MT (Marian), sentence by sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from app.ia.adaptadores.carga import load_model, load_part, torch, transformers
from app.ia.recados import Resposta
from app.ia.trabalhador import Responder

MAX_TOKENS: Final = 256
TARGET: Final = ">>por<<"
"""Models of several targets are told which by the first word; this one is Portuguese."""

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


def carregar(pasta: Path) -> Responder:
    """The model of a checked folder."""
    library = transformers()
    model = load_model(library.MarianMTModel, pasta)
    tokenizer = load_part(library.MarianTokenizer, pasta)
    targets = [code for code in getattr(tokenizer, "supported_language_codes", ()) if code]
    prefix = f"{TARGET} " if TARGET in targets else ""

    def answer(content: bytes) -> Resposta:
        sentences = [one for one in _SENTENCE.split(content.decode("utf-8").strip()) if one]
        if not sentences:
            return Resposta()
        asked = tokenizer(
            [prefix + one for one in sentences], return_tensors="pt", padding=True, truncation=True
        )
        with torch().inference_mode():
            made = model.generate(**asked, max_new_tokens=MAX_TOKENS)
        said = tokenizer.batch_decode(made, skip_special_tokens=True)
        return Resposta(texto=" ".join(" ".join(said).split()))

    return answer
