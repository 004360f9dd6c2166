"""Picture to a description in English with Florence-2, the class that the library brings itself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from app.ia.adaptadores.carga import load_model, load_part, picture, torch, transformers
from app.ia.recados import Resposta
from app.ia.trabalhador import Responder
from core.base.ia.portas import TAREFA_LEGENDA

MAX_TOKENS: Final = 256
BEAMS: Final = 3


def carregar(pasta: Path) -> Responder:
    """The model of a checked folder."""
    library = transformers()
    model = load_model(library.Florence2ForConditionalGeneration, pasta)
    processor = load_part(library.Florence2Processor, pasta)

    def answer(content: bytes) -> Resposta:
        image = picture(content)
        seen = processor(text=TAREFA_LEGENDA, images=image, return_tensors="pt")
        with torch().inference_mode():
            made = model.generate(
                **seen, max_new_tokens=MAX_TOKENS, num_beams=BEAMS, do_sample=False
            )
        words = processor.batch_decode(made, skip_special_tokens=True)[0]
        return Resposta(texto=" ".join(words.replace("<pad>", " ").split()))

    return answer
