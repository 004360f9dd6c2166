"""What screens show of others' texts."""

from __future__ import annotations

from app.services.inerte import inerte, isolado


def test_a_text_that_would_turn_its_line_around_is_shown_as_it_is_typed() -> None:
    assert inerte("Rua \u202eoriehcuB\u202c, 12\u200b") == "Rua oriehcuB, 12"


def test_words_read_from_the_right_stand_apart_on_a_screen_and_not_in_a_file() -> None:
    name = "\u05e9\u05dc\u05d5\u05dd"
    assert isolado(f"{name} 12") == f"\u2068{name} 12\u2069"
    assert inerte(isolado(f"{name} 12")) == f"{name} 12"
