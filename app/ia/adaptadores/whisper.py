"""Speech to text with Whisper: half a minute at a time, in Portuguese, without guessing the language."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final

import av
import numpy as np

from app.ia.adaptadores.carga import load_model, load_part, torch, transformers
from app.ia.recados import Resposta
from app.ia.trabalhador import Responder

RATE_HZ: Final = 16_000
PIECE_S: Final = 30
MAX_S: Final = 600
MAX_TOKENS: Final = 220


def carregar(pasta: Path) -> Responder:
    """The model of a checked folder."""
    library = transformers()
    model = load_model(library.WhisperForConditionalGeneration, pasta)
    processor = load_part(library.WhisperProcessor, pasta)
    speaks: dict[str, Any] = {}
    if getattr(model.generation_config, "is_multilingual", False):
        speaks = {"language": "pt", "task": "transcribe"}

    def answer(content: bytes) -> Resposta:
        said: list[str] = []
        sound = decode(content)
        with torch().inference_mode():
            for start in range(0, len(sound), RATE_HZ * PIECE_S):
                piece = sound[start : start + RATE_HZ * PIECE_S]
                heard = processor(piece, sampling_rate=RATE_HZ, return_tensors="pt")
                made = model.generate(heard.input_features, max_new_tokens=MAX_TOKENS, **speaks)
                said += processor.batch_decode(made, skip_special_tokens=True)
        return Resposta(texto=" ".join(" ".join(said).split()))

    return answer


def decode(content: bytes) -> Any:
    """A recording as 16 kHz mono samples between -1 and 1; at most ten minutes.

    Raises:
        av.FFmpegError: it is none.
    """
    found: list[Any] = []
    total = 0
    with av.open(io.BytesIO(content), mode="r") as opened:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE_HZ)
        for frame in opened.decode(audio=0):
            for part in resampler.resample(frame):
                samples = part.to_ndarray().reshape(-1)
                found.append(samples)
                total += len(samples)
            if total >= RATE_HZ * MAX_S:
                break
        found += [part.to_ndarray().reshape(-1) for part in resampler.resample(None)]
    joined = np.concatenate(found) if found else np.zeros(0, dtype=np.int16)
    return joined[: RATE_HZ * MAX_S].astype(np.float32) / 32768.0
