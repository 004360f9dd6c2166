from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from app.ia.adaptadores.carga import MAX_SIDE_PX, load_model, picture
from app.ia.modelos import PASTA, ModelosDoEscritorio
from core.base.ia.portas import Indisponivel
from tests.app.ia.extra import COM_EXTRA


class Architecture:
    """What the library is asked for."""

    missing: tuple[str, ...] = ()
    asked: dict[str, Any] = {}  # noqa: RUF012 # read by the test alone

    @classmethod
    def from_pretrained(cls, folder: Path, **options: Any) -> tuple[Any, dict[str, Any]]:
        cls.asked = {"folder": folder, **options}
        return cls(), {"missing_keys": set(cls.missing), "mismatched_keys": set()}

    def float(self) -> Architecture:
        return self

    def eval(self) -> Architecture:
        return self


def test_nothing_is_fetched_run_or_unpickled(tmp_path: Path) -> None:
    load_model(Architecture, tmp_path)
    assert Architecture.asked["local_files_only"] is True
    assert Architecture.asked["trust_remote_code"] is False
    assert Architecture.asked["use_safetensors"] is True


def test_a_model_with_missing_weights_is_none(tmp_path: Path) -> None:
    class Half(Architecture):
        missing = ("head.weight",)

    with pytest.raises(ValueError, match=r"head\.weight"):
        load_model(Half, tmp_path)


def test_pictures_are_made_small_and_coloured() -> None:
    held = io.BytesIO()
    Image.new("L", (4000, 20)).save(held, "PNG")
    found = picture(held.getvalue())
    assert (found.mode, found.size) == ("RGB", (MAX_SIDE_PX, 8))
    with pytest.raises(OSError, match="identify"):
        picture(b"GIF89a")


class TestModel:
    pytestmark = COM_EXTRA

    def test_a_folder_that_was_damaged_is_refused_by_its_sums(
        self, dados: Path, tmp_path: Path, foto: bytes
    ) -> None:
        place = tmp_path / PASTA / "nsfw"
        shutil.copytree(dados / PASTA / "nsfw", place)
        weights = bytearray((place / "model.safetensors").read_bytes())
        weights[-1] ^= 1
        (place / "model.safetensors").write_bytes(weights)
        models = ModelosDoEscritorio(tmp_path)
        try:
            with pytest.raises(Indisponivel, match="danificado"):
                models.avaliar_nsfw(foto)
            assert models.danificados() == ("nsfw",)
        finally:
            models.fechar()
