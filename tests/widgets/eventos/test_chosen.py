"""What the chips say survives as text."""

from __future__ import annotations

import pytest

from widgets.eventos.chosen import Chosen, normal_uuid

UUID = "8f3a12bc-0d1e-4f2a-9b3c-4d5e6f708192"


def test_there_and_back() -> None:
    chosen = Chosen(("a.b", "c.d"), "D-2", "datas", "2026-11-01", "2026-11-30", UUID, False)
    assert Chosen.from_text(chosen.to_text()) == chosen
    assert chosen.is_restricting
    assert not Chosen(mais_novos=False).is_restricting


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"tipos": 3}',
        '{"tipos": [], "desde": "ontem"}',
        '{"tipos": [], "novo": 1}',
    ],
)
def test_nonsense_chooses_nothing(text: str) -> None:
    assert Chosen.from_text(text) == Chosen()


@pytest.mark.parametrize(
    ("text", "uuid"),
    [
        (UUID, UUID),
        (f" {UUID.upper()} ", UUID),
        (UUID.replace("-", ""), UUID),
        ("8f3a12bc", None),
        ("g" * 32, None),
        ("", None),
    ],
)
def test_identifiers(text: str, uuid: str | None) -> None:
    assert normal_uuid(text) == uuid
