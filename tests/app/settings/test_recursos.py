"""Reading resources, and nothing outside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings.recursos import Recursos, bundled_root


def test_texts_icons_and_messages_are_there() -> None:
    resources = Recursos()
    assert "[falha]" in resources.messages_toml()
    for svg in (bundled_root() / "icones").glob("*.svg"):
        source = resources.icon_svg(svg.stem)
        assert source.startswith(b"<svg ")
        assert b"currentColor" in source
    assert "CC0" in resources.read_text("icones/LICENSE")


@pytest.mark.parametrize("name", ["../pyproject.toml", "/etc/hostname", "icones/../../README.md"])
def test_no_way_out(name: str) -> None:
    with pytest.raises(ValueError, match="outside"):
        Recursos().read_bytes(name)


def test_another_root(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("olá", encoding="utf-8")
    assert Recursos(tmp_path).read_text("a.txt") == "olá"
    with pytest.raises(FileNotFoundError):
        Recursos(tmp_path).read_text("b.txt")
