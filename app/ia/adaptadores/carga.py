"""What all adapters share: the libraries, loaded here by name, and a model that is whole.

Imported by the process of the models alone. Everything is read from the folder: no network, no
program from it, nothing unpickled.
"""

from __future__ import annotations

import importlib
import io
import os
from pathlib import Path
from typing import Any, Final

from PIL import Image

MAX_SIDE_PX: Final = 1536
"""Pictures are made smaller than this first; every model looks at less."""


def torch() -> Any:
    """PyTorch, on all cores but one."""
    library = importlib.import_module("torch")
    library.set_num_threads(max(1, (os.cpu_count() or 2) - 1))
    return library


def transformers() -> Any:
    """The library of models."""
    library = importlib.import_module("transformers")
    library.logging.set_verbosity_error()
    library.logging.disable_progress_bar()
    return library


def load_model(architecture: Any, folder: Path) -> Any:
    """A model in working order.

    Args:
        architecture: its class.
        folder: where its files lie.

    Raises:
        ValueError: weights are missing, so that it would answer at random.
    """
    model, told = architecture.from_pretrained(
        folder,
        local_files_only=True,
        trust_remote_code=False,
        use_safetensors=True,
        output_loading_info=True,
    )
    missing = sorted(told["missing_keys"]) + sorted(str(key) for key in told["mismatched_keys"])
    if missing:
        raise ValueError(f"weights missing: {missing[:3]}")
    return model.float().eval()


def load_part(part: Any, folder: Path) -> Any:
    """A tokenizer or processor of the folder."""
    return part.from_pretrained(folder, local_files_only=True, trust_remote_code=False)


def picture(content: bytes) -> Image.Image:
    """A stored picture, decoded, in colour, small enough.

    Raises:
        OSError: it is none.
    """
    with Image.open(io.BytesIO(content), formats=("JPEG", "PNG", "WEBP")) as opened:
        found = opened.convert("RGB")
    found.thumbnail((MAX_SIDE_PX, MAX_SIDE_PX))
    return found
