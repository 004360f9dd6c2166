"""Tiny models of the real architectures, made by their libraries, imported, asked in the process."""

from __future__ import annotations

import io
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from app.ia.importacao import importar
from app.ia.modelos import PASTA, ModelosDoEscritorio
from tests.architecture.tree import ROOT


@pytest.fixture(scope="session")
def fabrica(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Runs an expression over ``m`` (the module of tiny models) and ``p`` (a folder), apart."""
    root = tmp_path_factory.mktemp("minusculos")

    def make(code: str) -> Path:
        begin = "import sys; from pathlib import Path; from tests.app.ia import minusculos as m; "
        done = subprocess.run(
            [sys.executable, "-c", f"{begin}p = Path(sys.argv[1]); {code}", str(root)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return root

    return make


@pytest.fixture(scope="session")
def pastas(fabrica: Callable[[str], Path]) -> Path:
    """A folder a task, as a library saved it."""
    return fabrica("[make(p / task) for task, make in m.MAKERS.items()]")


@pytest.fixture(scope="session")
def dados(pastas: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder into which all five were imported."""
    data = tmp_path_factory.mktemp("dados")
    for folder in sorted(pastas.iterdir()):
        if (folder / "config.json").exists():
            importar(folder, data / PASTA, nome=f"minusculo-{folder.name}")
    return data


@pytest.fixture(scope="session")
def modelos(dados: Path) -> Iterator[ModelosDoEscritorio]:
    """Asked in one process of their own."""
    made = ModelosDoEscritorio(dados)
    yield made
    made.fechar()


@pytest.fixture
def foto() -> bytes:
    """A stored photo."""
    image = Image.new("RGB", (320, 200), (120, 140, 110))
    ImageDraw.Draw(image).ellipse((80, 60, 200, 150), fill=(30, 30, 35))
    held = io.BytesIO()
    image.save(held, "JPEG", quality=88)
    return held.getvalue()


@pytest.fixture
def gravacao() -> bytes:
    """A stored recording: two seconds, 8 kHz."""
    held = io.BytesIO()
    with wave.open(held, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(b"".join((n * 97 % 4000).to_bytes(2, "little") for n in range(16_000)))
    return held.getvalue()
