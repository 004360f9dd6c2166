"""What two windows wrote of one report."""

from __future__ import annotations

from typing import Any

from widgets.gabinete.joining import FILES, joined


def test_joining_loses_neither_text() -> None:
    mine = {"texto": "da minha", "tipo": "", "campos": {"fonte": "eu", "data": ""}}
    other = {"texto": "da outra", "tipo": "prazo_registrado", "campos": {"data": "1/1/2027"}}
    assert joined(mine, other) == {
        "texto": "da outra\n\nda minha",
        "tipo": "prazo_registrado",
        "campos": {"data": "1/1/2027", "fonte": "eu"},
    }
    assert joined({"texto": "curto"}, {"texto": "um curto e mais"})["texto"] == "um curto e mais"
    assert joined({"texto": "um curto e mais"}, {"texto": "curto"})["texto"] == "um curto e mais"


def kept(*names: str) -> dict[str, Any]:
    return {FILES: [{"sha256": name} for name in names]} if names else {}


def test_joining_keeps_the_files_of_both_once_and_no_more_than_fit() -> None:
    assert FILES not in joined({"texto": "a"}, {"texto": "b"})
    assert joined(kept("a", "b"), kept("b", "c"))[FILES] == kept("b", "c", "a")[FILES]
    assert joined(kept("a"), {})[FILES] == kept("a")[FILES]
    assert len(joined(kept(*"abcdefg"), kept(*"hijklmn"))[FILES]) == 10
