"""What screens show of others' texts."""

from __future__ import annotations

from app.services.inerte import inerte


def test_a_text_that_would_turn_its_line_around_is_shown_as_it_is_typed() -> None:
    assert inerte("Rua \u202eoriehcuB\u202c, 12\u200b") == "Rua oriehcuB, 12"
