"""How unfit for the public a picture is, with a ViT classifier of two classes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.ia.adaptadores.carga import load_model, load_part, picture, torch, transformers
from app.ia.recados import Resposta
from app.ia.trabalhador import Responder


def carregar(pasta: Path) -> Responder:
    """The model of a checked folder.

    Raises:
        ValueError: none of its classes is called ``nsfw``.
    """
    library = transformers()
    model = load_model(library.ViTForImageClassification, pasta)
    processor = load_part(library.ViTImageProcessorPil, pasta)
    place = class_of(model.config.id2label, "nsfw")

    def answer(content: bytes) -> Resposta:
        seen = processor(images=picture(content), return_tensors="pt")
        with torch().inference_mode():
            sure = model(**seen).logits.softmax(-1)[0, place]
        return Resposta(valor=float(sure))

    return answer


def class_of(labels: dict[int, Any], name: str) -> int:
    """The place of a class.

    Raises:
        ValueError: there is none of that name.
    """
    for place, label in labels.items():
        if str(label).strip().lower() == name:
            return int(place)
    raise ValueError(f"no class {name}")
