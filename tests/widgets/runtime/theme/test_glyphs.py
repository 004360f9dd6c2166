"""Every character that the program itself puts on a screen is in the font it asks to be installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtGui import QFontDatabase, QRawFont
from PySide6.QtWidgets import QApplication

ROOT: Final = Path(__file__).parents[4]
FAMILY: Final = "DejaVu Sans"
SHOWN_BY_CODE: Final = ("app", "widgets")
SHOWN_TEXTS: Final = ("mensagens", "manual", "termos")
# Looked for in what others wrote, never shown.
ONLY_RECOGNISED: Final = frozenset({"app/services/exportacao.py"})


def _said_in_code(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def _shown() -> dict[str, set[str]]:
    """Character -> the files that show it."""
    found: dict[str, set[str]] = {}
    for root in SHOWN_BY_CODE:
        for path in sorted((ROOT / root).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name not in ONLY_RECOGNISED:
                for char in set("".join(_said_in_code(path))):
                    found.setdefault(char, set()).add(name)
    for folder in SHOWN_TEXTS:
        for path in sorted((ROOT / "resources" / folder).rglob("*.*")):
            if path.suffix not in (".toml", ".md", ".txt"):
                continue
            for char in set(path.read_text(encoding="utf-8")):
                found.setdefault(char, set()).add(path.relative_to(ROOT).as_posix())
    return {char: files for char, files in found.items() if char.isprintable()}


def test_every_sign_is_in_the_font_that_is_asked_for(qapp: QApplication) -> None:
    if FAMILY not in QFontDatabase.families():
        pytest.skip(f"{FAMILY} is not installed here")
    raw = QRawFont.fromFont(QFontDatabase.font(FAMILY, "Book", 10))
    assert raw.familyName() == FAMILY
    shown = _shown()
    assert "❐" in shown
    missing = {
        f"U+{ord(char):04X} {char}": sorted(files)
        for char, files in shown.items()
        if not raw.supportsCharacter(ord(char))
    }
    assert missing == {}


def test_a_sign_that_the_font_lacks_would_be_seen(qapp: QApplication) -> None:
    if FAMILY not in QFontDatabase.families():
        pytest.skip(f"{FAMILY} is not installed here")
    raw = QRawFont.fromFont(QFontDatabase.font(FAMILY, "Book", 10))
    assert not raw.supportsCharacter(ord("⧉"))
