"""How sure it is that somebody is in a picture, with DETR over its own ResNet."""

from __future__ import annotations

from pathlib import Path

from app.ia.adaptadores.carga import load_model, load_part, picture, torch, transformers
from app.ia.adaptadores.vit import class_of
from app.ia.recados import Resposta
from app.ia.trabalhador import Responder


def carregar(pasta: Path) -> Responder:
    """The model of a checked folder.

    Raises:
        ValueError: none of its classes is called ``person``.
    """
    library = transformers()
    model = load_model(library.DetrForObjectDetection, pasta)
    processor = load_part(library.DetrImageProcessorPil, pasta)
    place = class_of(model.config.id2label, "person")

    def answer(content: bytes) -> Resposta:
        seen = processor(images=picture(content), return_tensors="pt")
        with torch().inference_mode():
            boxes = model(**seen).logits.softmax(-1)[0, :, place]
        return Resposta(valor=float(boxes.max()))

    return answer
